// SPDX-License-Identifier: MIT
#include "support/lock_truth.h"

#include <algorithm>

namespace lockcore::test {

namespace {

bool bad(const Grant &grant) { return grant.loss != Loss::Expired && grant.loss != Loss::None; }

// Did the lease end before the overlap, and did the lock not exist from the other worker's answer until the Lab read it?
bool ranOut(const Grant &grant, double overlap, double told, double read)
{
    const bool there = grant.from < told && grant.lost > read;
    return grant.loss == Loss::Expired && grant.lost < overlap && !there;
}

} // namespace

Truth truthOf(const Grant &one, const Grant &other)
{
    // The Lab checks that the worker inside is alive, but not the one that enters.
    const auto &entering = one.enter < other.enter ? other : one;
    const bool insideTogether = one.enter < other.exit && other.enter < one.exit && one.enter != never && other.enter != never
                                && (!entering.crashed || entering.sign >= entering.enter);
    const bool believedTogether = one.told < other.ends && other.told < one.ends && one.told != never && other.told != never;
    if (!insideTogether && !believedTogether)
        return Truth::Sound;
    const auto &first = one.from < other.from ? one : other;
    const auto &second = one.from < other.from ? other : one;
    const auto again = [&](const Grant &late, const Grant &early) { // a re-entry without a command
        return late.reentryTold != never && late.reentryTold < early.ends && early.told < late.ends
               && !ranOut(early, std::max(late.reentryRead, early.read), late.reentryTold, late.reentryRead);
    };
    const auto lied = [&](const Grant &liar, const Grant &other) {
        return !liar.real && (!other.real || !ranOut(other, std::max(liar.read, other.read), liar.told, liar.read));
    };
    const bool broken = lied(one, other) || lied(other, one) || (first.lost <= second.from && bad(first) && first.real && second.real)
                        || again(one, other) || again(other, one);
    if (!broken && (one.reentryTold != never || other.reentryTold != never) && (one.reportedLoss || other.reportedLoss))
        return Truth::Unprovable; // a reported loss and a re-entry overlap
    if (!broken)
        return one.real && other.real ? Truth::Sound : Truth::Unprovable;
    const auto read = [&](const Grant &grant, const Grant &than) { return again(grant, than) ? grant.reentryRead : grant.read; };
    const bool shown = std::max(read(one, other), read(other, one)) < std::min(one.ends, other.ends);
    const bool clean = !one.crashed && !other.crashed && !one.reportedLoss && !other.reportedLoss;
    const bool known = one.real && other.real && !again(one, other) && !again(other, one);
    return known && (insideTogether || (shown && clean)) ? Truth::Broken : !known && shown && clean ? Truth::Broken : Truth::Unprovable;
}

} // namespace lockcore::test
