// SPDX-License-Identifier: MIT
// Progress: a waiter gets a lock that is free, and owners of several locks do not wait for each other. The server's record shows when it is free: no holding exists, and nobody claims it.
#include "lockcore/judge/circular_wait.h"
#include "lockcore/judge/liveness.h"
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

class ProgressJudge
{
public:
    ProgressJudge(const Case &of, Findings &findings)
        : m_case(of)
        , m_run(of.run)
        , m_findings(findings)
    { }

    void judge()
    {
        if (!m_run.header().record)
            return m_findings.notExercised(noRecordText(m_run));
        m_findings.notExercised("nobody had to wait for the lock and then got it");
        for (const auto &attempt : m_run.attempts) {
            if (attempt.sent < m_run.begin || attempt.wait == Milliseconds(0))
                continue;
            const bool hadToWait = attempt.granted && (claimed(m_run, attempt.lock, attempt.sent, attempt.sent) || isKeyInTheWay(attempt));
            if (hadToWait && known(attempt.lock))
                m_findings.exercised("nobody was left waiting for a lock that was free");
            else if (hadToWait)
                m_findings.notExercised("not every holding of the lock is known");
            if (const auto end = endOf(attempt); end > attempt.sent)
                waited(attempt, end);
        }
    }

    // Call it last: what a lock can prevent is found first.
    void judgeCircles()
    {
        for (const auto &circle : circularWaits(m_run)) {
            std::vector<Number> proof;
            for (const auto *const attempt : circle.attempts)
                proof.push_back(attempt->sent);
            for (const auto *const claim : circle.claims)
                proof.push_back(claim->begin);
            m_findings.add(Outcome::Violated, Cause::CircularWait, circularWaitText(m_run, circle), "C6", std::move(proof));
        }
    }

private:
    // Nobody claimed the lock, but a holding was there, as of a waiter that does not know yet that it has got it.
    bool isKeyInTheWay(const Attempt &attempt)
    {
        return known(attempt.lock) && std::ranges::none_of(freeTimes(attempt.lock).perhaps, [&](const Stretch &free) {
                   return free.first <= attempt.sent && attempt.sent <= free.second;
               });
    }

    Number endOf(const Attempt &attempt) const
    {
        if (attempt.cancelled != 0)
            return attempt.cancelled;
        if (attempt.answered != 0)
            return attempt.answered;
        const auto died = m_run.lives.at(attempt.who).died;
        return died != 0 ? died : m_run.size();
    }

    void waited(const Attempt &attempt, Number end)
    {
        const auto &times = freeTimes(attempt.lock);
        if (const auto free = longestOf(times.surely, attempt.sent, end))
            unserved(attempt, free->first, free->second);
        const auto perhaps = longestOf(times.perhaps, attempt.sent, end);
        const auto bound = patienceOfOne(attempt.lock);
        if (perhaps && bound && lengthOf(*perhaps) >= *bound)
            m_findings.inconclusive(nameOf(attempt) + " waited " + milliseconds(lengthOf(*perhaps))
                                        + " while no holding that is known was there, but something that may be one",
                                    {attempt.sent, perhaps->first, perhaps->second});
    }

    Microseconds lengthOf(const Stretch &stretch) const { return m_run.at(stretch.second) - m_run.at(stretch.first); }

    // The longest of these stretches that lies within a wait.
    std::optional<Stretch> longestOf(const std::vector<Stretch> &times, Number sent, Number end) const
    {
        std::optional<Stretch> longest;
        for (const auto &[begin, stop] : times) {
            const Stretch stretch(std::max(begin, sent), std::min(stop, end));
            if (stretch.first < stretch.second && (!longest || lengthOf(stretch) > lengthOf(*longest)))
                longest = stretch;
        }
        return longest;
    }

    // Its own place in a queue is in nobody's way but its own: who was late, and then waits undisturbed, must be served.
    void unserved(const Attempt &attempt, Number from, Number to)
    {
        const auto free = lengthOf({from, to});
        const auto alone = patienceOfOne(attempt.lock, &attempt);
        const auto quiet = m_case.disturbances.quietSince(attempt.who, from, to);
        if (alone && quiet && m_run.at(to) - *quiet >= *alone)
            return m_findings.add(Outcome::Violated, Cause::NotServed,
                                  nameOf(attempt) + " waited " + milliseconds(free) + " for a lock that was free" + silenceOf(attempt, to),
                                  pitfallOf(attempt, from, to), {attempt.sent, from, to});
        const auto bound = patienceOfOne(attempt.lock);
        if (bound && free >= *bound)
            return m_findings.inconclusive(nameOf(attempt) + " waited for a free lock, but was disturbed meanwhile", {attempt.sent, from});
        const bool gaveUp = attempt.cancelled != 0 && free >= m_run.header().stallLimit; // at once, it could not know that the lock is free
        const bool left = gaveUp || (attempt.cancelled == 0 && attempt.answered == 0 && m_run.lives.at(attempt.who).died == 0);
        if (left && to == endOf(attempt))
            m_findings.inconclusive(nameOf(attempt) + " still waits for a free lock: " + needsText(bound), {attempt.sent, from});
    }

