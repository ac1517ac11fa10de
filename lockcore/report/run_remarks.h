// SPDX-License-Identifier: MIT
// What a history says about its workers that is no property of a lock: who ended by itself, who said what was not so, and why nothing was
// put to the test. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore {

struct RunRemark
{
    enum class Weight {
        Note,    ///< nothing rests on it
        Spoils,  ///< what held was hardly put to the test
        Mistake, ///< the worker's, or its library's
    };

    Weight weight = Weight::Note;
    std::string sentence; ///< without its full stop
    bool operator==(const RunRemark &) const = default;
};

std::vector<RunRemark> remarksOn(const HistoryIndex &history);

} // namespace lockcore
