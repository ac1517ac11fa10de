// SPDX-License-Identifier: MIT
// The source lines at which workers were at the events of the verdicts, as far as the workers reported them. Pure; any thread.
#pragma once

#include "lockcore/judge/history.h"

namespace lockcore {

struct SourceLine
{
    std::string file; ///< as the worker reported it: not to be trusted
    std::int64_t line = 0;
    std::vector<std::uint64_t> events; ///< ascending
    bool operator==(const SourceLine &) const = default;
};

/// By file and line. An event of a worker belongs to the last line that this incarnation reported before it.
std::vector<SourceLine> sourceLinesOf(const History &history, const std::vector<Verdict> &verdicts);

/// Every file that a worker reported, in the order of its first mention, at most `most`.
std::vector<std::string> namedFiles(const History &history, std::size_t most);

} // namespace lockcore
