// SPDX-License-Identifier: MIT
#include "lockcore/judge/ending.h"

#include "lockcore/judge/disturbance.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

const Element *elementEnded(const Run &run, Number number)
{
    const auto found = std::ranges::find(run.elements, number, &Element::ended);
    return found == run.elements.end() ? nullptr : &*found;
}

// The earliest time at which the element can have been made. A turn begins only after the record of the turn before it was written, and the
// record is late only while the server or the Lab stalls.
Microseconds madeAfter(const Run &run, const Claim &claim, const Element &element)
{
    const auto &limit = run.header().stallLimit;
    const auto recorded = run.at(element.created);
    auto made = recorded - 2 * limit; // shorter stalls, of both, are not in the history
    for (Number number = 1; number <= run.size(); ++number) {
        const auto *const stalled = run.as<entry::Stalled>(number);
        const bool delays =
            stalled && stalled->place != entry::Place::Worker && (stalled->place == entry::Place::Lab || stalled->server == element.server);
        if (delays && stalled->since < recorded && run.at(number) >= recorded - 2 * limit)
            made = std::min(made, stalled->since - limit);
    }
    const auto cause = run.as<entry::KeyChanged>(element.created)->cause;
    const auto asked = run.first(claim).sent;
    return std::max(made, run.at(cause > asked ? std::max(asked, run.lastTurn(element.server, asked, cause)) : asked));
}

// The worker published a validity, perhaps shorter than the lease that was asked for, and it has passed. From then on the worker claims
// nothing.
bool isPastItsValidity(const Run &run, const Claim &claim, Number number)
{
    const auto &answer = run.first(claim).answer;
    auto end = answer.validity ? std::optional(run.at(run.first(claim).answered) + Microseconds(*answer.validity)) : std::nullopt;
    for (const auto &extension : claim.extensions) {
        if (extension.sent >= number)
            break;
        end = extension.ok && extension.answered < number && extension.validity
                  ? std::optional(run.at(extension.answered) + Microseconds(*extension.validity))
                  : std::nullopt;
    }
    return end && run.at(number) >= *end;
}

// A lease starts at the request at the earliest, and at the turn that made the key.
bool shorterThanAsked(const Run &run, const Claim &claim, const Element &element, Number number)
{
    const auto due = leaseEnd(run, claim, number);
    if (!due || element.created < run.first(claim).sent) // taken over from an earlier acquire
        return false;
    if (isPastItsValidity(run, claim, number))
        return false;
    if (run.at(number) < *due)
        return true;
    const auto lasted = run.at(number) - madeAfter(run, claim, element);
    return claim.extensions.empty() && lasted < surely(*run.first(claim).lease);
}

void judgeExpiry(const Run &run, const Claim &claim, const Element *element, Ending &ending)
{
    const bool early = element && shorterThanAsked(run, claim, *element, ending.number);
    ending.kind = early ? EndKind::TooEarly : EndKind::Expired;
    const auto fault = early ? serverChanged(run, element->created, ending.number) : 0;
    if (fault == 0)
        return;
    ending.kind = EndKind::ServerFault;
    ending.cause = fault;
}

bool isReleasing(const Claim &claim, Number number)
{
    return std::ranges::any_of(claim.releases, [=](const Release &release) {
        const bool done = release.answered != 0 && release.answered < number && (release.ok || release.refused);
        return release.sent < number && !done;
    });
}

// Does this owner itself wait for an answer from the worker?
bool isActing(const Run &run, const Claim &claim, Number number)
{
    const auto isOpen = [=](const auto &request) { return request.sent < number && (request.answered == 0 || request.answered > number); };
    return isReleasing(claim, number) || std::ranges::any_of(claim.extensions, isOpen)
           || std::ranges::any_of(run.attempts, [&](const Attempt &attempt) {
                  return sameOwner(attempt, run.first(claim)) && attempt.lock == run.first(claim).lock && isOpen(attempt);
              });
}

// Has another owner in the worker a lock that a watchdog renews?
bool isRenewedBeside(const Run &run, const Attempt &first, Number number)
{
    return std::ranges::any_of(run.claims, [&](const Claim &other) {
        return run.first(other).watchdog && shareWorker(run.first(other), first) && run.first(other).sent < number
               && (other.over == 0 || other.over > number);
    });
}

