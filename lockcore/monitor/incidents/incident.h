// SPDX-License-Identifier: MIT
// Something that went wrong with a lock, or with watching: a person should see it, even hours later. A value; any thread.
#pragma once

#include "lockcore/monitor/model/event.h"

namespace lockcore {

struct Incident
{
    enum class Kind {
        DeletedEarly,
        Resurrected,
        Immortal,
        RenewalOverdue,
        StillNoLease, ///< without an expiry for too long
        FeedBlind,    ///< the connection was lost: what happened to the locks meanwhile is not known

        // Found by a trace.
        RemovedWhileHeld,
        RenewedByAnother,
        TakenWhileHeld,
    };

    Kind kind = Kind::DeletedEarly;
    std::string server; ///< as the user calls it: the name of a profile, or the address
    std::string node;   ///< the address that was watched; FeedBlind of a cluster: of the node
    LockId id;          ///< FeedBlind: none, the key is empty
    Bytes owner;
    ServerTime first{};
    ServerTime last{}; ///< of repeats, and the end of FeedBlind, if it is known
    std::int64_t times = 1;
    std::string why;       ///< the evidence, of the last time; locale-free English
    bool unproved = false; ///< a trace found it, but it may be as it should be; `why` says so, too
    bool acknowledged = false;
    bool standing = false; ///< only until it is in a list: a state that may have been there before this watch began
    bool operator==(const Incident &) const = default;
};

std::string_view toString(Incident::Kind kind); ///< deleted-early resurrected immortal renewal-overdue still-no-lease feed-blind …
std::optional<Incident::Kind> incidentKind(std::string_view word);

/// The table of what is an incident. A hand-over, an end, an expiry and a release by Lockscope are none.
std::optional<Incident::Kind> incidentKind(EventType type);

/// Whether it lasts until somebody mends it, so that the next watch meets it again.
bool isState(Incident::Kind kind);

/// Whether one is a repeat of the other: the same kind, of the same lock, on the same node.
bool isSameMatter(const Incident &one, const Incident &other);

} // namespace lockcore
