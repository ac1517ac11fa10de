// SPDX-License-Identifier: MIT
#include "ui/monitor/timeline_feed.h"

#include "lockcore/base/bytes.h"
#include "ui/widgets/lane_colours.h"
#include "ui/words/tone.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

constexpr std::size_t mostBlindness = 100;
constexpr std::size_t mostHomes = 100; // a slot that moves more often has moved long ago

QString shown(const Bytes &bytes) { return QString::fromStdString(escaped(bytes)); }

// A mark has at least the tone of the span on which it is.
TimelineLook::Tone markTone(EventType type)
{
    switch (toneOf(type)) {
    case Tone::Quiet:
    case Tone::Plain: break;
    case Tone::Warning: return TimelineLook::Tone::Warning;
    case Tone::Danger: return TimelineLook::Tone::Danger;
    }
    return TimelineLook::Tone::Plain;
}

} // namespace

std::vector<TimelineLook> TimelineFeed::looks()
{
    using Shape = TimelineLook::Shape;
    static_assert(static_cast<int>(EventType::Immortal) + 1 == Joined);
    std::vector<TimelineLook> looks(MarkCount);
    const auto set = [&](EventType type, Shape shape, bool labelled) {
        looks[static_cast<std::size_t>(type)] = {shape, markTone(type), eventText(type), labelled, isEnd(type), markOf(type)};
    };
    for (const auto type : {EventType::Seen, EventType::Acquired, EventType::TakenOver, EventType::Released, EventType::Ended})
        set(type, Shape::None, false);
    set(EventType::Renewed, Shape::Tick, false);
    for (const auto type :
         {EventType::Reentered, EventType::PartlyReleased, EventType::LeaseSet, EventType::LeaseShortened, EventType::Moved})
        set(type, Shape::Notch, false);
    set(EventType::Expired, Shape::Edge, true);
    set(EventType::ForceReleased, Shape::Edge, true);
    set(EventType::OutOfSight, Shape::Edge, true);
    set(EventType::LeaseRemoved, Shape::Alarm, true);
    for (const auto type : {EventType::StillNoLease, EventType::RenewalOverdue, EventType::Immortal})
        set(type, Shape::Alarm, true);
    set(EventType::DeletedEarly, Shape::Alarm, true);
    set(EventType::Resurrected, Shape::Alarm, true);
    looks[Joined] = {Shape::Notch, TimelineLook::Tone::Plain, eventText(EventType::Acquired), false, false};
    looks[Left] = {Shape::Notch, TimelineLook::Tone::Plain, eventText(EventType::Released), false, false};
    looks[WaitingBegan] = {Shape::None, TimelineLook::Tone::Plain, Words::tr("somebody waits"), false, false};
    looks[WaitingEnded] = {Shape::None, TimelineLook::Tone::Plain, Words::tr("nobody is known to wait"), false, false};
    return looks;
}

TimelineFeed::TimelineFeed(std::size_t ring)
    : m_history(ring)
{ }

void TimelineFeed::apply(const MonitorChange &change, ServerTime now)
{
    Present present;
    for (const auto &lock : change.changed)
        present.emplace(lock.id, &lock);
    for (const auto &event : change.events)
        note(event, present);
    for (const auto &gone : change.gone) {
        if (!present.contains(gone.last.id)) // otherwise the lock exists again
            end(gone, now);
    }
    for (const auto &lock : change.changed) {
        adjust(lock, now);
        if (change.state.cluster)
            noteHome(laneOf(lock.id), lock, change.state, now);
    }
    noteBlindness(change.state, now);
    for (const int lane : m_history.takeEmptied()) {
        m_lanes.erase(m_ids[static_cast<std::size_t>(lane)]);
        if (static_cast<std::size_t>(lane) < m_homes.size())
            m_homes[static_cast<std::size_t>(lane)].clear();
    }
}

TimelineSpan TimelineFeed::spanOf(int lane, const Bytes &owner, TimelineTime begin, bool beginSeen) const
{
    const auto name = shown(owner);
    return {begin, {}, name, nextColourIn(m_history.lane(lane), name), beginSeen};
}

int TimelineFeed::colourOf(const LockId &id, const Bytes &owner) const
{
    const int lane = laneOf(id);
    return lane < 0 ? -1 : colourIn(m_history.lane(lane), shown(owner));
}

int TimelineFeed::ensureLane(const LockId &id)
{
    const auto known = m_lanes.find(id);
    if (known != m_lanes.end())
        return known->second;
    const int lane = m_history.addLane(shown(id.key));
    m_lanes.emplace(id, lane);
    m_ids.resize(std::max(m_ids.size(), static_cast<std::size_t>(lane) + 1));
    m_ids[static_cast<std::size_t>(lane)] = id;
    return lane;
}

void TimelineFeed::note(const LockEvent &event, const Present &present)
{
    const int lane = ensureLane(event.id);
    const auto now = present.find(event.id);
    const bool begins = event.type == EventType::Seen || event.type == EventType::Acquired;
    const bool joins = event.type == EventType::Acquired && m_history.lane(lane).held();
    const bool goesOn = isEnd(event.type) && now != present.end() && now->second->heldSince < event.time; // others still hold it
    const bool leaves = goesOn && !endWord(event.type).empty();
    m_history.mark(lane, {event.time, joins ? Joined : leaves ? Left : static_cast<int>(event.type)});
    if ((begins && !joins) || event.type == EventType::TakenOver || event.type == EventType::Resurrected)
        m_history.open(lane, spanOf(lane, event.owner, event.time, event.type != EventType::Seen));
    else if (isEnd(event.type) && !goesOn)
        m_history.close(lane, event.time);
}

