// SPDX-License-Identifier: MIT
#include "ui/monitor/details_history.h"

#include "ui/monitor/event_model.h"
#include "ui/words/event_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/tone.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t mostLines = 8;

bool isSameRenewing(const LockEvent &one, const LockEvent &other)
{
    return one.type == EventType::Renewed && other.type == EventType::Renewed && one.owner == other.owner;
}

Fact::KeySnapshot lookOf(EventType type)
{
    switch (toneOf(type)) {
    case Tone::Danger: return Fact::KeySnapshot::Danger;
    case Tone::Warning: return Fact::KeySnapshot::Warning;
    case Tone::Plain: break;
    case Tone::Quiet: return Fact::KeySnapshot::Light;
    }
    return Fact::KeySnapshot::Plain;
}

} // namespace

void DetailsHistory::begin(const LockId &id, EventModel &events, const TimelineLane *lane)
{
    m_id = id;
    m_lines.clear();
    m_awaited = lane && lane->awaited();
    if (lane) {
        for (const auto &wait : lane->waits)
            insert({wait.begin, {}, 1, wait.end});
    }
    events.flush();
    for (int row = 0; row < events.rowCount(); ++row) {
        if (events.eventAt(row).id == id)
            add(events.eventAt(row));
    }
}

void DetailsHistory::apply(const MonitorChange &change, ServerTime now)
{
    for (const auto &event : change.events) {
        if (event.id == m_id)
            add(event);
    }
    const auto isThis = [this](const auto &id) { return id == m_id; };
    if (std::ranges::any_of(change.gone, isThis, [](const auto &gone) { return gone.last.id; }))
        setAwaited(false, now);
    const auto lock = std::ranges::find(change.changed, m_id, &LockInfo::id);
    if (lock != change.changed.end())
        setAwaited(lock->waiters.any(), now);
}

void DetailsHistory::noteWait(const WaitChange &wait)
{
    if (wait.id == m_id)
        setAwaited(wait.awaited, wait.at);
}

void DetailsHistory::add(const LockEvent &event)
{
    if (!m_lines.empty() && m_lines.back().event && isSameRenewing(*m_lines.back().event, event)) {
        ++m_lines.back().times;
        m_lines.back().time = event.time;
    } else {
        insert({event.time, event, 1, {}});
    }
}

void DetailsHistory::setAwaited(bool awaited, ServerTime at)
{
    if (awaited == std::exchange(m_awaited, awaited))
        return;
    if (awaited)
        return insert({at, {}, 1, {}});
    const auto open = std::ranges::find_if(m_lines.rbegin(), m_lines.rend(), [](const Line &line) { return !line.event; });
    if (open != m_lines.rend())
        open->waitedUntil = at;
}

void DetailsHistory::insert(Line line)
{
    const auto after = std::ranges::upper_bound(m_lines, line.time, {}, &Line::time);
    m_lines.insert(after, std::move(line));
    if (m_lines.size() > mostLines + 1) // one more than is shown, to know that there are more
        m_lines.pop_front();
}

QString DetailsHistory::text(const Line &line)
{
    if (!line.event && !line.waitedUntil)
        return Words::tr("somebody waits since then");
    if (!line.event)
        return Words::tr("somebody waited for %1").arg(spanText(std::chrono::duration_cast<Milliseconds>(*line.waitedUntil - line.time)));
    const auto &event = *line.event;
    if (event.type == EventType::ForceReleased && !event.owner.empty())
        return Words::tr("force-released by you · %1 held it").arg(ownerText(event.owner));
    const auto what = line.times > 1 ? Words::tr("renewed %Ln times", nullptr, line.times) : eventText(event.type);
    return event.owner.empty() || line.times > 1 ? what : u"%1 · %2"_s.arg(what, ownerText(event.owner));
}

QList<Fact> DetailsHistory::facts(const std::function<int(const Bytes &)> &colourOf, const TraceRecord *traced) const
{
    QList<Fact> facts;
    for (auto line = m_lines.rbegin(); line != m_lines.rend(); ++line) {
        if (facts.size() == mostLines) {
            facts.append({{}, Words::tr("Earlier events are in the timeline and in the event list."), Fact::KeySnapshot::Light, -1});
            break;
        }
        const auto by = traced && line->event ? traced->by(*line->event) : std::nullopt;
        const auto said = by ? Words::tr("%1 · by %2").arg(text(*line), by->brief) : text(*line);
        facts.append({timeText(line->time), said, line->event ? lookOf(line->event->type) : Fact::KeySnapshot::Plain,
                      line->event ? colourOf(line->event->owner) : -1});
    }
    return facts;
}

} // namespace lockscope
