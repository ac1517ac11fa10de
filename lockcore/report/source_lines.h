// SPDX-License-Identifier: MIT
// Which lines of their source workers stood on at the events of the verdicts, as far as they said so. Pure; any thread.
#pragma once

#include "lockcore/judge/history.h"

namespace lockcore {

struct SourceLine
{
    std::string file; ///< as the worker named it: not to be trusted
    std::int64_t line = 0;
    std::vector<std::uint64_t> events; ///< ascending
    bool operator==(const SourceLine &) const = default;
};

/// By file and line. Of an event by a worker, the last line that this incarnation named before.
std::vector<SourceLine> sourceLinesOf(const History &history, const std::vector<Verdict> &verdicts);

/// Every file that a worker named, in the order of their first mention, at most `most`.
std::vector<std::string> namedFiles(const History &history, std::size_t most);

} // namespace lockcore