void TimelineFeed::end(MonitorChange::Gone gone, ServerTime now)
{
    const auto id = gone.last.id;
    const int lane = ensureLane(id);
    m_history.close(lane, now); // usually its event has already closed it, unless the event was dropped
    setAwaited(lane, false, now);
    forgetGone(id);
    gone.at = gone.at.value_or(now);
    m_gone.push_front(std::move(gone));
    m_goneAt[id] = m_gone.begin();
    if (m_gone.size() > mostGone)
        forgetGone(LockId(m_gone.back().last.id));
}

// The current state of the lock is more reliable than the events, some of which may have been dropped.
void TimelineFeed::adjust(const LockInfo &lock, ServerTime now)
{
    const int lane = ensureLane(lock.id);
    const auto &owner = lock.holders.empty() ? Bytes() : lock.holders.front().owner;
    const auto &here = m_history.lane(lane);
    if (!here.held())
        m_history.open(lane, spanOf(lane, owner, lock.heldSince, lock.heldSinceObserved));
    else if (here.spans.back().owner != shown(owner))
        m_history.open(lane, spanOf(lane, owner, now, true));
    else
        m_history.beginEarlier(lane, lock.heldSince, lock.heldSinceObserved);
    setAwaited(lane, lock.waiters.any(), now);
    forgetGone(lock.id);
}

void TimelineFeed::setAwaited(int lane, bool awaited, ServerTime at)
{
    if (awaited == m_history.lane(lane).awaited())
        return;
    m_history.setAwaited(lane, awaited, at);
    m_history.mark(lane, {at, awaited ? WaitingBegan : WaitingEnded});
}

void TimelineFeed::noteWait(const WaitChange &wait) { setAwaited(ensureLane(wait.id), wait.awaited, wait.at); }

void TimelineFeed::noteDropped(ServerTime begin, ServerTime end, std::int64_t events) { m_blindness.push_back({begin, end, events}); }

// Each node of a cluster for itself.
void TimelineFeed::noteBlindness(const MonitorState &state, ServerTime now)
{
    if (!state.cluster)
        return setBlind({now}, state.phase == MonitorState::Phase::Lost, now);
    const auto &primaries = state.cluster->primaries;
    for (const auto &node : primaries)
        setBlind({node.unknownSince.value_or(now), {}, 0, node.number, node.address}, node.unknownSince.has_value(), now);
    for (auto &blindness : m_blindness) { // what no longer serves anything is not missed
        if (!blindness.end && std::ranges::none_of(primaries, [&](const auto &node) { return blindness.node == node.number; }))
            blindness.end = now;
    }
}

void TimelineFeed::setBlind(const Blindness &begin, bool blind, ServerTime now)
{
    const auto open = std::ranges::find_if(m_blindness, [&](const auto &one) { return !one.end && one.node == begin.node; });
    if (blind && open == m_blindness.end())
        m_blindness.push_back(begin);
    if (!blind && open != m_blindness.end())
        open->end = now;
    if (const auto oldest = std::ranges::find_if(m_blindness, [](const auto &one) { return one.end.has_value(); });
        m_blindness.size() > mostBlindness && oldest != m_blindness.end())
        m_blindness.erase(oldest);
}

// Its first node may have had it before.
void TimelineFeed::noteHome(int lane, const LockInfo &lock, const MonitorState &state, ServerTime now)
{
    const auto *node = state.cluster->find(lock.node);
    if (!node)
        return;
    m_homes.resize(std::max(m_homes.size(), m_ids.size()));
    auto &homes = m_homes[static_cast<std::size_t>(lane)];
    if (homes.empty() || homes.back().node != node->number)
        homes.push_back({homes.empty() ? TimelineTime{} : now, node->number});
    if (homes.size() > mostHomes)
        homes.erase(homes.begin());
}

std::vector<TimelineFeed::Blindness> TimelineFeed::blindnessOf(int lane) const
{
    std::vector<Blindness> here;
    if (static_cast<std::size_t>(lane) >= m_homes.size())
        return here;
    const auto &homes = m_homes[static_cast<std::size_t>(lane)];
    for (std::size_t i = 0; i < homes.size(); ++i) {
        const auto until = i + 1 < homes.size() ? std::optional(homes[i + 1].since) : std::nullopt;
        for (auto blindness : m_blindness) {
            if (blindness.node != homes[i].node || (until && *until <= blindness.begin)
                || (blindness.end && *blindness.end <= homes[i].since))
                continue;
            blindness.begin = std::max(blindness.begin, homes[i].since);
            if (until)
                blindness.end = std::min(blindness.end.value_or(*until), *until);
            here.push_back(blindness);
        }
    }
    return here;
}

void TimelineFeed::forgetGone(const LockId &id)
{
    const auto found = m_goneAt.find(id);
    if (found == m_goneAt.end())
        return;
    const auto entry = found->second;
    m_goneAt.erase(found);
    m_gone.erase(entry);
}

const MonitorChange::Gone *TimelineFeed::findGone(const LockId &id) const
{
    const auto found = m_goneAt.find(id);
    return found == m_goneAt.end() ? nullptr : &*found->second;
}

void TimelineFeed::clear()
{
    m_history.clear();
    m_lanes.clear();
    m_ids.clear();
    m_homes.clear();
    m_gone.clear();
    m_goneAt.clear();
    m_blindness.clear();
}

int TimelineFeed::laneOf(const LockId &id) const
{
    const auto found = m_lanes.find(id);
    return found == m_lanes.end() ? -1 : found->second;
}

} // namespace lockscope
