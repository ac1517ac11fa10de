// SPDX-License-Identifier: MIT
// What happened while owners stayed: to their leases, or that one was released and taken again. Pure. Private to the event rules.
#pragma once

#include "lockcore/monitor/model/departures.h"

namespace lockcore::rules {

class LeaseChanges final : private ChangeRules
{
public:
    LeaseChanges(const Change &change, Departures &departures)
        : ChangeRules(change)
        , m_departures(departures)
    { }

    void renewals();                  ///< each holder's own lease, or that of the whole lock, which only a single holder can have changed
    void lease(const Holder *holder); ///< of the whole lock; null: nobody knows who changed it
    void leaseOfNobody();             ///< whether it was renewed or changed hands, the value does not say

    /// The same owner may have lost the lock and got it again: in the time between two polls, while others came and went, or by a change
    /// of which was heard only after the look.
    void mark(LockEvent &event) const;

private:
    const Holder *holderBefore(const Holder &holder) const { return holderLike(m_before->finding, holder); }
    bool othersCameOrWent() const;
    bool cameOrWent() const;
    bool isOneChange() const;
    void moved(ServerTime was, ServerTime is, const Holder *holder);
    std::string orAgain() const;
    bool passedOn();
    bool refreshed();
    void ownWrites();
    void renewed(const std::string &by, const Holder *holder);
    void renewed(const Holder &holder, std::string why, bool shared);

    Departures &m_departures;
};

} // namespace lockcore::rules
