// SPDX-License-Identifier: MIT
// How long a step of scrubbing takes in a run of 100,000 entries, with the player, the timeline, the caption and the table; and how long
// the whole page takes to show such a run, and then another one. Offscreen, into a picture as large as the view, although a step repaints
// only a part of it. Measures the thread's CPU time, which is the time of a step on an idle machine.
#include "bench/figures.h"
#include "bench/workplace.h"
#include "support/history_builder.h"

#include "ui/lab/page/lab_desk.h"
#include "ui/lab/page/lab_page.h"
#include "ui/lab/picture/run_stack.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/lab/player/caption_line.h"
#include "ui/lab/player/entry_model.h"
#include "ui/lab/player/entry_table.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore::bench;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int steps = 300;

// append() and not `"w" + …`, which causes a warning in an optimised g++ 12 build.
std::string worker(int number) { return std::string("w").append(std::to_string(number)); }

/// This many workers take turns until there are 100,000 entries. `broken`: each worker deletes the previous worker's lock.
ShownRunPtr longRun(int workers, bool broken)
{
    lockcore::test::HistoryBuilder story{lockcore::Milliseconds(300)};
    for (int i = 0; i < workers; ++i)
        story.worker(worker(i));
    story.at(5).add(lockcore::entry::Begun{});
    std::vector<lockcore::Verdict> verdicts(1); // made by hand: the judge would take longer than everything that is measured here
    verdicts.front().outcome = lockcore::Outcome::Violated;
    for (int turn = 0; story.last() < 100'000; ++turn) {
        const auto who = worker(turn % workers), next = worker((turn + 1) % workers);
        story.at(10 + turn * 2.0).acquire(next);
        if (turn == 0)
            story.acquire(who);
        story.takes(who).ok(who).enter(who);
        // Renewals instead of grants: reading so many grants would take longer than everything else here.
        for (int renewal = 0; renewal < 10; ++renewal)
            story.at(10.1 + turn * 2.0 + renewal * 0.05).renews(who);
        if (broken && turn % 50 == 49) {
            story.at(10.8 + turn * 2.0).removes(next, who);
            verdicts.front().events.push_back(story.last());
            story.exit(who).release(who).turn(who, "DEL").no(who);
        } else {
            story.at(10.8 + turn * 2.0).exit(who).givesBack(who);
        }
    }
    lockscope::RunReport report;
    report.history = story.end();
    report.verdicts = verdicts;
    return shared(std::make_unique<ShownRun>(std::move(report)));
}

