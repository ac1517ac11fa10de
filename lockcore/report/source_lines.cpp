// SPDX-License-Identifier: MIT
#include "lockcore/report/source_lines.h"

#include "lockcore/report/entry_sentence.h"

#include <algorithm>
#include <map>

namespace lockcore {

namespace {

// Events that only happen to a worker are not caused by a line of its source.
bool isDoneByWorker(const What &what) { return std::holds_alternative<entry::Turn>(what) || std::holds_alternative<entry::Received>(what); }

std::set<std::uint64_t> provingEvents(const std::vector<Verdict> &verdicts)
{
    std::set<std::uint64_t> events;
    for (const auto &verdict : verdicts) {
        if (verdict.outcome == Outcome::Violated || verdict.outcome == Outcome::Outlived)
            events.insert(verdict.events.begin(), verdict.events.end());
    }
    return events;
}

} // namespace

std::vector<SourceLine> sourceLinesOf(const History &history, const std::vector<Verdict> &verdicts)
{
    const auto events = provingEvents(verdicts);
    std::map<Incarnation, std::pair<std::string, std::int64_t>> at;
    std::map<std::pair<std::string, std::int64_t>, std::vector<std::uint64_t>> lines;
    for (const auto &entry : history.entries) {
        if (const auto *const located = std::get_if<entry::Located>(&entry.what))
            at[located->who] = {located->file, located->line};
        if (!events.contains(entry.number) || !isDoneByWorker(entry.what))
            continue;
        const auto who = workerIn(entry);
        const auto found = who ? at.find(*who) : at.end();
        if (found != at.end())
            lines[found->second].push_back(entry.number);
    }
    std::vector<SourceLine> all;
    for (auto &[where, numbers] : lines)
        all.push_back({where.first, where.second, std::move(numbers)});
    return all;
}

std::vector<std::string> namedFiles(const History &history, std::size_t most)
{
    std::vector<std::string> files;
    for (const auto &entry : history.entries) {
        const auto *const located = std::get_if<entry::Located>(&entry.what);
        if (located && files.size() < most && std::ranges::find(files, located->file) == files.end())
            files.push_back(located->file);
    }
    return files;
}

} // namespace lockcore
