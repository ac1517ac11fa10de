// SPDX-License-Identifier: MIT
#include "ui/lab/picture/run_stack.h"

#include "lockcore/report/compact_row.h"
#include "lockcore/report/entry_sentence.h"
#include "ui/lab/picture/run_timeline.h"
#include "ui/report/time_axis.h"
#include "ui/report/timeline_svg.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QBoxLayout>
#include <QEvent>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

using Stretch = RunTimeline::Stretch;

constexpr std::size_t mostCloseUps = 8;
constexpr double secondsForAMark = 1; // time for a viewer to read a mark and its caption

// The last stretch is extended to the end of the run if that is near, so that the view does not zoom out just before the end.
std::vector<Stretch> closeUpsOf(const ShownRun &run)
{
    auto all = closeUps(run.lanes, mostCloseUps);
    if (!all.empty() && run.lanes.end - all.back().second < 2 * (all.back().second - all.back().first))
        all.back().second = std::max(all.back().second, run.lanes.end);
    return all;
}

RunAnchor anchorOf(const ShownRun &run) { return lockcore::anchorOf(run.report.history.entries, run.lanes, run.faults); }

RunAlignment::Run alignable(const ShownRun &run) { return {run.lanes.begin, anchorOf(run).at, run.lanes.end, closeUpsOf(run)}; }

// Overlapping stretches become one.
std::vector<Stretch> united(std::vector<Stretch> stretches)
{
    std::ranges::sort(stretches);
    std::vector<Stretch> all;
    for (const auto &stretch : stretches) {
        if (all.empty() || stretch.first > all.back().second)
            all.push_back(stretch);
        else
            all.back().second = std::max(all.back().second, stretch.second);
    }
    return all;
}

// Events at the same time count as one mark.
int marksIn(const ShownRun &run, const Stretch &stretch)
{
    int count = 0;
    Microseconds last{-1};
    for (const auto &mark : run.lanes.marks) {
        if (mark.at >= stretch.first && mark.at <= stretch.second && std::exchange(last, mark.at) != mark.at)
            ++count;
    }
    return count;
}

RunPlayer::SlowStretch slowed(const Stretch &stretch, int marks)
{
    const auto seconds = std::chrono::duration<double>(stretch.second - stretch.first).count();
    return {stretch.first, stretch.second, seconds / (std::max(marks, 1) * secondsForAMark)};
}

QString headOf(const ShownRun &run)
{
    auto text = shownText(run.report.scenario.title.empty() ? run.report.history.header.scenario : run.report.scenario.title, 80);
    if (!run.report.history.header.protocol.empty())
        text += u" · "_s + shownText(run.report.history.header.protocol, 40);
    return text;
}

} // namespace

RunStack::RunStack(RunPlayer *player, QWidget *parent)
    : QWidget(parent)
    , m_player(player)
    , m_lowerPlayer(new RunPlayer(this))
    , m_upper(new RunTimeline(player, this))
    , m_lower(new RunTimeline(m_lowerPlayer, this))
    , m_upperHead(new ShadedLabel(ShadedLabel::Shade::Text, this))
    , m_lowerHead(new ShadedLabel(ShadedLabel::Shade::Text, this))
    , m_words(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_line(makeLine(Qt::Horizontal, this))
{
    m_lower->setObjectName(u"lowerTimeline"_s);
    m_lower->setFollowsWhenZoomed(false); // the upper one does
    m_words->setObjectName(u"alignment"_s);
    auto strong = font();
    strong.setWeight(QFont::DemiBold);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    constexpr int margin = static_cast<int>(TimelineSheet::margin);
    for (auto *const label : {m_upperHead, m_lowerHead, m_words}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setAutoFillBackground(true); // lanes that were there before would stay in sight
        label->setContentsMargins(margin, label == m_words ? 0 : grid::unit, margin, 0);
    }
    m_upperHead->setFont(strong);
    m_lowerHead->setFont(strong);
    column->addWidget(m_upperHead);
    column->addWidget(m_upper, 1);
    column->addWidget(m_line);
    column->addWidget(m_lowerHead);
    column->addWidget(m_words);
    column->addWidget(m_lower, 1);
    connect(player, &RunPlayer::runChanged, this, &RunStack::align);
    connect(player, &RunPlayer::positionChanged, this, &RunStack::followUpper);
    connect(m_lowerPlayer, &RunPlayer::positionChanged, this, &RunStack::followLower);
    connect(m_upper, &RunTimeline::rangeChanged, this, [this] {
        if (lower())
            m_lower->setRange(m_upper->first() + m_offset, m_upper->last() + m_offset);
    });
    connect(m_lower, &RunTimeline::rangeChanged, this,
            [this] { m_upper->setRange(m_lower->first() - m_offset, m_lower->last() - m_offset); });
    connect(m_upper, &RunTimeline::showsAllChanged, m_lower, &RunTimeline::setShowsAll);
    connect(m_lower, &RunTimeline::showsAllChanged, m_upper, &RunTimeline::setShowsAll);
    align();
}

void RunStack::setShowsAll(bool showsAll) { m_upper->setShowsAll(showsAll); }

QString RunStack::words() const { return m_words->text(); }

void RunStack::stack(ShownRunPtr lower)
{
    m_following = true;
    m_lowerPlayer->show(std::move(lower));
    m_following = false;
    align();
}

void RunStack::showHeads()
{
    const bool both = lower() && m_player->run();
    for (auto *const widget : std::initializer_list<QWidget *>{m_upperHead, m_lowerHead, m_words, m_line, m_lower})
        widget->setVisible(both);
    m_words->clear();
    if (!both)
        return;
    const auto &upperRun = *m_player->run(), &lowerRun = *lower();
    const auto upper = anchorOf(upperRun), below = anchorOf(lowerRun);
    const auto upperAt = exactTime(upper.at - upperRun.lanes.begin), lowerAt = exactTime(below.at - lowerRun.lanes.begin);
    m_upperHead->setText(headOf(upperRun));
    m_lowerHead->setText(headOf(lowerRun));
    const auto kindOf = [](const ShownRun &run, std::uint64_t entry) { return run.report.history.entries.at(entry - 1).what.index(); };
    if (upper.entry == 0 || below.entry == 0 || kindOf(upperRun, upper.entry) != kindOf(lowerRun, below.entry))
        m_words->setText(tr("Aligned at %1 of the upper run and %2 of the lower one.").arg(upperAt, lowerAt));
    else
        m_words->setText(tr("Aligned where %1: at %2 above, at %3 here.")
                             .arg(shownText(sentenceOf(upperRun.report.history, upper.entry), 120), upperAt, lowerAt));
}

void RunStack::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        align();
}

