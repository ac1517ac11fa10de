// SPDX-License-Identifier: MIT
#include "lockcore/judge/circular_wait.h"

#include "lockcore/judge/liveness.h"
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

Number firstOfBoth(Number one, Number other) { return one == 0 || other == 0 ? std::max(one, other) : std::min(one, other); }

Number endOfWait(const Run &run, const Attempt &attempt)
{
    const auto asked = firstOfBoth(attempt.answered, attempt.cancelled);
    return firstOfBoth(asked, run.lives.at(attempt.who).died);
}

bool waitsAt(const Run &run, const Attempt &attempt, Number number)
{
    const auto end = endOfWait(run, attempt);
    return attempt.sent > run.begin && attempt.wait != Milliseconds(0) && attempt.sent <= number && (end == 0 || end > number);
}

// The claim that keeps the lock from this attempt.
const Claim *obstacleOf(const Run &run, const Attempt &attempt, Number number)
{
    const auto isIt = [&](const Claim &claim) {
        const auto &holder = run.first(claim);
        return holder.lock == attempt.lock && !sameOwner(holder, attempt) && !compatible(holder.mode, attempt.mode)
               && ownedAt(run, claim, number) == Certainty::Yes;
    };
    const auto found = std::ranges::find_if(run.claims, isIt);
    return found == run.claims.end() ? nullptr : &*found;
}

const Attempt *waitOf(const Run &run, const Attempt &owner, Number number)
{
    const auto isIt = [&](const Attempt &attempt) { return sameOwner(attempt, owner) && waitsAt(run, attempt, number); };
    const auto found = std::ranges::find_if(run.attempts, isIt);
    return found == run.attempts.end() ? nullptr : &*found;
}

void beginWithTheEarliest(CircularWait &circle)
{
    const auto first = std::ranges::min_element(circle.attempts, {}, &Attempt::sent) - circle.attempts.begin();
    std::ranges::rotate(circle.attempts, circle.attempts.begin() + first);
    std::ranges::rotate(circle.claims, circle.claims.begin() + first);
}

// From the attempt that may close the circle, along those for which it waits, until it comes back to its owner.
std::optional<CircularWait> circleOf(const Run &run, const Attempt &last)
{
    CircularWait circle{{}, {}, last.sent, 0};
    const auto endsAt = [&](Number end) { circle.to = firstOfBoth(circle.to, end); };
    for (const auto *waiting = &last; waiting;) {
        if (std::ranges::find(circle.attempts, waiting) != circle.attempts.end()) // a circle without the last one
            return std::nullopt;
        const auto *const claim = obstacleOf(run, *waiting, last.sent);
        if (!claim)
            return std::nullopt;
        circle.attempts.push_back(waiting);
        circle.claims.push_back(claim);
        endsAt(endOfWait(run, *waiting));
        endsAt(claim->end);
        if (sameOwner(run.first(*claim), last)) {
            endsAt(run.size());
            beginWithTheEarliest(circle);
            return circle;
        }
        waiting = waitOf(run, run.first(*claim), last.sent);
    }
    return std::nullopt;
}

} // namespace

std::vector<CircularWait> circularWaits(const Run &run)
{
    std::vector<CircularWait> circles;
    for (const auto &attempt : run.attempts) {
        auto circle = waitsAt(run, attempt, attempt.sent) ? circleOf(run, attempt) : std::nullopt;
        if (circle && run.at(circle->to) - run.at(circle->from) > run.header().stallLimit)
            circles.push_back(*std::move(circle));
    }
    return circles;
}

std::string circularWaitText(const Run &run, const CircularWait &wait)
{
    std::string who, what;
    const auto count = wait.attempts.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto &attempt = *wait.attempts[i];
        const auto &held = run.first(*wait.claims[(i + count - 1) % count]).lock;
        who += (i == 0 ? "" : i + 1 == count ? " and " : ", ") + nameOf(attempt);
        what += (i == 0 ? "" : ", ") + nameOf(attempt) + " held `" + escaped(held) + "` and asked for `" + escaped(attempt.lock) + '`';
    }
    return who + " waited for each other for " + milliseconds(run.at(wait.to) - run.at(wait.from)) + ": " + what;
}

} // namespace lockcore::detail
