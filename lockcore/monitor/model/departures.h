// SPDX-License-Identifier: MIT
// How holdings end: released, expired, deleted early, or freed by us. Pure. Private to the event rules.
#pragma once

#include "lockcore/monitor/model/change_rules.h"

namespace lockcore::rules {

/// What is known of a holding that is over. The clock alone proves no expiry: it may have been released just before.
enum class Expiry {
    No,
    Unlikely, ///< it had changed before its deadline passed
    Perhaps,
    Proven,
};

class Departures final : private ChangeRules
{
public:
    explicit Departures(const Change &change)
        : ChangeRules(change)
    { }

    Expiry expiryOf(const Holder *holder) const;
    bool isOver(const Holder *holder) const;
    bool stillThere(const Holder *holder) const; ///< libraries remove a holder whose time is over only when the next one comes

    void gone(bool coalesced); ///< the end of what `before` showed; `coalesced`: something else is already there
    LockEvent &leftHolder(const Holder &holder);
    LockEvent &expired(const Holder *holder, Expiry expiry);

private:
    // Of a time in the value, without a TTL, it is not known whether it was that of acquisition.
    bool mayHaveBegunThen() const;
    std::optional<ServerTime> ownDeadline(const Holder *holder) const;
    bool mayBeHeldYet() const;
    bool wouldAnnounce() const;
    bool isDeletedEarly(const Holder *holder) const;
    bool knowsItsLast() const;
    std::string left() const;
    std::string lastCount(const Holder *holder) const;

    LockEvent &ended(const Holder *holder, bool coalesced);
    LockEvent &released(const Holder *holder, Expiry expiry, std::string why);
    LockEvent &lostSight(const Holder *holder);
    LockEvent &unclear(const Holder *holder, Expiry expiry, std::string why);
    LockEvent &deletedEarly(const Holder *holder);
};

} // namespace lockcore::rules
