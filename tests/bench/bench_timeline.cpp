// SPDX-License-Identifier: MIT
// How long the timeline takes to paint: 10,000 lanes and a full ring of 200,000 events, at several zooms and scroll positions; once spread
// over all lanes, and once concentrated on the few visible ones. Offscreen, into a picture as large as the view. Measures the thread's CPU
// time, which is the time of a frame on an idle machine.
#include "bench/figures.h"
#include "bench/workplace.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_view.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QTest>

#include <algorithm>

using namespace lockcore::bench;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int lanes = 10'000;
constexpr int events = 200'000;
constexpr int frames = 200;
constexpr TimelineTime beginning{std::chrono::sys_days(std::chrono::year(2026) / 11 / 21)};
constexpr TimelineLength length = 200s;

enum What { Acquired, Renewed, Released, Expired, DeletedEarly };

/// Locks that are acquired, renewed and released in turn, sometimes with waiters or lost; `used` of the lanes share the events.
class Crowd final : public TimelineSource
{
public:
    explicit Crowd(int used)
    {
        for (int i = 0; i < lanes; ++i)
            history.addLane(u"order:{%1}"_s.arg(i));
        for (int i = 0; i < events; ++i)
            happen(i % used, i / used, beginning + length * static_cast<std::int64_t>(i) / events);
    }

    void settle() override { }
    int laneCount() const override { return lanes; }
    const TimelineLane *lane(int position) const override { return &history.lane(position); }
    bool isGone(int position) const override { return position % 7 == 0; }
    int livingLanes() const override { return lanes; }
    int currentLane() const override { return 3; }
    TimelineTime now() const override { return beginning + length; }
    const std::vector<TimelineLook> &looks() const override { return m_looks; }
    std::vector<TimelineBand> bands() const override { return {{{}, beginning + length / 10, u"forgotten"_s}}; }
    QString timeText(TimelineTime time) const override { return clockLabel(time, 1ms); }
    QString tip(int, TimelineTime, TimelineLength) const override { return {}; }

    TimelineHistory history{events};

private:
    void happen(int lane, int turn, TimelineTime at)
    {
        const int phase = turn % 4;
        const bool lost = turn % 20 == 19, expired = turn % 20 == 11;
        history.mark(lane, {at, phase == 0 ? Acquired : phase < 3 ? Renewed : lost ? DeletedEarly : expired ? Expired : Released});
        if (phase == 0)
            history.open(lane, {at, {}, u"9f3ac21e-4b7d-4e0a-9c55-0d1e2f3a4b5c:17"_s, turn % 6, true});
        if (phase == 3)
            history.close(lane, at);
        if (phase == 1 || phase == 2)
            history.setAwaited(lane, phase == 1, at);
    }

    using Shape = TimelineLook::Shape;
    using Tone = TimelineLook::Tone;
    std::vector<TimelineLook> m_looks = {{Shape::None, Tone::Plain, u"acquired"_s, false, false},
                                         {Shape::Tick, Tone::Plain, u"renewed"_s, false, false},
                                         {Shape::None, Tone::Plain, u"released"_s, false, true},
                                         {Shape::Edge, Tone::Plain, u"expired"_s, true, true},
                                         {Shape::Alarm, Tone::Danger, u"deleted early"_s, true, true}};
};

std::vector<double> paint(TimelineView &view, int used, int steps)
{
    QImage picture(view.size(), QImage::Format_RGB32);
    std::vector<double> times;
    for (int frame = 0; frame < frames; ++frame) {
        QTest::keyClick(&view, frame % steps < steps / 2 ? Qt::Key_Plus : Qt::Key_Minus);
        auto *bar = view.verticalScrollBar();
        bar->setValue(std::max(0, used * bar->singleStep() - bar->pageStep()) * (frame % 10) / 10); // scrolls only where events are
        const double before = threadSeconds();
        view.viewport()->render(&picture, {}, {}, {});
        times.push_back((threadSeconds() - before) * 1e3);
    }
    return times;
}

void measure(Figures &figures, const std::string &name, int used, QSize size)
{
    Crowd crowd(used);
    TimelineView view(&crowd);
    view.resize(size);
    view.show();
    QTest::qWait(50);
    QTest::keyClick(&view, Qt::Key_F); // shows everything
    auto all = paint(view, used, 2);
    const auto zoomed = paint(view, used, 30); // through every zoom, from everything to one second and back
    all.insert(all.end(), zoomed.begin(), zoomed.end());
    figures.atMost(name + ", median", 16, median(all), "ms");
    figures.atMost(name + ", worst of " + std::to_string(all.size()), 16, percentile(all, 1), "ms");
}

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const Workplace workplace;
    const QApplication app(argc, argv);
    applyAppearance(Appearance::Light);
    Figures figures("Timeline: a frame of 10,000 lanes, 200,000 events, offscreen");
    measure(figures, "all lanes share the events, 600x230", lanes, {600, 230});
    measure(figures, "all lanes share the events, 1920x1080", lanes, {1920, 1080});
    measure(figures, "all events in 40 lanes, 600x230", 40, {600, 230});
    measure(figures, "all events in 40 lanes, 1920x1080", 40, {1920, 1080});
    return figures.print();
}