// While another owner in the worker waits for an answer, or is renewed, and this one does not and is not, a command is the other's.
bool isAnotherOwners(const Run &run, const Claim &claim, Number number)
{
    const auto &first = run.first(claim);
    return !first.watchdog && !isActing(run, claim, number)
           && (isRenewedBeside(run, first, number)
               || std::ranges::any_of(run.attempts, [&](const Attempt &other) { return asksBeside(first, other, number); }));
}

// Holders of one key share its TTL. The TTL that the element's own owner set last has run out, even if others have set a new one since.
bool ranOutByItself(const Run &run, const Claim &claim, const Element &element, Number number)
{
    auto ttl = element.ttl;
    auto since = element.created;
    bool shared = false;
    for (const auto extended : element.extended) {
        if (extended >= number)
            break;
        const auto &change = *run.as<entry::KeyChanged>(extended);
        if (run.author(change) != element.by || isAnotherOwners(run, claim, extended)) {
            shared = true;
            continue;
        }
        ttl = change.ttl;
        since = extended;
    }
    return shared && ttl && run.at(number) - run.at(since) >= surely(*ttl);
}

// When a deadline passes while the server restarts, no notice is sent: the next command that reads the key finds it missing.
bool ranOutUnseen(const Run &run, const Element &element, Number number)
{
    return leftOf(run, element, number) == Milliseconds(0) && serverChanged(run, element.created, number) != 0;
}

struct TtlSet
{
    std::optional<Milliseconds> ttl;
    Number at = 0;
};

TtlSet ttlBefore(const Run &run, const Element &element, Number number)
{
    TtlSet last{element.ttl, element.created};
    for (const auto extended : element.extended) {
        if (extended < number)
            last = {run.as<entry::KeyChanged>(extended)->ttl, extended};
    }
    return last;
}

// A library compares its own deadline in the value with a clock that may be ahead of the Lab's.
bool isNearItsEnd(const Run &run, const Element &element, Number number)
{
    const auto [ttl, since] = ttlBefore(run, element, number);
    return ttl && run.at(number) - run.at(since) >= surely(*ttl);
}

// A worker may publish a longer time than it was asked for.
Milliseconds published(const Run &run, const Claim &claim)
{
    auto longest = run.first(claim).answer.validity.value_or(Milliseconds(0));
    for (const auto &extension : claim.extensions)
        longest = std::max(longest, extension.validity.value_or(Milliseconds(0)));
    return longest;
}

std::optional<Milliseconds> longestLease(const Run &run, const Claim &claim)
{
    auto longest = run.first(claim).longestLease;
    for (const auto &extension : claim.extensions)
        longest = longest && extension.lease ? std::optional(std::max(*longest, *extension.lease)) : std::nullopt;
    return longest;
}

// The last command of the holder that wrote to the key: a field or a score there may be the lease. It is the change that the command made,
// or the turn that turned a waiter's place into the lock.
Number lastOwnWrite(const Run &run, const Claim &claim, const Element &element, Number before)
{
    const auto became = becameLock(run, claim, element);
    const auto *const last = run.as<entry::KeyChanged>(before);
    for (Number number = before - 1; number > became; --number) {
        const auto *const change = run.as<entry::KeyChanged>(number);
        const bool isPartOfLast = last && change && change->cause != 0 && change->cause == last->cause;
        if (change && !isPartOfLast && sameKey(*change, element) && run.author(*change) == element.by
            && !isAnotherOwners(run, claim, number))
            return number;
    }
    return became < before ? became : element.created;
}

// A TTL that is longer than any lease only cleans up later. The lease is then in the value, where the library's rule puts it.
bool outlastedItsLease(const Run &run, const Claim &claim, const Element &element, Number number)
{
    const auto longest = longestLease(run, claim);
    if (!longest || !element.ttl || *element.ttl <= *longest)
        return false;
    auto lease = *run.first(claim).lease;
    for (const auto &extension : claim.extensions) {
        if (extension.sent < number)
            lease = *extension.lease;
    }
    return run.at(number) - run.at(lastOwnWrite(run, claim, element, number)) >= surely(std::max(lease, published(run, claim)));
}

bool hasTtl(const Run &run, const Element &element)
{
    return element.ttl
           || std::ranges::any_of(element.extended, [&](Number number) { return run.as<entry::KeyChanged>(number)->ttl.has_value(); });
}

