// SPDX-License-Identifier: MIT
#include "lockcore/report/decisive_steps.h"

#include "lockcore/report/fault_log.h"
#include "lockcore/report/protections.h"

#include <algorithm>

namespace lockcore {

namespace {

using detail::Number;

// In the order of importance.
enum class Rank { Marked, Refused, Fault, Granted, Ended, Waits, Renewed };

class StepFinder
{
public:
    StepFinder(const HistoryIndex &run, const Lanes &lanes)
        : m_run(run)
    {
        for (const auto &mark : lanes.marks)
            add(mark.number, Rank::Marked);
        for (const auto fault : faultsOf(run))
            add(fault, Rank::Fault);
        for (const auto &attempt : run.attempts) {
            add(attempt.waiting, Rank::Waits);
            if (attempt.granted)
                add(attempt.answered, Rank::Granted);
        }
        for (const auto &claim : run.claims) {
            for (const auto &release : claim.releases) {
                if (release.refused)
                    add(release.answered, Rank::Ended);
            }
        }
        for (const auto &protection : detail::protectionsIn(run))
            add(protection.first, Rank::Refused);
        for (const auto &element : run.elements) {
            if (element.role != entry::Role::Holding)
                continue;
            add(element.ended, Rank::Ended);
            for (const auto extended : element.extended)
                add(extended, Rank::Renewed);
        }
    }

    std::vector<Number> best(std::size_t most) const
    {
        std::vector<std::pair<Rank, Number>> all;
        for (const auto &[number, rank] : m_ranks)
            all.emplace_back(rank, number);
        std::ranges::sort(all);
        all.resize(std::min(all.size(), most));
        std::vector<Number> numbers;
        for (const auto &step : all)
            numbers.push_back(step.second);
        std::ranges::sort(numbers);
        return numbers;
    }

private:
    void add(Number number, Rank rank)
    {
        if (number <= m_run.begin)
            return;
        const auto [known, isNew] = m_ranks.emplace(number, rank);
        known->second = std::min(known->second, rank);
    }

    const HistoryIndex &m_run;
    std::map<Number, Rank> m_ranks;
};

} // namespace

std::vector<std::uint64_t> decisiveSteps(const HistoryIndex &history, const Lanes &lanes, std::size_t most)
{
    return StepFinder(history, lanes).best(most);
}

} // namespace lockcore
