// SPDX-License-Identifier: MIT
// The Explorer's searches: states and transitions per second of one thread's CPU time, memory for each state, and how long two workers with
// two rounds and one fault take, for every protocol. A goal counts for a search of 5 million states; smaller ones are told.
#include "figures.h"

#include "lockcore/explorer/exploration.h"
#include "lockcore/oracle/server_oracle.h"

#include <chrono>
#include <cstdio>

#include <malloc.h>

using namespace lockcore;
using namespace lockcore::bench;
using namespace lockcore::explorer;
using namespace std::chrono_literals;

namespace {

constexpr double enoughStates = 5e6;

double residentBytes()
{
    long total = 0;
    long resident = 0;
    if (auto *file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%ld %ld", &total, &resident) != 2)
            resident = 0;
        std::fclose(file);
    }
    constexpr double page = 4096;
    return static_cast<double>(resident) * page;
}

class Measurement
{
public:
    explicit Measurement(Oracle &oracle)
        : m_oracle(oracle)
    { }

    void bigSearch(Figures &figures, const std::string &protocol, int workers)
    {
        auto bounds = *usualBounds(protocol);
        bounds.workers = workers;
        bounds.rounds = 2;
        bounds.pause = 3ms;
        for (const auto fault : {Fault::Crash, Fault::LostReply, Fault::Pause})
            bounds.faults[fault] = 1;
        bounds.mostStates = 8'000'000;
        malloc_trim(0);
        const auto memory = residentBytes();
        double most = 0;
        const auto found = measured(bounds, &most);
        if (!found)
            return;
        const auto states = static_cast<double>(found->result.states);
        progress(std::to_string(found->result.states) + " states, " + std::to_string(found->result.transitions) + " transitions in "
                 + std::to_string(found->seconds) + " s");
        const bool counts = states >= enoughStates;
        const auto what =
            protocol + ", " + std::to_string(workers) + " workers, " + std::to_string(found->result.states / 1'000) + " thousand states: ";
        const auto add = [&](const std::string &unit, double wanted, double value) {
            if (counts && wanted > 0)
                figures.atMost(what + unit, wanted, value);
            else
                figures.told(what + unit, value);
        };
        add("ns a state", 1'000, found->seconds * 1e9 / states);
        add("ns a transition", 333, found->seconds * 1e9 / static_cast<double>(found->result.transitions));
        add("bytes a state", 45, (most - memory) / states);
    }

    void smallSearch(Figures &figures, const Protocol &protocol)
    {
        double worst = 0;
        auto bounds = *usualBounds(protocol.name);
        bounds.rounds = 2;
        bounds.mostStates = 3'000'000; // cut: more than the goal in any case
        for (const auto &faults : usualFaults()) {
            bounds.faults = faults;
            const auto begin = std::chrono::steady_clock::now();
            if (!measured(bounds, nullptr))
                return;
            worst = std::max(worst, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        }
        const auto what = std::string(protocol.name) + ", 2 x 2, the worst of the usual faults";
        progress(what + ": " + std::to_string(worst) + " s");
        if (protocol.fair)
            figures.told(what, worst, "s");
        else
            figures.atMost(what, 1, worst, "s");
    }

private:
    struct Found
    {
        SearchResult result;
        double seconds;
    };

    std::optional<Found> measured(const Bounds &bounds, double *memory)
    {
        Control control;
        control.atEnd = [&] {
            if (memory)
                *memory = residentBytes();
        };
        const auto begin = threadSeconds();
        auto result = search(bounds, m_oracle, control);
        const auto seconds = threadSeconds() - begin;
        if (!result) {
            progress(bounds.protocol + ": " + result.error().text);
            return {};
        }
        return Found{*std::move(result), seconds};
    }

    Oracle &m_oracle;
};

} // namespace

int main()
{
    auto oracle = ServerOracle::start({"redis-server", LOCKSCOPE_BINARY});
    if (!oracle) {
        progress(oracle.error().text);
        return 1;
    }
    Measurement measurement(**oracle);
    Figures figures("The Explorer");
    for (const auto *protocol : {"token", "redisson"}) {
        progress(protocol);
        measurement.bigSearch(figures, protocol, 3);
    }
    for (const auto &protocol : protocols()) {
        progress(std::string(protocol.name));
        measurement.smallSearch(figures, protocol);
    }
    return figures.print();
}