// When the worker began the try that made this entry: the commands of one try follow each other within milliseconds. `from` is the request.
Number tryBegan(const Run &run, const Incarnation &who, Number from, Number cause)
{
    constexpr Microseconds withinOneTry{5000};
    for (auto number = cause;;) {
        const auto before = run.lastTurn(who, from, number);
        if (before == 0)
            return from;
        if (run.at(number) - run.at(before) > withinOneTry)
            return before;
        number = before;
    }
}

// Did the worker write to another key between these entries?
bool wroteElsewhere(const Run &run, const Incarnation &who, const Element &element, Number from, Number to)
{
    for (auto number = from + 1; number < to; ++number) {
        const auto *const change = run.as<entry::KeyChanged>(number);
        if (change && !sameKey(*change, element) && run.author(*change) == who)
            return true;
    }
    return false;
}

/// An extend or a renewal that the worker reported as done.
struct Prolonging
{
    Number from = 0; ///< it began after this entry
    Number done = 0;
    Milliseconds lease{};
};

std::vector<Prolonging> prolongingsOf(const Run &run, const Claim &claim)
{
    std::vector<Prolonging> all;
    for (const auto &extension : claim.extensions) {
        if (extension.ok && extension.lease)
            all.push_back({extension.sent, extension.answered, std::max(*extension.lease, extension.validity.value_or(Milliseconds(0)))});
    }
    auto before = run.first(claim).answered;
    for (const auto renewed : claim.renewals) {
        if (run.first(claim).lease)
            all.push_back({before, renewed, *run.first(claim).lease});
        before = renewed;
    }
    std::ranges::sort(all, {}, &Prolonging::done);
    return all;
}

// The lease may be in another key. An extend or a watchdog that wrote to that key and not to the lock made the lease longer or shorter.
Certainty leaseElsewhereIsOver(const Run &run, const Claim &claim, const Element &element, Number written, Number number, Certainty over)
{
    const auto hasPassed = [&](Number since, Milliseconds lease) { return run.at(number) - run.at(since) >= surely(lease); };
    for (const auto &[from, done, lease] : prolongingsOf(run, claim)) {
        if (from < written || done > number || !wroteElsewhere(run, run.first(claim).who, element, from, done))
            continue;
        const bool maybe = over != Certainty::No || hasPassed(from, lease);
        over = hasPassed(done, lease) ? Certainty::Yes : maybe ? Certainty::Maybe : Certainty::No;
    }
    for (const auto &extension : claim.extensions) {
        const bool onItsWay = extension.sent < number && (extension.answered == 0 || extension.answered > number);
        if (onItsWay && extension.lease && over == Certainty::No && hasPassed(extension.sent, *extension.lease))
            over = Certainty::Maybe;
    }
    return over;
}

// Without a TTL, the library's own rule decides when a lock has run out. The worker read the time when it wrote, or when it began the try.
Certainty writtenLeaseIsOver(const Run &run, const Claim &claim, const Element &element, Number number)
{
    const auto &first = run.first(claim);
    const auto written = lastOwnWrite(run, claim, element, number);
    auto lease = first.lease;
    auto asked = first.sent;
    for (const auto &extension : claim.extensions) {
        if (extension.sent < written) {
            lease = extension.lease;
            asked = extension.sent;
        }
    }
    if (!lease)
        return Certainty::No;
    if (written < asked) // taken over from an earlier acquire
        return Certainty::Yes;
    const auto *const change = run.as<entry::KeyChanged>(written);
    const auto cause = change ? change->cause : written;
    const auto began = cause > asked ? tryBegan(run, first.who, asked, cause) : asked;
    const auto over = run.at(number) - run.at(began) < surely(*lease)     ? Certainty::No
                      : run.at(number) - run.at(written) < surely(*lease) ? Certainty::Maybe
                                                                          : Certainty::Yes;
    return leaseElsewhereIsOver(run, claim, element, written, number, over);
}

// A command that cleans up comes just when the TTL is over, as well as the record can tell.
bool ranOut(const Run &run, const Element &element, Number number)
{
    constexpr Milliseconds exactness{2}; // a TTL in whole milliseconds, read a moment after it was set
    const auto left = leftOf(run, element, number);
    return left && *left <= exactness;
}

Certainty lapsed(const Run &run, const Claim &claim, const Element &element, Number number)
{
    if (element.bySession) // the record shows the end of the session
        return Certainty::No;
    if (outlastedItsLease(run, claim, element, number))
        return Certainty::Yes;
    if (!hasTtl(run, element))
        return writtenLeaseIsOver(run, claim, element, number);
    if (ranOutByItself(run, claim, element, number) || ranOutUnseen(run, element, number))
        return Certainty::Yes;
    return isNearItsEnd(run, element, number) ? Certainty::Maybe : Certainty::No;
}

