// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/state_rules.h"

#include "lockcore/base/duration.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto takenOverFor = 5s;
constexpr auto tooLongHeld = 1h;

Milliseconds milliseconds(Microseconds duration) { return std::chrono::duration_cast<Milliseconds>(duration); }

// A busy watchdog is late by less than half a period. For very short periods the scheduling delay is added.
std::optional<ServerTime> renewalDue(const LockInfo &lock)
{
    if (!lock.renewals.period || !lock.renewals.last || !lock.deadline)
        return std::nullopt;
    return *lock.renewals.last + *lock.renewals.period * 3 / 2 + 200ms;
}

bool renewalOverdue(const LockInfo &lock, ServerTime now)
{
    const auto due = renewalDue(lock);
    return due && *lock.deadline > now && now > *due;
}

bool isImmortal(const LockInfo &lock, const StateEvidence &evidence)
{
    return !lock.deadline && leaseIsDue(evidence.leaseRule, evidence.leaseBefore.has_value()) && lock.noLeaseSince
           && evidence.lastLook - *lock.noLeaseSince >= betweenLooks;
}

std::string whyImmortal(const LockInfo &lock, const StateEvidence &evidence)
{
    const auto due = evidence.leaseRule == LeaseRule::Always
                         ? std::string("its library always sets a TTL")
                         : "under this name a lease of " + durationText(*evidence.leaseBefore) + " was seen";
    return due + ", and two looks " + durationText(milliseconds(evidence.lastLook - *lock.noLeaseSince)) + " apart show none";
}

// What ends the lock; empty: only a release.
std::string whatEndsIt(const LockInfo &lock, const StateEvidence &evidence)
{
    if (evidence.lapses)
        return "no TTL, but its value says when it lapses";
    const bool each = !lock.holders.empty() && lock.moreHolders == 0
                      && std::ranges::all_of(lock.holders, [](const Holder &holder) { return holder.deadline.has_value(); });
    return each ? "no TTL, but a deadline of its own for each holder" : std::string();
}

// When the result of noLeaseTooLong() changes. None: never, and for a semaphore that only counts its permits, because perhaps none is
// taken.
std::optional<ServerTime> noLeaseUntil(const LockInfo &lock, const StateEvidence &evidence)
{
    if (lock.deadline || !lock.noLeaseSince || !heldFor(lock, evidence.now))
        return std::nullopt;
    return *lock.noLeaseSince + evidence.attentionAfter;
}

// The age is the time since Lockscope first saw it. OBJECT IDLETIME would be misleading: a look and a waiter's SET NX reset it, and small
// numbers share one object.
bool noLeaseTooLong(const LockInfo &lock, const StateEvidence &evidence)
{
    const auto until = noLeaseUntil(lock, evidence);
    return until && *until <= evidence.now && whatEndsIt(lock, evidence).empty();
}

std::string whyNoLease(const StateEvidence &evidence, bool tooLong)
{
    const std::string why = evidence.leaseRule == LeaseRule::NeverByDesign ? "its library sets no TTL" : "no TTL: only a release ends it";
    return tooLong ? why + ", and it was seen so for " + durationText(evidence.attentionAfter) + " or more" : why;
}

StateVerdict stateOf(const LockInfo &lock, const StateEvidence &evidence, bool tooLong)
{
    const auto now = evidence.now;
    const bool bare = !lock.deadline;
    if (isImmortal(lock, evidence))
        return {LockState::Immortal, whyImmortal(lock, evidence)};
    if (evidence.lapses && *evidence.lapses < now)
        return {LockState::Stale, "its value says that it lapsed " + durationText(milliseconds(now - *evidence.lapses)) + " ago"
                                      + (evidence.mayBeTaken ? ", unless that is the time at which it was taken" : "")};
    if (renewalOverdue(lock, now))
        return {LockState::RenewalOverdue, "renewed every " + durationText(*lock.renewals.period) + " until "
                                               + durationText(milliseconds(now - *lock.renewals.last)) + " ago"};
    if (evidence.takenOverAt && now - *evidence.takenOverAt < takenOverFor)
        return {LockState::TakenOver, "it changed hands without being seen free"};
    if (isExpiring(lock, now))
        return {LockState::Expiring, "it ends in less than 5 s unless it is renewed"};
    auto endsBy = bare ? whatEndsIt(lock, evidence) : std::string();
    const bool noLease = bare && endsBy.empty();
    const auto withoutLease = [&] { return StateVerdict{LockState::NoLease, whyNoLease(evidence, tooLong)}; };
    // Waiters do not make a lock without an end less of a problem. If the library never sets a TTL, "contended" says more.
    if (noLease && (tooLong || evidence.leaseRule != LeaseRule::NeverByDesign))
        return withoutLease();
    if (lock.waiters.any())
        return {LockState::Contended, lock.waiters.why};
    if (lock.heldSinceObserved && now - lock.heldSince > tooLongHeld && lock.renewals.count > 0)
        return {LockState::HeldTooLong, "held for more than an hour, and renewed throughout"};
    if (noLease)
        return withoutLease();
    if (evidence.ownerScope == OwnerScope::Nobody)
        return {LockState::UnknownOwner, "its value does not say who holds it"};
    return {LockState::Held, std::move(endsBy)};
}

} // namespace

bool leaseIsDue(LeaseRule rule, bool leaseBefore) { return rule == LeaseRule::Always || (rule == LeaseRule::CallersChoice && leaseBefore); }

StateVerdict stateOf(const LockInfo &lock, const StateEvidence &evidence)
{
    const bool tooLong = noLeaseTooLong(lock, evidence);
    auto verdict = stateOf(lock, evidence, tooLong);
    verdict.noLeaseTooLong = tooLong && verdict.state == LockState::NoLease;
    return verdict;
}

// The times at which the state can change.
std::optional<ServerTime> nextChange(const LockInfo &lock, const StateEvidence &evidence)
{
    constexpr Microseconds after{1};
    std::optional<ServerTime> next;
    const auto consider = [&](ServerTime moment) {
        if (moment > evidence.now)
            next = std::min(next.value_or(moment), moment);
    };
    if (evidence.lapses)
        consider(*evidence.lapses + after);
    if (const auto due = renewalDue(lock))
        consider(*due + after);
    if (evidence.takenOverAt)
        consider(*evidence.takenOverAt + takenOverFor);
    if (lock.heldSinceObserved && lock.renewals.count > 0)
        consider(lock.heldSince + tooLongHeld + after);
    if (const auto until = noLeaseUntil(lock, evidence))
        consider(*until);
    if (lock.deadline) {
        consider(*lock.deadline);
        consider(*lock.deadline - expiringBelow);
        if (lock.lease)
            consider(*lock.deadline - *lock.lease / 4 + after);
    }
    return next;
}

} // namespace lockcore
