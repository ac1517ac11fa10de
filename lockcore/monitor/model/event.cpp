// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/event.h"
#include "lockcore/base/iso_time.h"

#include "lockcore/monitor/model/words.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr Words<EventType, 20> eventTypes = {{
    {EventType::Seen, "seen"},
    {EventType::Acquired, "acquired"},
    {EventType::TakenOver, "taken-over"},
    {EventType::Released, "released"},
    {EventType::Ended, "ended"},
    {EventType::Expired, "expired"},
    {EventType::DeletedEarly, "deleted-early"},
    {EventType::Renewed, "renewed"},
    {EventType::Reentered, "reentered"},
    {EventType::PartlyReleased, "partly-released"},
    {EventType::LeaseSet, "lease-set"},
    {EventType::LeaseShortened, "lease-shortened"},
    {EventType::LeaseRemoved, "lease-removed"},
    {EventType::Resurrected, "resurrected"},
    {EventType::ForceReleased, "force-released"},
    {EventType::OutOfSight, "out-of-sight"},
    {EventType::Moved, "moved"},
    {EventType::StillNoLease, "still-no-lease"},
    {EventType::RenewalOverdue, "renewal-overdue"},
    {EventType::Immortal, "immortal"},
}};

} // namespace

std::string_view toString(EventType type) { return wordOf(eventTypes, type); }

std::string_view eventWord(EventType type) { return toString(type == EventType::Ended ? EventType::Released : type); }

std::string_view endWord(EventType type)
{
    return type == EventType::Released || type == EventType::Ended ? toString(type) : std::string_view();
}

bool has(const std::vector<LockEvent> &events, std::initializer_list<EventType> types)
{
    return std::ranges::any_of(types, [&](EventType type) { return has(events, type); });
}

bool has(const std::vector<LockEvent> &events, EventType type) { return std::ranges::find(events, type, &LockEvent::type) != events.end(); }

bool isEnd(EventType type)
{
    return !endWord(type).empty() || type == EventType::Expired || type == EventType::DeletedEarly || type == EventType::ForceReleased
           || type == EventType::OutOfSight;
}

std::string toString(const LockEvent &event)
{
    std::string text = '#' + std::to_string(event.number) + ' ' + isoTime(event.time) + ' ';
    text += toString(event.type);
    text += ' ' + std::to_string(event.id.db) + ':' + escaped(event.id.key) + ' ' + event.library + ' ';
    text += toString(event.kind);
    text += " owner " + (event.owner.empty() ? "-" : escaped(event.owner)) + " x" + std::to_string(event.count);
    text += " ttl " + (event.ttl ? std::to_string(event.ttl->count()) + "ms" : "none");
    if (event.notBefore)
        text += " not before " + isoTime(*event.notBefore);
    if (!event.from.empty())
        text += " from " + event.from;
    if (!event.node.empty())
        text += " at " + event.node;
    if (event.coalesced)
        text += " coalesced";
    return text + (event.why.empty() ? "" : " (" + event.why + ')');
}

} // namespace lockcore