/// One worker renews one lock, until there are 100,000 entries.
ShownRunPtr longHolding()
{
    lockcore::test::HistoryBuilder story{lockcore::Milliseconds(300)};
    story.worker("w0").at(5).add(lockcore::entry::Begun{});
    story.at(10).acquire("w0").takes("w0").ok("w0").enter("w0");
    for (int renewal = 0; story.last() < 100'000; ++renewal)
        story.at(20 + renewal * 0.1).renews("w0");
    lockscope::RunReport report;
    report.history = story.end();
    return shared(std::make_unique<ShownRun>(std::move(report)));
}

/// An engine that plays no runs.
class NoEngine final : public LabEngine
{
public:
    int play(LabOrder) override { return 0; }
    void stop(int) override { }
    void act(int, const lockcore::Fault &) override { }
    std::optional<lockcore::Endpoint> serverOf(int) const override { return std::nullopt; }
};

struct Room
{
    explicit Room(const ShownRunPtr &run, QSize size)
    {
        table.resize(size);
        timeline.resize(size);
        timeline.show();
        table.show();
        player.show(run);
        QTest::qWait(50);
    }

    template <class Step>
    std::vector<double> measure(Step step)
    {
        QImage picture(timeline.size(), QImage::Format_RGB32);
        std::vector<double> times;
        for (int i = 0; i < steps; ++i) {
            const double before = threadSeconds();
            step(i);
            timeline.viewport()->render(&picture, {}, {}, {});
            table.viewport()->render(&picture, {}, {}, {});
            times.push_back((threadSeconds() - before) * 1e3);
        }
        return times;
    }

    RunPlayer player;
    RunTimeline timeline{&player};
    CaptionLine caption{&player};
    EntryModel model{&player};
    EntryTable table{&model, &player};
};

void measure(Figures &figures, const std::string &name, const ShownRunPtr &run, QSize size)
{
    progress(name);
    Room room(run, size);
    const auto tell = [&](const std::string &what, const std::vector<double> &times) {
        figures.atMost(name + ", " + what + ", median", 16, median(times), "ms");
        figures.atMost(name + ", " + what + ", worst", 16, percentile(times, 1), "ms");
    };
    const auto whole = room.player.end() - room.player.begin();
    const auto scrub = room.measure([&](int i) { room.player.setPosition(room.player.begin() + whole * (i * 7 % steps) / steps); });
    tell("scrubbing", scrub);
    room.player.setPosition(room.player.begin() + whole / 2);
    tell("stepping", room.measure([&](int) { room.player.step(1); }));
    for (int i = 0; i < 12; ++i)
        QTest::keyClick(&room.timeline, Qt::Key_Plus);
    tell("stepping, zoomed", room.measure([&](int) { room.player.step(1); }));
    const auto zoom = room.measure([&](int i) { QTest::keyClick(&room.timeline, i % 24 < 12 ? Qt::Key_Minus : Qt::Key_Plus); });
    figures.atMost(name + ", zooming (all is drawn), median", 16, median(zoom), "ms");
    figures.atMost(name + ", zooming (all is drawn), worst", 16, percentile(zoom, 1), "ms");
}

/// The whole page, without an engine that plays runs.
struct ShownPage
{
    ShownPage()
    {
        page.resize(1440, 900);
        page.show();
    }

    const QTemporaryDir home;
    QSettings settings{home.filePath(u"settings"_s), QSettings::IniFormat};
    NoEngine engine;
    LabPage page{&engine, &settings};
};

void measureShowing(Figures &figures, const std::string &name, ShownRunPtr run)
{
    progress(name);
    ShownPage shown;
    const auto time = [&](ShownRunPtr next) {
        const double before = threadSeconds();
        shown.page.desk()->open(std::move(next));
        shown.page.grab();
        return (threadSeconds() - before) * 1e3;
    };
    figures.atMost(name + ", shown", 50, time(std::move(run)), "ms");
    figures.atMost(name + ", another one in its place", 50, time(longRun(3, false)), "ms");
}

// Drags with the mouse in the whole page: cards, source, verdicts and caption follow as well.
void measureDragging(Figures &figures, const std::string &name, ShownRunPtr run)
{
    progress(name);
    ShownPage shown;
    shown.page.desk()->open(std::move(run));
    QTest::qWait(50);
    auto *timeline = shown.page.stack()->upperTimeline()->viewport();
    const int left = timeline->width() / 4, room = timeline->width() / 2;
    constexpr int axis = 8; // px from the top of the timeline
    QTest::mousePress(timeline, Qt::LeftButton, {}, {left, axis});
    std::vector<double> times;
    for (int i = 0; i < steps; ++i) {
        const QPointF at(left + room * (i * 7 % steps) / steps, axis);
        QMouseEvent move(QEvent::MouseMove, at, timeline->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        const double before = threadSeconds();
        QCoreApplication::sendEvent(timeline, &move);
        QCoreApplication::processEvents(); // paint everything that is pending
        times.push_back((threadSeconds() - before) * 1e3);
    }
    figures.atMost(name + ", dragging, median", 16, median(times), "ms");
    figures.atMost(name + ", dragging, worst", 16, percentile(times, 1), "ms");
}

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const Workplace workplace;
    const QApplication app(argc, argv);
    applyAppearance(Appearance::Light);
    Figures figures("The Lab: a step of scrubbing in a run of 100,000 entries, offscreen");
    measure(figures, "3 workers, 900x500", longRun(3, true), {900, 500});
    measure(figures, "200 workers, 900x500", longRun(200, true), {900, 500});
    measure(figures, "200 workers, 1920x1080", longRun(200, false), {1920, 1080});
    measure(figures, "one long holding, 900x500", longHolding(), {900, 500});
    measureShowing(figures, "3 workers", longRun(3, true));
    measureShowing(figures, "200 workers", longRun(200, true));
    measureDragging(figures, "whole page, 3 workers", longRun(3, true));
    measureDragging(figures, "whole page, 200 workers", longRun(200, true));
    return figures.print();
}
