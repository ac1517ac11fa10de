// SPDX-License-Identifier: MIT
// A lock protocol in at most twelve lines for people, and at which of them each worker of a run was. A line names the places in the
// protocol's C++ source that it stands for, by a part of the source's line: a worker reports its place before each step. Pure; any thread.
//
//     free   DEL key, also if it is another's by now    @ set_nx_del.cpp "DEL", key
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/judge/history.h"

#include <map>

namespace lockcore {

struct Pseudocode
{
    static constexpr std::size_t mostLines = 12;

    /// A line of a source file that contains `part`. A place without a part is the critical section, called `work`.
    struct Place
    {
        std::string file; ///< without its folder
        std::string part;
        bool operator==(const Place &) const = default;
    };
    struct Line
    {
        std::string purpose; ///< take, wait, work, renew or free
        std::string text;
        std::vector<Place> places;
        bool operator==(const Line &) const = default;
    };

    std::vector<Line> lines;
    bool operator==(const Pseudocode &) const = default;
};

/// The error names the line that is wrong.
Result<Pseudocode> pseudocodeOf(std::string_view text);

/// The lines of source files, by the names that the workers report.
using SourceTexts = std::map<std::string, std::vector<std::string>>;

std::vector<std::string> linesOf(std::string_view text);

/// Is it in this file, and in this line of it?
bool isAt(const Pseudocode::Place &place, std::string_view file, std::string_view sourceLine);

/// At which line of a text each worker was, from its first step on.
class LineSteps final
{
public:
    void add(const std::string &worker, std::uint64_t entry, std::size_t line); ///< in the order of the entries
    void forget(const std::string &worker, std::uint64_t entry);                ///< from here on it is at no line

    /// After this entry; none: it was at no line yet. Lines count from 0.
    std::optional<std::size_t> at(const std::string &worker, std::uint64_t entry) const;

    bool operator==(const LineSteps &) const = default;

private:
    struct Step
    {
        std::uint64_t entry = 0;
        std::optional<std::size_t> line;
        bool operator==(const Step &) const = default;
    };
    std::map<std::string, std::vector<Step>> m_steps;
};

/// After the warm-up. `lineOf` says which line a place of the pseudocode is in the text; none: it is in no line, and the worker stays.
using LineOfPlace = std::function<std::optional<std::size_t>(std::size_t line, std::size_t place)>;
LineSteps stepsOf(const History &history, const Pseudocode &pseudocode, const SourceTexts &sources, const LineOfPlace &lineOf);

/// In the lines of the pseudocode itself.
LineSteps stepsOf(const History &history, const Pseudocode &pseudocode, const SourceTexts &sources);

} // namespace lockcore
