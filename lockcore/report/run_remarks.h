// SPDX-License-Identifier: MIT
// What a history says about its workers that is no property of a lock: workers that ended by themselves, workers whose answers were not
// true, why a run has tested nothing, and who was not woken. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore {

struct RunRemark
{
    enum class Weight {
        Note,    ///< no result depends on it
        Spoils,  ///< the properties that held were hardly tested
        Mistake, ///< of the worker, or of its library
    };

    Weight weight = Weight::Note;
    std::string sentence;                ///< without its full stop
    std::string pitfall{};               ///< that it shows; empty: none
    std::vector<std::uint64_t> events{}; ///< numbers of the entries that prove it
    bool operator==(const RunRemark &) const = default;
};

std::vector<RunRemark> remarksOn(const HistoryIndex &history);

} // namespace lockcore
