// SPDX-License-Identifier: MIT
#include "lockcore/judge/ending.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

const Element *elementEnded(const Run &run, Number number)
{
    const auto found = std::ranges::find(run.elements, number, &Element::ended);
    return found == run.elements.end() ? nullptr : &*found;
}

// A step of a clock, or a restart, between these entries: the server's times prove nothing.
Number clockFault(const Run &run, Number from, Number to)
{
    for (auto number = from; number <= to; ++number) {
        const auto *const fault = run.as<entry::ServerFaulted>(number);
        if (fault && fault->fault != entry::ServerFault::ScriptsFlushed && fault->fault != entry::ServerFault::Stopped
            && fault->fault != entry::ServerFault::Continued && fault->fault != entry::ServerFault::ReplicationCut)
            return number;
    }
    return 0;
}

// The Lab or a server stalled: what was recorded may have happened earlier.
bool recordedLate(const Run &run, Microseconds from, Microseconds to)
{
    for (Number number = 1; number <= run.size(); ++number) {
        const auto *const stalled = run.as<entry::Stalled>(number);
        if (stalled && stalled->place != entry::Place::Worker && stalled->length > Microseconds(run.header().stallLimit)
            && stalled->since <= to && run.at(number) >= from)
            return true;
    }
    return false;
}

// A lease counts from the request at the earliest. From when the key was made, if nothing delayed the record of that by more than a
// stall that counts as none.
bool shorterThanAsked(const Run &run, const Claim &claim, const Element &element, Number number)
{
    const auto due = leaseEnd(run, claim, number);
    if (!due || element.created < run.first(claim).sent) // it was taken over from an earlier acquire
        return false;
    if (run.at(number) < *due)
        return true;
    const auto made = run.at(element.created);
    return claim.extensions.empty() && run.at(number) - made + run.header().stallLimit < Microseconds(*run.first(claim).lease) * 98 / 100
           && !recordedLate(run, run.at(run.first(claim).sent), run.at(number));
}

void judgeExpiry(const Run &run, const Claim &claim, const Element *element, Ending &ending)
{
    const bool early = element && shorterThanAsked(run, claim, *element, ending.number);
    ending.kind = early ? EndKind::TooEarly : EndKind::Expired;
    const auto fault = early ? clockFault(run, element->created, ending.number) : 0;
    if (fault == 0)
        return;
    ending.kind = EndKind::ServerFault;
    ending.cause = fault;
}

void judgeRemoval(const Run &run, const Claim &claim, const Element *element, Ending &ending)
{
    // Without a TTL, the library's own rule says when a lock has run out.
    const auto due = leaseEnd(run, claim, ending.number);
    const bool lapsed = element && !element->ttl && element->extended.empty() && due
                        && (run.at(ending.number) >= *due || element->created < run.first(claim).sent);
    ending.kind = *ending.by == run.first(claim).who ? EndKind::OwnRemoval : lapsed ? EndKind::Expired : EndKind::Removed;
}

} // namespace

Ending endingOf(const Run &run, const Claim &claim, Number number)
{
    const auto &changed = *run.as<entry::KeyChanged>(number);
    Ending ending{EndKind::Unknown, number, changed.cause, run.author(changed), std::nullopt};
    const auto *const element = elementEnded(run, number);
    if (element)
        ending.left = leftOf(run, *element, number);
    if (changed.event == entry::KeyEvent::Created)
        return ending;
    if (run.as<entry::Operated>(changed.cause))
        ending.kind = EndKind::Operator;
    else if (changed.event == entry::KeyEvent::Expired)
        judgeExpiry(run, claim, element, ending);
    else if (ending.by)
        judgeRemoval(run, claim, element, ending);
    else if (run.as<entry::ServerFaulted>(changed.cause) || changed.event != entry::KeyEvent::Removed)
        ending.kind = EndKind::ServerFault;
    return ending;
}

std::optional<Microseconds> leaseEnd(const Run &run, const Claim &claim, Number number)
{
    const auto endOf = [&](Number sent, Milliseconds lease) { return run.at(sent) + Microseconds(lease) * 98 / 100; };
    // Only the first acquire counts: libraries differ in whether a re-entry renews, and what an inner release does to the TTL.
    const auto &attempt = run.first(claim);
    auto end = attempt.lease ? std::optional(endOf(attempt.sent, *attempt.lease)) : std::nullopt;
    for (const auto &extension : claim.extensions) {
        if (extension.sent < number)
            end = endOf(extension.sent, extension.lease);
    }
    return end;
}

std::optional<Milliseconds> leftOf(const Run &run, const Element &element, Number number)
{
    auto ttl = element.ttl;
    auto since = element.created;
    for (const auto extended : element.extended) {
        if (extended >= number)
            break;
        ttl = run.as<entry::KeyChanged>(extended)->ttl;
        since = extended;
    }
    if (!ttl)
        return std::nullopt;
    const auto left = run.at(since) + Microseconds(*ttl) - run.at(number);
    return std::chrono::ceil<Milliseconds>(std::max(left, Microseconds(0)));
}

} // namespace lockcore::detail
