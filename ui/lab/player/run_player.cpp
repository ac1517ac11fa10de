// SPDX-License-Identifier: MIT
#include "ui/lab/player/run_player.h"

#include <algorithm>
#include <cmath>

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto frame = 16ms;
constexpr auto longestFrame = 100ms; // after a blocked window, playing continues from the same position and skips nothing

} // namespace

RunPlayer::RunPlayer(QObject *parent)
    : QObject(parent)
{
    m_ticking.setTimerType(Qt::PreciseTimer);
    m_ticking.setInterval(frame);
    connect(&m_ticking, &QTimer::timeout, this, &RunPlayer::tick);
}

void RunPlayer::show(ShownRunPtr run, Where where)
{
    setPlaying(false);
    m_run = std::move(run);
    m_slow.clear();
    m_scrubbed = true;
    m_position = where == Where::Begin ? begin() : end();
    m_entry = entryAt(m_position);
    emit runChanged();
    emit positionChanged();
}

RunPlayer::Time RunPlayer::begin() const { return m_run ? m_run->lanes.begin : Time(0); }
RunPlayer::Time RunPlayer::end() const { return m_run ? std::max(m_run->lanes.end, m_run->lanes.begin) : Time(0); }

std::uint64_t RunPlayer::entryAt(Time time) const
{
    if (!m_run)
        return 0;
    const auto &entries = m_run->report.history.entries;
    const auto after = std::ranges::upper_bound(entries, time, {}, &HistoryEntry::at);
    return after == entries.begin() ? 0 : std::prev(after)->number;
}

void RunPlayer::setPosition(Time position)
{
    m_scrubbed = true;
    moveTo(position);
    if (m_position == end())
        setPlaying(false);
}

void RunPlayer::follow(Time position, const RunPlayer &other)
{
    m_scrubbed = other.m_scrubbed;
    moveTo(position);
    if (m_position == end())
        setPlaying(false);
}

const RunPlayer::SlowStretch *RunPlayer::slowStretch() const
{
    const auto found = std::ranges::find_if(
        m_slow, [this](const SlowStretch &stretch) { return stretch.begin <= m_position && m_position < stretch.end; });
    return found == m_slow.end() ? nullptr : &*found;
}

RunPlayer::Time RunPlayer::nextSlowStretch() const
{
    const auto next = std::ranges::find_if(m_slow, [this](const SlowStretch &stretch) { return stretch.begin > m_position; });
    return next == m_slow.end() ? end() : next->begin;
}

void RunPlayer::moveTo(Time position)
{
    position = std::clamp(position, begin(), end());
    if (position == m_position)
        return;
    m_position = position;
    m_entry = entryAt(position);
    emit positionChanged();
}

void RunPlayer::setPlaying(bool playing)
{
    playing = playing && m_run;
    if (playing == isPlaying())
        return;
    if (!playing) {
        m_ticking.stop();
    } else {
        if (m_position == end())
            moveTo(begin());
        m_rest = 0;
        m_sinceTick.start();
        m_ticking.start();
    }
    emit playingChanged(playing);
}

void RunPlayer::setSpeed(double speed)
{
    speed = std::clamp(speed, 0.02, 1.0);
    if (speed == m_speed)
        return;
    m_speed = speed;
    emit speedChanged(speed);
}

void RunPlayer::step(int direction)
{
    if (!m_run)
        return;
    setPlaying(false);
    m_scrubbed = false;
    const auto &entries = m_run->report.history.entries;
    if (direction > 0) {
        const auto next = std::ranges::upper_bound(entries, m_position, {}, &HistoryEntry::at);
        return moveTo(next == entries.end() ? end() : next->at);
    }
    const auto here = std::ranges::lower_bound(entries, m_position, {}, &HistoryEntry::at);
    moveTo(here == entries.begin() ? begin() : std::prev(here)->at);
}

void RunPlayer::stepToDecisive(int direction)
{
    if (!m_run)
        return;
    const auto &marks = m_run->lanes.marks;
    const auto next = direction > 0 ? std::ranges::upper_bound(marks, m_position, {}, &LaneMark::at)
                                    : std::ranges::lower_bound(marks, m_position, {}, &LaneMark::at);
    if (next == (direction > 0 ? marks.end() : marks.begin()))
        return;
    setPlaying(false);
    m_scrubbed = false;
    moveTo(direction > 0 ? next->at : std::prev(next)->at);
}

void RunPlayer::showEntry(std::uint64_t number)
{
    if (!m_run || number == 0 || number > m_run->report.history.entries.size())
        return;
    setPlaying(false);
    m_scrubbed = false;
    moveTo(m_run->report.history.entries[number - 1].at);
}

void RunPlayer::tick()
{
    const auto real =
        std::min<std::chrono::duration<double, std::micro>>(std::chrono::nanoseconds(m_sinceTick.nsecsElapsed()), longestFrame);
    m_sinceTick.restart();
    const auto *const slow = slowStretch();
    m_rest += real.count() * (slow ? std::min(m_speed, slow->speed) : m_speed);
    const auto by = std::floor(m_rest);
    m_rest -= by;
    m_scrubbed = false;
    advanceTo(std::min({m_position + Time(static_cast<std::int64_t>(by)), nextSlowStretch(), end()}));
}

bool RunPlayer::stopsBefore(Time time) const
{
    const auto now = std::ranges::equal_range(m_run->lanes.marks, time, {}, &LaneMark::at);
    return m_stopsBefore && std::ranges::any_of(now, [this](const LaneMark &mark) { return m_stopsBefore(mark.number); });
}

// A slot of one of the signals may show another run or stop playing.
void RunPlayer::advanceTo(Time until)
{
    const auto run = m_run;
    const auto &marks = run->lanes.marks;
    auto next = std::ranges::upper_bound(marks, m_position, {}, &LaneMark::at);
    for (auto last = m_position; next != marks.end() && next->at <= until; ++next) {
        const bool isNews = next->at > last; // events at the same time are one moment
        last = next->at;
        if (!isNews)
            continue;
        if (stopsBefore(next->at)) {
            moveTo(next->at - Time(1));
            return setPlaying(false);
        }
        moveTo(next->at);
        if (m_run != run)
            return;
        const bool stops = m_stopsAtDecisive;
        if (stops)
            setPlaying(false);
        emit decisiveReached(next->number);
        if (stops || m_run != run || !isPlaying())
            return;
    }
    moveTo(until);
    if (m_position == end())
        setPlaying(false);
}

} // namespace lockscope