EndKind kindOfRemoval(Certainty lapsed)
{
    return lapsed == Certainty::Yes ? EndKind::Expired : lapsed == Certainty::Maybe ? EndKind::Unknown : EndKind::Removed;
}

// Several owners in one worker share its connections. Only a release in progress shows whose command it was. Before a lock is granted, a
// library cleans up after a failed try.
void judgeOwnRemoval(const Run &run, const Claim &claim, Ending &ending)
{
    const auto &victim = run.first(claim);
    ending.kind = EndKind::OwnRemoval;
    if (ending.number < claim.begin)
        return;
    for (const auto &other : run.claims) {
        const auto &first = run.first(other);
        if (!shareWorker(first, victim) || !isReleasing(other, ending.number))
            continue;
        ending.kind = isActing(run, claim, ending.number) ? EndKind::Unknown : EndKind::OtherOwner;
        ending.owner = &first;
    }
}

// A watchdog does not have to report what it does: it may have moved the lock.
bool mayBeMoved(const Run &run, const Claim &claim, const Ending &ending)
{
    return run.first(claim).watchdog && ending.cause != 0 && !isReleasing(claim, ending.number)
           && std::ranges::any_of(run.elements, [&](const Element &made) {
                  return made.role != entry::Role::Other && run.as<entry::KeyChanged>(made.created)->cause == ending.cause;
              });
}

// A renewal that sets a TTL that is over removes the key.
bool isRenewal(const Run &run, const Claim &claim, const Ending &ending)
{
    const auto *const turn = run.as<entry::Turn>(ending.cause);
    return turn && turn->verb == entry::Verb::Extend && ending.number > claim.begin && !isReleasing(claim, ending.number);
}

// Was the key changed again before the answer? Then the earlier change may not be the one that gave the lock.
bool changedAgain(const Run &run, const Attempt &attempt, const entry::KeyChanged &changed)
{
    for (Number number = changed.cause + 1; number < attempt.answered; ++number) {
        const auto *const later = run.as<entry::KeyChanged>(number);
        if (later && later->cause > changed.cause && later->event != entry::KeyEvent::Extended && sameKey(*later, changed))
            return true;
    }
    return false;
}

// Did the command that removed the element give the lock to another worker?
bool takes(const Run &run, const Claim &claim, Number removed)
{
    const auto &was = *run.as<entry::KeyChanged>(removed);
    return std::ranges::any_of(run.attempts, [&](const Attempt &attempt) {
        return attempt.who == run.author(was) && attempt.who != run.first(claim).who && attempt.granted && attempt.sent < removed
               && attempt.answered > removed && !compatible(attempt.mode, run.first(claim).mode) && !changedAgain(run, attempt, was);
    });
}

bool writtenWithoutTaking(const Run &run, const Claim &claim, Number removed, Number created)
{
    const auto &was = *run.as<entry::KeyChanged>(removed);
    const auto &is = *run.as<entry::KeyChanged>(created);
    return was.cause != 0 && was.cause == is.cause && !takes(run, claim, removed);
}

// Somebody wrote another value in its place without getting the lock by that: a note, or a theft. The record does not contain values, so it
// cannot tell them apart.
bool isRewritten(const Run &run, const Claim &claim, const Element &element)
{
    return std::ranges::any_of(run.elements, [&](const Element &next) {
        const auto *const is = run.as<entry::KeyChanged>(next.created);
        return is->rewritten && sameKey(next, element) && next.mark == element.mark
               && writtenWithoutTaking(run, claim, element.ended, next.created);
    });
}

// The answer named a key, but not which part of its value belongs to the owner: by the library's rule others may write there too.
bool sharesItsValue(const Run &run, const Claim &claim, const Element &element)
{
    const auto &answer = run.first(claim).answer;
    const bool joins = run.first(claim).mode == entry::Mode::Read;
    return answer.key && !answer.mark && std::ranges::any_of(run.elements, [&](const Element &other) {
               if (!sameKey(other, element) || &other == &element)
                   return false;
               const auto changed = std::ranges::any_of(
                   other.extended, [&](Number number) { return writtenWithoutTaking(run, claim, element.ended, number); });
               return (element.ended != 0 && (changed || writtenWithoutTaking(run, claim, element.ended, other.created)))
                      || (joins && other.ended != 0 && other.by != element.by
                          && writtenWithoutTaking(run, claim, other.ended, element.created));
           });
}

} // namespace

