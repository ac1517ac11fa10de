// SPDX-License-Identifier: MIT
#include "lockcore/report/belief_steps.h"

#include "lockcore/report/held_elements.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

struct Change
{
    enum class Kind { Started, Believed, Deeper, Ended, Covered, Element };

    Number at = 0;
    Kind kind = Kind::Started;
    std::size_t index = 0; ///< of the claim; Element: of the held element
    std::int64_t by = 0;   ///< 1: more, -1: less; Started: the number of the incarnation
};

/// The state of one worker while its changes are read in their order.
class Believer
{
public:
    Believer(const Run &run, const std::vector<Holding> &holdings, const std::vector<HeldElement> &held)
        : m_run(run)
        , m_holdings(holdings)
        , m_held(held)
    { }

    void take(const Change &change)
    {
        switch (change.kind) {
        case Change::Kind::Started: return start(change.by);
        case Change::Kind::Believed: m_depths[change.index] = 1; return;
        case Change::Kind::Deeper: return deepen(change.index, change.by);
        case Change::Kind::Ended: m_depths.erase(change.index); return;
        case Change::Kind::Covered: return cover(change.index, change.by);
        case Change::Kind::Element: return count(*m_held[change.index].element, m_held[change.index].lock, change.by);
        }
    }

    BeliefStep stepFrom(Number number) const
    {
        BeliefStep step{number, 0, false, false};
        for (auto &[name, lock] : beliefs()) {
            step.count = std::max(step.count, lock.count);
            step.contradicted = step.contradicted || lock.contradicted;
            step.holds = step.holds || lock.holds;
            if (m_run.header().locks.size() > 1)
                step.locks.push_back(std::move(lock));
        }
        return step;
    }

private:
    void start(std::int64_t incarnation)
    {
        m_incarnation = incarnation;
        m_depths.clear();
        m_covered.clear();
    }

    void deepen(std::size_t claim, std::int64_t by)
    {
        if (const auto found = m_depths.find(claim); found != m_depths.end())
            found->second += by;
    }

    void cover(std::size_t claim, std::int64_t by)
    {
        if ((m_covered[claim] += by) == 0)
            m_covered.erase(claim);
    }

    void count(const Element &element, const std::string &lock, std::int64_t by)
    {
        auto &there = m_there[{element.by->number, lock}];
        if ((there[element.server] += by) == 0)
            there.erase(element.server);
    }

    // Can the claim's holding be seen in the record at all?
    bool isRecorded(std::size_t claim) const
    {
        const auto &header = m_run.header();
        const auto &grants = m_holdings[claim].grants;
        return header.record && header.looks && std::ranges::find(grants, Grant::Unknown) == grants.end();
    }

    bool isCovered(std::size_t claim) const
    {
        const auto found = m_covered.find(claim);
        return found != m_covered.end() && found->second > 0;
    }

    // By lock: those that it believes in, or that it holds.
    std::map<std::string, LockBelief> beliefs() const
    {
        std::map<std::string, LockBelief> all;
        const auto of = [&](const std::string &lock) -> LockBelief & { return all.try_emplace(lock, LockBelief{lock}).first->second; };
        for (const auto &[claim, depth] : m_depths) {
            auto &belief = of(m_run.first(m_run.claims[claim]).lock);
            belief.count = std::max(belief.count, depth);
            belief.contradicted = belief.contradicted || (isRecorded(claim) && !isCovered(claim));
        }
        for (const auto &[claim, covered] : m_covered) {
            if (covered > 0)
                of(m_run.first(m_run.claims[claim]).lock).holds = true;
        }
        for (const auto &[where, there] : m_there) {
            if (where.first == m_incarnation && static_cast<std::int64_t>(there.size()) >= m_run.header().quorum)
                of(where.second).holds = true;
        }
        return all;
    }

    const Run &m_run;
    const std::vector<Holding> &m_holdings;
    const std::vector<HeldElement> &m_held;
    std::int64_t m_incarnation = 0;
    std::map<std::size_t, std::int64_t> m_depths;                                                 ///< believed hold counts, by claim
    std::map<std::size_t, std::int64_t> m_covered;                                                ///< claims whose holding is in Redis
    std::map<std::pair<std::int64_t, std::string>, std::map<std::int64_t, std::int64_t>> m_there; ///< elements that exist, by server
};

class ChangeCollector
{
public:
    explicit ChangeCollector(const Stage &stage)
        : m_stage(stage)
        , m_run(stage.run)
    { }

    std::map<std::string, std::vector<Change>> collect(const std::vector<HeldElement> &held)
    {
        for (const auto &[who, life] : m_run.lives) {
            for (const auto &name : m_stage.speakers.in(who.worker))
                add({name, who.number}, {life.started, Change::Kind::Started, 0, who.number});
        }
        for (std::size_t i = 0; i < m_run.claims.size(); ++i) {
            if (m_stage.isPlayed(m_run.first(m_run.claims[i]).sent))
                addClaim(i, m_stage.holdings[i]);
        }
        for (std::size_t i = 0; i < held.size(); ++i) {
            const auto &element = *held[i].element;
            if (!element.by || m_stage.speakers.in(element.by->worker).size() > 1) // whose of several owners it is, only their claims show
                continue;
            add(*element.by, {element.created, Change::Kind::Element, i, 1});
            add(*element.by, {element.ended, Change::Kind::Element, i, -1});
        }
        for (auto &[worker, changes] : m_changes)
            std::ranges::stable_sort(changes, {}, &Change::at);
        return std::move(m_changes);
    }

private:
    void add(const Incarnation &who, const Change &change)
    {
        if (change.at != 0)
            m_changes[who.worker].push_back(change);
    }

    void addClaim(std::size_t index, const Holding &holding)
    {
        const auto &claim = m_run.claims[index];
        const auto who = speakerOf(m_run.first(claim));
        add(who, {claim.begin, Change::Kind::Believed, index, 0});
        for (auto attempt = claim.attempts.begin() + 1; attempt != claim.attempts.end(); ++attempt)
            add(who, {m_run.attempts[*attempt].answered, Change::Kind::Deeper, index, 1});
        for (const auto &release : claim.releases) {
            add(who, {release.sent, Change::Kind::Deeper, index, -1});
            if (release.refused)
                add(who, {release.answered, Change::Kind::Deeper, index, 1});
        }
        add(who, {claim.end, Change::Kind::Ended, index, 0});
        for (const auto &interval : holding.intervals) {
            add(who, {interval.from, Change::Kind::Covered, index, 1});
            add(who, {interval.to, Change::Kind::Covered, index, -1});
        }
    }

    const Stage &m_stage;
    const Run &m_run;
    std::map<std::string, std::vector<Change>> m_changes;
};

} // namespace

std::map<std::string, std::vector<BeliefStep>> beliefSteps(const Stage &stage)
{
    const auto held = heldElements(stage.run);
    std::map<std::string, std::vector<BeliefStep>> all;
    for (const auto &[worker, changes] : ChangeCollector(stage).collect(held)) {
        Believer believer(stage.run, stage.holdings, held);
        for (std::size_t i = 0; i < changes.size(); ++i) {
            believer.take(changes[i]);
            if (i + 1 == changes.size() || changes[i + 1].at != changes[i].at)
                all[worker].push_back(believer.stepFrom(changes[i].at));
        }
    }
    return all;
}

} // namespace lockcore::detail
