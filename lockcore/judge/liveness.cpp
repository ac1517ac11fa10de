// SPDX-License-Identifier: MIT
#include "lockcore/judge/liveness.h"

#include "lockcore/base/duration.h"

#include <algorithm>
#include <set>

namespace lockcore::detail {

namespace {

constexpr Milliseconds leaseIfNone{1000}; // a lock without a lease still gets a bound

// The owner may hold the lock without knowing it, until it sends a release or dies.
Number doubtEnds(const Run &run, const Attempt &attempt)
{
    for (auto number = attempt.answered; number <= run.size(); ++number) {
        const auto *const sent = run.as<entry::Sent>(number);
        if (sent && sent->request == entry::Request::Release && sent->who == attempt.who && sent->lock == attempt.lock
            && sent->owner == attempt.owner)
            return number;
        const auto *const died = run.as<entry::Died>(number);
        if (died && died->who == attempt.who)
            return number;
    }
    return 0;
}

// The acquire is in flight, and a holding made by its worker exists.
bool perhapsHolds(const Run &run, const Attempt &attempt, Number from, Number to)
{
    const auto meets = [=](Number begin, Number end) { return begin <= to && (end == 0 || end > from); };
    const auto end = attempt.answered != 0 ? attempt.answered : run.lives.at(attempt.who).died;
    const bool open = (attempt.answered == 0 || attempt.granted) && meets(attempt.sent, end);
    if (!open || !run.header().record)
        return open;
    return std::ranges::any_of(run.elements, [&](const Element &element) {
        return element.by == attempt.who && element.created > attempt.sent && element.role != entry::Role::Other
               && (element.lock.empty() || element.lock == attempt.lock) && meets(element.created, element.ended);
    });
}

// The element is at the key of a claim's holding, or a format recognised it.
bool isHeldBySomebody(const Case &of, const Element &element)
{
    return element.role == entry::Role::Holding || std::ranges::any_of(of.holdings, [&](const Holding &holding) {
               return std::ranges::any_of(holding.elements, [&](std::size_t held) { return sameKey(of.run.elements[held], element); });
           });
}

/// The claim to which each element belongs, by the index of the element; null: none.
std::vector<const Claim *> ownersOf(const Case &of)
{
    std::vector<const Claim *> owners(of.run.elements.size());
    for (std::size_t i = 0; i < of.holdings.size(); ++i) {
        for (const auto element : of.holdings[i].elements)
            owners[element] = &of.run.claims[i];
    }
    return owners;
}

// No acquire succeeded with this element: it may be a waiter's place in a queue, or the message of a release that the lock is free.
bool mayTakeNothing(const Run &run, const Element &made)
{
    const auto isAt = [&](const auto &request) { return request.sent < made.created && request.answered > made.created; };
    return std::ranges::any_of(run.attempts,
                               [&](const Attempt &attempt) { return attempt.who == made.by && attempt.waiting != 0 && isAt(attempt); })
           || std::ranges::any_of(run.claims, [&](const Claim &claim) {
                  return run.first(claim).who == made.by && std::ranges::any_of(claim.releases, isAt);
              });
}

// The keys of the holdings, if each worker that got the lock has named its own: other keys are queues, counters, notes.
std::optional<std::set<Bytes>> namedKeys(const Run &run, const std::string &lock)
{
    std::set<Bytes> keys;
    for (const auto &claim : run.claims) {
        const auto &first = run.first(claim);
        if (first.lock != lock)
            continue;
        if (!first.answer.key)
            return std::nullopt;
        keys.insert(*first.answer.key);
    }
    return keys.empty() ? std::nullopt : std::optional(std::move(keys));
}

// The waiter may not have removed its place in the queue, or not have taken its turn when it came.
bool isGone(const Case &of, const Attempt &attempt)
{
    if (attempt.wait == Milliseconds(0))
        return false;
    const auto until = attempt.answered == 0 ? of.run.size() : attempt.answered;
    return (attempt.answered == 0 && of.run.lives.at(attempt.who).died != 0)
           || (attempt.answered != 0 && !attempt.granted && attempt.answer.answer == entry::Answer::Error)
           || of.disturbances.fault(attempt.who, attempt.sent, until) != 0 || of.disturbances.stall(attempt.who, attempt.sent, until) != 0;
}

// A client that queues again after a lost message may have its old place before it.
bool mayHaveAnotherPlace(const Run &run, const Attempt &attempt)
{
    const auto until = attempt.answered == 0 ? run.size() : attempt.answered;
    return run.lastNetwork(attempt.who, attempt.sent, until) != 0 || run.lastServerFault(attempt.sent, until) != 0;
}

} // namespace

bool isGivenBack(const Claim &claim, const Attempt &waiter)
{
    if (claim.how != ClaimEnd::Released || claim.releases.empty())
        return false;
    const auto &last = claim.releases.back();
    return last.ok && last.count.value_or(0) == 0 && last.answered < waiter.sent;
}

std::optional<Microseconds> patience(const Case &of, const std::string &lock, const Attempt *waiter)
{
    const auto &run = of.run;
    auto lease = run.header().lease.value_or(Milliseconds(0));
    std::set<std::size_t> givenBack;
    for (const auto &claim : run.claims) {
        if (waiter && isGivenBack(claim, *waiter)) { // its lease is no reason to wait
            givenBack.insert(claim.attempts.begin(), claim.attempts.end());
            continue;
        }
        for (const auto &extension : claim.extensions)
            lease = std::max(lease, extension.lease.value_or(Milliseconds(0)));
    }
    std::int64_t gone = 0;
    for (std::size_t i = 0; i < run.attempts.size(); ++i) {
        const auto &attempt = run.attempts[i];
        if (attempt.lock != lock)
            continue;
        if (!givenBack.contains(i))
            lease = std::max(lease, attempt.longestLease.value_or(Milliseconds(0)));
        gone += isGone(of, attempt) && (&attempt != waiter || mayHaveAnotherPlace(run, attempt)) ? 1 : 0;
    }
    if (lease == Milliseconds(0))
        lease = leaseIfNone;
    auto queueTimeout = run.queueTimeout;
    if (!queueTimeout && isOfSessions(run)) // which keep the places, too
        queueTimeout = lease;
    const bool keepsPlaces = hasCapability(run, Capability::Fair) || hasCapability(run, Capability::ReadWrite); // of a waiting writer
    if (!queueTimeout && gone > 0 && keepsPlaces)
        return std::nullopt;
    return 2 * lease + (gone + 1) * queueTimeout.value_or(Milliseconds(0));
}

bool claimed(const Run &run, const std::string &lock, Number from, Number to)
{
    const auto meets = [=](Number begin, Number end) { return begin <= to && (end == 0 || end > from); };
    return std::ranges::any_of(run.claims,
                               [&](const Claim &claim) { return run.first(claim).lock == lock && meets(claim.begin, claim.end); })
           || std::ranges::any_of(run.attempts, [&](const Attempt &attempt) {
                  return attempt.lock == lock
                         && ((attempt.indefinite && meets(attempt.sent, doubtEnds(run, attempt))) || perhapsHolds(run, attempt, from, to));
              });
}

std::vector<Stretch> freeStretches(const Case &of, const std::string &lock, Unnamed unnamed)
{
    const auto &run = of.run;
    std::vector<Stretch> taken;
    const auto add = [&](Number begin, Number end) { taken.emplace_back(begin, end == 0 ? run.size() : end); };
    for (const auto &claim : run.claims) {
        if (run.first(claim).lock == lock)
            add(claim.begin, claim.end);
    }
    for (const auto &attempt : run.attempts) {
        if (attempt.lock == lock && attempt.indefinite)
            add(attempt.sent, doubtEnds(run, attempt));
    }
    const auto owners = ownersOf(of);
    const auto named = namedKeys(run, lock);
    for (std::size_t i = 0; i < run.elements.size(); ++i) {
        const auto &element = run.elements[i];
        if (element.role == entry::Role::Other || (!element.lock.empty() && element.lock != lock))
            continue;
        if (!owners[i] && element.role == entry::Role::Unknown && named && !named->contains(element.key))
            continue;
        if (unnamed == Unnamed::TakesNothing && owners[i])
            add(becameLock(run, *owners[i], element), element.ended);
        else if (unnamed == Unnamed::Takes || (isHeldBySomebody(of, element) && !mayTakeNothing(run, element)))
            add(element.created, element.ended);
    }
    std::ranges::sort(taken);
    std::vector<Stretch> free;
    Number from = 1;
    for (const auto &[begin, end] : taken) {
        if (begin > from)
            free.emplace_back(from, begin);
        from = std::max(from, end);
    }
    if (from < run.size())
        free.emplace_back(from, run.size());
    return free;
}

std::string needsText(std::optional<Microseconds> bound)
{
    return bound ? "needs " + durationText(std::chrono::ceil<Milliseconds>(*bound))
                 : "nobody has said how long a waiter that is gone keeps its place in the queue "
                   "(queue_timeout_ms of the scenario, or of the worker's hello_ok)";
}

} // namespace lockcore::detail