Certainty isOver(const Run &run, const Claim &claim, const Element &element, Number number) { return lapsed(run, claim, element, number); }

bool hadExpired(const Run &run, Number number, Number by)
{
    const auto *const element = elementEnded(run, number);
    return element && run.as<entry::KeyChanged>(number)->event == entry::KeyEvent::Expired && leftOf(run, *element, by) == Milliseconds(0);
}

Number becameLock(const Run &run, const Claim &claim, const Element &element)
{
    const auto &first = run.first(claim);
    return first.waiting > element.created ? std::max(element.created, run.lastTurn(first.who, first.sent, first.answered))
                                           : element.created;
}

Microseconds surely(Milliseconds lease) { return Microseconds(lease) * 98 / 100; }

Ending endingOf(const Run &run, const Claim &claim, Number number)
{
    using enum entry::KeyEvent;
    const auto &changed = *run.as<entry::KeyChanged>(number);
    Ending ending;
    ending.number = number;
    ending.cause = changed.cause;
    ending.by = run.author(changed);
    const auto *const element = elementEnded(run, number);
    if (element)
        ending.left = leftOf(run, *element, number);
    if (changed.event == Created)
        return ending;
    if (run.as<entry::Operated>(changed.cause)) {
        ending.kind = EndKind::Operator;
    } else if (changed.event == Expired) {
        judgeExpiry(run, claim, element, ending);
    } else if (changed.event == Evicted || changed.event == LostByServer) {
        ending.kind = EndKind::ServerFault;
        if (ending.by) // an eviction is not the fault of the command that ran out of memory
            ending.cause = 0;
    } else if (ending.by) {
        const auto over = !element ? Certainty::No : ranOut(run, *element, number) ? Certainty::Yes : lapsed(run, claim, *element, number);
        ending.kind = kindOfRemoval(over);
        ending.perhapsOver = over == Certainty::Maybe;
        const bool cleansUp = over != Certainty::No && isAnotherOwners(run, claim, number);
        if (*ending.by == run.first(claim).who && !cleansUp)
            judgeOwnRemoval(run, claim, ending);
        if (ending.kind == EndKind::OwnRemoval && mayBeMoved(run, claim, ending))
            ending.kind = EndKind::Unknown;
        else if (ending.kind == EndKind::OwnRemoval && isRenewal(run, claim, ending))
            ending.kind = over == Certainty::No ? EndKind::TooEarly : kindOfRemoval(over);
    } else if (run.as<entry::ServerFaulted>(changed.cause) || changed.event != Removed) {
        ending.kind = EndKind::ServerFault;
    }
    const bool accuses = ending.kind == EndKind::Removed || ending.kind == EndKind::TooEarly;
    ending.rewritten = element && (accuses || ending.kind == EndKind::Unknown) && isRewritten(run, claim, *element);
    if (ending.rewritten || (accuses && element && sharesItsValue(run, claim, *element)))
        ending.kind = EndKind::Unknown;
    return ending;
}

std::optional<Microseconds> leaseEnd(const Run &run, const Claim &claim, Number number)
{
    // Only the first acquire counts: libraries differ in whether a re-entry renews the lease, and in what an inner release does to the TTL.
    const auto &attempt = run.first(claim);
    auto end = attempt.lease ? std::optional(run.at(attempt.sent) + surely(*attempt.lease)) : std::nullopt;
    for (const auto &extension : claim.extensions) {
        if (extension.sent >= number)
            break;
        const auto next = run.at(extension.sent) + surely(extension.lease.value_or(Milliseconds(0)));
        const bool happened = extension.ok && extension.answered < number;
        end = happened || !end ? next : std::min(*end, next);
    }
    return end;
}

std::optional<Milliseconds> leftOf(const Run &run, const Element &element, Number number)
{
    const auto [ttl, since] = ttlBefore(run, element, number);
    if (!ttl)
        return std::nullopt;
    const auto left = run.at(since) + Microseconds(*ttl) - run.at(number);
    return std::chrono::ceil<Milliseconds>(std::max(left, Microseconds(0)));
}

} // namespace lockcore::detail
