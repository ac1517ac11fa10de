// SPDX-License-Identifier: MIT
#include "lockcore/report/beliefs.h"

#include <algorithm>
#include <map>

namespace lockcore {

namespace {

/// A holding of a worker begins or ends on one server.
struct Step
{
    Microseconds at{0};
    std::size_t lane = 0; ///< of the lock
    int by = 0;
};

std::map<std::string_view, std::vector<Step>> stepsOf(const Lanes &lanes)
{
    std::map<std::string_view, std::vector<Step>> steps;
    for (std::size_t lane = 0; lane < lanes.locks.size(); ++lane) {
        for (const auto &span : lanes.locks[lane].spans) {
            if (!span.owner)
                continue;
            auto &own = steps[span.owner->worker];
            own.push_back({span.begin, lane, 1});
            own.push_back({span.end, lane, -1});
        }
    }
    for (auto &[worker, own] : steps)
        std::ranges::stable_sort(own, {}, &Step::at);
    return steps;
}

/// Follows the steps of one worker through the time.
class Holdings
{
public:
    Holdings(const Lanes &lanes, const std::vector<Step> &steps)
        : m_lanes(lanes)
        , m_steps(steps)
        , m_counts(lanes.locks.size())
    { }

    /// All steps up to this moment. Never goes back.
    void goTo(Microseconds time)
    {
        for (; m_next < m_steps.size() && m_steps[m_next].at <= time; ++m_next)
            m_counts[m_steps[m_next].lane] += m_steps[m_next].by;
    }

    std::optional<Microseconds> next() const { return m_next < m_steps.size() ? std::optional(m_steps[m_next].at) : std::nullopt; }

    bool holds() const
    {
        for (std::size_t lane = 0; lane < m_counts.size(); ++lane) {
            if (m_counts[lane] > 0 && serversOf(m_lanes.locks[lane].lock) >= m_lanes.quorum)
                return true;
        }
        return false;
    }

private:
    std::int64_t serversOf(const std::string &lock) const
    {
        std::int64_t servers = 0;
        for (std::size_t lane = 0; lane < m_counts.size(); ++lane)
            servers += m_counts[lane] > 0 && m_lanes.locks[lane].lock == lock ? 1 : 0;
        return servers;
    }

    const Lanes &m_lanes;
    const std::vector<Step> &m_steps;
    std::vector<int> m_counts;
    std::size_t m_next = 0;
};

std::vector<BeliefSpan> beliefs(const WorkerLane &lane)
{
    std::vector<BeliefSpan> spans;
    for (const auto &span : lane.spans) {
        if (!span.holds)
            continue;
        if (!spans.empty() && spans.back().end == span.begin)
            spans.back().end = span.end;
        else
            spans.push_back({span.begin, span.end, {}});
    }
    return spans;
}

void add(std::vector<BeliefSpan> &spans, const BeliefSpan &span)
{
    if (span.begin >= span.end)
        return;
    if (!spans.empty() && spans.back().end == span.begin && spans.back().agrees == span.agrees)
        spans.back().end = span.end;
    else
        spans.push_back(span);
}

std::vector<BeliefSpan> compared(const std::vector<BeliefSpan> &believed, Holdings redis)
{
    std::vector<BeliefSpan> spans;
    for (const auto &belief : believed) {
        auto from = belief.begin;
        redis.goTo(from);
        while (from < belief.end) {
            const auto until = std::min(redis.next().value_or(belief.end), belief.end);
            add(spans, {from, until, redis.holds()});
            from = until;
            redis.goTo(from);
        }
    }
    return spans;
}

} // namespace

std::vector<std::vector<BeliefSpan>> beliefsOf(const Lanes &lanes)
{
    const auto steps = stepsOf(lanes);
    const std::vector<Step> none;
    std::vector<std::vector<BeliefSpan>> all;
    for (const auto &lane : lanes.workers) {
        auto believed = beliefs(lane);
        const auto own = steps.find(lane.worker);
        if (lanes.locks.empty())
            all.push_back(std::move(believed));
        else
            all.push_back(compared(believed, Holdings(lanes, own == steps.end() ? none : own->second)));
    }
    return all;
}

} // namespace lockcore
