// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/stretched_times.h"

#include "lockcore/base/duration.h"
#include "lockcore/lab/scenario/scenario_fields.h"

#include <algorithm>

namespace lockcore {

namespace {

class Stretch
{
public:
    explicit Stretch(int factor)
        : m_factor(std::max(factor, 1))
    { }

    void operator()(Milliseconds &time) const
    {
        constexpr auto longest = json::Fields::longest;
        time = std::clamp(std::clamp(time, -longest, longest) * m_factor, -longest, longest);
    }
    void operator()(std::optional<Milliseconds> &time) const
    {
        if (time)
            (*this)(*time);
    }

    void operator()(ScenarioWorker &worker) const
    {
        for (auto *time : {&worker.wait, &worker.lease, &worker.extends, &worker.innerLease})
            (*this)(*time);
        (*this)(worker.work);
        (*this)(worker.skew);
    }

    void operator()(Fault &fault) const
    {
        (*this)(fault.after);
        (*this)(fault.by);
        (*this)(fault.jitter);
    }

    // An option of the protocol; a word is none.
    void operator()(std::string &option) const
    {
        const auto time = parseDuration(option);
        if (!time)
            return;
        auto longer = *time;
        (*this)(longer);
        option = std::to_string(std::max(longer, *time).count()) + "ms";
    }

private:
    const int m_factor;
};

} // namespace

Scenario stretched(Scenario scenario, int factor)
{
    if (factor <= 1)
        return scenario;
    const Stretch stretch(factor);
    for (auto *time : {&scenario.lease, &scenario.retry, &scenario.commandTimeout, &scenario.limit})
        stretch(*time);
    stretch(scenario.queueTimeout);
    for (auto &[name, value] : scenario.options)
        stretch(value);
    for (auto &worker : scenario.workers)
        stretch(worker);
    for (auto &fault : scenario.script)
        stretch(fault);
    return scenario;
}

} // namespace lockcore
