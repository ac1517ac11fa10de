// SPDX-License-Identifier: MIT
#include "lockcore/monitor/incidents/incident.h"

#include "lockcore/monitor/model/words.h"

namespace lockcore {

namespace {

using Kind = Incident::Kind;

constexpr Words<Kind, 9> kinds = {{
    {Kind::DeletedEarly, "deleted-early"},
    {Kind::Resurrected, "resurrected"},
    {Kind::Immortal, "immortal"},
    {Kind::RenewalOverdue, "renewal-overdue"},
    {Kind::StillNoLease, "still-no-lease"},
    {Kind::FeedBlind, "feed-blind"},
    {Kind::RemovedWhileHeld, "removed-while-held"},
    {Kind::RenewedByAnother, "renewed-by-another"},
    {Kind::TakenWhileHeld, "taken-while-held"},
}};

} // namespace

std::string_view toString(Kind kind) { return wordOf(kinds, kind); }

std::optional<Kind> incidentKind(std::string_view word) { return fromWord(kinds, word); }

std::optional<Kind> incidentKind(EventType type)
{
    switch (type) {
    case EventType::DeletedEarly: return Kind::DeletedEarly;
    case EventType::Resurrected: return Kind::Resurrected;
    case EventType::Immortal: return Kind::Immortal;
    case EventType::RenewalOverdue: return Kind::RenewalOverdue;
    case EventType::StillNoLease: return Kind::StillNoLease;
    default: return std::nullopt;
    }
}

bool isState(Incident::Kind kind)
{
    return kind == Incident::Kind::Immortal || kind == Incident::Kind::StillNoLease || kind == Incident::Kind::RenewalOverdue;
}

bool isSameMatter(const Incident &one, const Incident &other)
{
    return one.kind == other.kind && one.id == other.id && one.node == other.node;
}

} // namespace lockcore
