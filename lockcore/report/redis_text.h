// SPDX-License-Identifier: MIT
// What Redis runs for the workers of a run, as a text. For Lockscope's own protocols it is taken from their C++ source, with the Lua of each
// script; for other workers the history has only the names of commands and keys. Pure; any thread.
#pragma once

#include "lockcore/report/pseudocode.h"

namespace lockcore {

struct RedisText
{
    struct Line
    {
        std::string text;
        std::string purpose; ///< of a command: take, wait, work, renew or free; of one that only looks: look; empty: not known
        bool operator==(const Line &) const = default;
    };
    std::vector<Line> lines;
    LineSteps steps; ///< at the last command that the worker has sent
    bool operator==(const RedisText &) const = default;
};

/// `sources` are all sources of the protocols, also those that only have scripts.
RedisText redisTextOf(const History &history, const Pseudocode &pseudocode, const SourceTexts &sources);

/// Each command of a worker, with its keys, once; at most 200.
RedisText redisTextOf(const History &history);

} // namespace lockcore
