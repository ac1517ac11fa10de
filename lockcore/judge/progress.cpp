// SPDX-License-Identifier: MIT
// Progress: a waiter gets a lock that is free. The server's record says when it is free: no holding is there, and nobody claims it.
#include "lockcore/judge/liveness.h"
#include "lockcore/judge/words.h"

#include <algorithm>
#include <set>

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
            if (attempt.sent < m_run.begin || attempt.cancelled != 0 || attempt.wait == Milliseconds(0))
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
        if (attempt.answered != 0)
            return attempt.answered;
        const auto died = m_run.lives.at(attempt.who).died;
        return died != 0 ? died : m_run.size();
    }

    // The longest time that the lock was free while it waited.
    void waited(const Attempt &attempt, Number end)
    {
        Number longestFrom = 0;
        Number longestTo = 0;
        Number from = attempt.sent;
        const auto stretch = [&](Number to) {
            const bool longer = longestFrom == 0 || m_run.at(to) - m_run.at(from) > m_run.at(longestTo) - m_run.at(longestFrom);
            if (!isFree(attempt.lock, from, to) || !longer)
                return;
            longestFrom = from;
            longestTo = to;
        };
        for (const auto number : turningPoints(attempt, end)) {
            stretch(number);
            from = number;
        }
        stretch(end);
        if (longestFrom != 0)
            unserved(attempt, longestFrom, longestTo);
    }

    void unserved(const Attempt &attempt, Number from, Number to)
    {
        const auto bound = patience(m_run, attempt.lock);
        const auto free = m_run.at(to) - m_run.at(from);
        const bool left = attempt.answered == 0 && m_run.lives.at(attempt.who).died == 0;
        if (free < bound) {
            if (left && to == m_run.size())
                m_findings.inconclusive(nameOf(attempt) + " still waits for a free lock: " + needsText(bound), {attempt.sent, from});
            return;
        }
        const auto quiet = m_case.disturbances.quietSince(attempt.who, from, to);
        if (!quiet || m_run.at(to) - *quiet < bound)
            return m_findings.inconclusive(nameOf(attempt) + " waited for a free lock, but was disturbed meanwhile", {attempt.sent, from});
        m_findings.add(Outcome::Violated, Cause::NotServed, nameOf(attempt) + " waited " + milliseconds(free) + " for a lock that was free",
                       m_run.header().queueTimeout ? "C5" : "R15", {attempt.sent, from, to});
    }

    // Where the lock may become free or taken.
    std::set<Number> turningPoints(const Attempt &attempt, Number end) const
    {
        std::set<Number> points;
        const auto add = [&](Number number) {
            if (number > attempt.sent && number < end)
                points.insert(number);
        };
        for (const auto &claim : m_run.claims) {
            if (m_run.first(claim).lock == attempt.lock) {
                add(claim.begin);
                add(claim.end);
            }
        }
        for (const auto &element : m_run.elements) {
            if (element.role != entry::Role::Other) {
                add(element.created);
                add(element.ended);
            }
        }
        return points;
    }

    bool isFree(const std::string &lock, Number from, Number to) const
    {
        const bool there = std::ranges::any_of(m_run.elements, [&](const Element &element) {
            return element.role != entry::Role::Other && (element.lock.empty() || element.lock == lock) && element.created < to
                   && (element.ended == 0 || element.ended > from);
        });
        return !there && !claimed(m_run, lock, from + 1, to - 1) && known(lock);
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
};

} // namespace

Verdict progress(const Case &of)
{
    Findings findings(of.run, Property::Progress, Importance::Must);
    ProgressJudge(of, findings).judge();
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