void RunStack::align()
{
    showHeads();
    m_offset = Time(0);
    m_alignment = {};
    m_upper->setGutter(0);
    const auto &run = m_player->run();
    if (!run || !lower()) {
        m_upper->setExtent(m_player->begin(), m_player->end());
        setCloseUps();
        return;
    }
    m_offset = anchorOf(*lower()).at - anchorOf(*run).at;
    m_alignment = RunAlignment(alignable(*run), alignable(*lower()));
    const auto begin = std::min(m_player->begin(), m_lowerPlayer->begin() - m_offset);
    const auto end = std::max(m_player->end(), m_lowerPlayer->end() - m_offset);
    const auto gutter = std::max(m_upper->wantedGutter(), m_lower->wantedGutter());
    m_upper->setGutter(gutter);
    m_lower->setGutter(gutter);
    m_upper->setExtent(begin, end);
    m_lower->setExtent(begin + m_offset, end + m_offset);
    setCloseUps();
    followUpper();
}

// Each run is shown closer where it is decided itself. Playing is slow where that is true of either.
void RunStack::setCloseUps()
{
    const auto &run = m_player->run();
    const auto own = run ? closeUpsOf(*run) : std::vector<Stretch>();
    const auto below = run && lower() ? closeUpsOf(*lower()) : std::vector<Stretch>();
    auto stretches = own;
    for (const auto &[begin, end] : below)
        stretches.emplace_back(m_alignment.toUpper(begin), m_alignment.toUpper(end));
    std::vector<RunPlayer::SlowStretch> slow;
    for (const auto &stretch : united(std::move(stretches))) {
        auto marks = marksIn(*run, stretch);
        if (lower())
            marks = std::max(marks, marksIn(*lower(), {m_alignment.toLower(stretch.first), m_alignment.toLower(stretch.second)}));
        slow.push_back(slowed(stretch, marks));
    }
    m_player->setSlowStretches(std::move(slow));
    m_upper->setCloseUps(own);
    m_lower->setCloseUps(below);
}

void RunStack::followUpper()
{
    if (m_following || !lower())
        return;
    m_following = true;
    m_lowerPlayer->follow(m_alignment.toLower(m_player->position()), *m_player);
    m_following = false;
}

void RunStack::followLower()
{
    if (m_following || !m_player->run())
        return;
    m_following = true;
    m_player->follow(m_alignment.toUpper(m_lowerPlayer->position()), *m_lowerPlayer);
    m_following = false;
}

void RunStack::showLastCloseUp()
{
    const QSignalBlocker upper(m_upper), lowerOne(m_lower);
    for (auto *timeline : {m_upper, m_lower})
        timeline->showLastCloseUp();
}

void RunStack::lookCloser()
{
    const QSignalBlocker upper(m_upper), lowerOne(m_lower); // each has its own range there
    m_upper->lookCloser();
    if (lower())
        m_lower->lookCloser();
}

} // namespace lockscope