    // A client may wait without end for the rest of a lost reply.
    std::string silenceOf(const Attempt &attempt, Number to) const
    {
        const auto last = m_run.lastTurn(attempt.who, attempt.sent, to);
        for (auto number = last + 1; last != 0 && number < to; ++number) {
            const auto *const fault = m_run.as<entry::NetworkFaulted>(number);
            if (fault && fault->who == attempt.who && fault->fault != entry::NetworkFault::Healed)
                return "; since " + faultText(m_run, number) + " no command of it has come";
        }
        return {};
    }

    // Why the waiter did not notice that the lock was free since `from`. The catalogue has no pitfall for polling too seldom.
    std::string pitfallOf(const Attempt &attempt, Number from, Number to) const
    {
        const bool aheadIsDead = std::ranges::any_of(m_run.attempts, [&](const Attempt &ahead) {
            const auto died = m_run.lives.at(ahead.who).died;
            return ahead.lock == attempt.lock && ahead.waiting != 0 && ahead.waiting < attempt.sent && ahead.answered == 0 && died != 0
                   && died < to;
        });
        if (aheadIsDead && m_run.queueTimeout)
            return "C5";
        Number subscribed = 0, tried = 0;
        for (auto number = attempt.sent; number < to; ++number) {
            const auto *const turn = m_run.as<entry::Turn>(number);
            if (!turn || turn->who != attempt.who)
                continue;
            (turn->command.ends_with("SUBSCRIBE") ? subscribed : tried) = number;
        }
        if (subscribed == 0 && tried == 0 && askedBefore(attempt)) // what its own process keeps of that holds it up
            return "E2";
        return subscribed > from && tried < from ? "R15" : "";
    }

    bool askedBefore(const Attempt &attempt) const
    {
        return std::ranges::any_of(m_run.attempts, [&](const Attempt &other) {
            return other.who == attempt.who && other.lock == attempt.lock && other.sent > m_run.begin && other.sent < attempt.sent;
        });
    }

    // A waiter that polls may have tried just before the lock became free, and its interval has jitter.
    std::optional<Microseconds> patienceOfOne(const std::string &lock, const Attempt *waiter = nullptr) const
    {
        const auto bound = patience(m_case, lock, waiter);
        const Microseconds twoTries = 2 * m_run.header().retry.value_or(Milliseconds(0));
        return bound ? std::optional(std::max(*bound, twoTries)) : std::nullopt;
    }

    struct FreeTimes
    {
        std::vector<Stretch> surely;
        std::vector<Stretch> perhaps; ///< the stretches if elements of unknown meaning are no locks
    };

    const FreeTimes &freeTimes(const std::string &lock)
    {
        const auto [found, isNew] = m_free.try_emplace(lock);
        if (isNew && known(lock))
            found->second = {freeStretches(m_case, lock, Unnamed::Takes), freeStretches(m_case, lock, Unnamed::TakesNothing)};
        return found->second;
    }

    // Whether every holding of this lock was seen: only then does a missing holding mean a free lock.
    bool known(const std::string &lock) const
    {
        for (std::size_t i = 0; i < m_run.claims.size(); ++i) {
            if (m_run.first(m_run.claims[i]).lock == lock && m_case.holdings[i].grants.front() != Grant::Found)
                return false;
        }
        return true;
    }

    const Case &m_case;
    const Run &m_run;
    Findings &m_findings;
    std::map<std::string, FreeTimes> m_free;
};

} // namespace

Verdict progress(const Case &of)
{
    Findings findings(of.run, Property::Progress, Importance::Must);
    ProgressJudge judge(of, findings);
    judge.judge();
    judge.judgeCircles();
    auto verdict = std::move(findings).verdict();
    if (verdict.cause == Cause::CircularWait) // the users of the locks decide in which order they take them
        verdict.importance = Importance::Informative;
    return verdict;
}

} // namespace lockcore::detail
