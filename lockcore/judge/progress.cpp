// SPDX-License-Identifier: MIT
// Progress: a waiter gets a lock that is free. The server's record says when it is free: no holding is there, and nobody claims it.
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
        for (const auto &attempt : m_run.attempts) {
            if (attempt.sent < m_run.begin || attempt.wait == Milliseconds(0))
                continue;
            const auto end = endOf(attempt);
            if (attempt.granted && claimed(m_run, attempt.lock, attempt.sent, attempt.sent))
                m_findings.exercised("those who waited got the lock when it was free");
            if (m_run.header().record && end > attempt.sent)
                waited(attempt, end);
        }
    }

private:
    Number endOf(const Attempt &attempt) const
    {
        if (attempt.cancelled != 0)
            return attempt.cancelled;
        if (attempt.answered != 0)
            return attempt.answered;
        const auto died = m_run.lives.at(attempt.who).died;
        return died != 0 ? died : m_run.size();
    }

    // The longest time that the lock was free while it waited.
    void waited(const Attempt &attempt, Number end)
    {
        std::optional<std::pair<Number, Number>> longest;
        const auto length = [&](const auto &stretch) { return m_run.at(stretch.second) - m_run.at(stretch.first); };
        for (const auto &[begin, stop] : freeTimes(attempt.lock)) {
            const std::pair stretch(std::max(begin, attempt.sent), std::min(stop, end));
            if (stretch.first < stretch.second && (!longest || length(stretch) > length(*longest)))
                longest = stretch;
        }
        if (longest)
            unserved(attempt, longest->first, longest->second);
    }

    void unserved(const Attempt &attempt, Number from, Number to)
    {
        const auto bound = patienceOfOne(attempt.lock);
        const auto free = m_run.at(to) - m_run.at(from);
        const bool left = attempt.cancelled != 0 || (attempt.answered == 0 && m_run.lives.at(attempt.who).died == 0);
        if (!bound || free < *bound) {
            if (left && to == endOf(attempt))
                m_findings.inconclusive(nameOf(attempt) + " still waits for a free lock: " + needsText(bound), {attempt.sent, from});
            return;
        }
        const auto quiet = m_case.disturbances.quietSince(attempt.who, from, to);
        if (!quiet || m_run.at(to) - *quiet < *bound)
            return m_findings.inconclusive(nameOf(attempt) + " waited for a free lock, but was disturbed meanwhile", {attempt.sent, from});
        m_findings.add(Outcome::Violated, Cause::NotServed, nameOf(attempt) + " waited " + milliseconds(free) + " for a lock that was free",
                       m_run.header().queueTimeout ? "C5" : "R15", {attempt.sent, from, to});
    }

    // A waiter that polls may have tried just before; its interval has some jitter.
    std::optional<Microseconds> patienceOfOne(const std::string &lock) const
    {
        const auto bound = patience(m_case, lock);
        const Microseconds twoTries = 2 * m_run.header().retry.value_or(Milliseconds(0));
        return bound ? std::optional(std::max(*bound, twoTries)) : std::nullopt;
    }

    const std::vector<std::pair<Number, Number>> &freeTimes(const std::string &lock)
    {
        const auto [found, isNew] = m_free.try_emplace(lock);
        if (isNew && known(lock))
            found->second = freeStretches(m_run, lock);
        return found->second;
    }

    // Each holding of this lock was seen, so that none seen is none there.
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
    std::map<std::string, std::vector<std::pair<Number, Number>>> m_free;
};

} // namespace

Verdict progress(const Case &of)
{
    Findings findings(of.run, Property::Progress, Importance::Must);
    ProgressJudge(of, findings).judge();
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
