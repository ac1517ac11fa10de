// SPDX-License-Identifier: MIT
#include "lockcore/report/compact_row.h"

#include "lockcore/report/entry_sentence.h"
#include "lockcore/report/fault_log.h"
#include "lockcore/report/moments.h"
#include "lockcore/report/protections.h"

#include <algorithm>
#include <set>

namespace lockcore {

namespace {

using Span = CompactRow::Span;
using Mark = CompactRow::Mark;

bool isExpiry(const HistoryEntry &entry)
{
    const auto *const changed = std::get_if<entry::KeyChanged>(&entry.what);
    return changed && changed->event == entry::KeyEvent::Expired;
}

void sortByBegin(std::vector<Span> &spans)
{
    std::ranges::sort(spans, {}, [](const Span &span) { return std::pair(span.begin, span.worker); });
}

// Who holds the lock changes only where a holding begins or ends.
std::vector<Span> heldInRedis(const Lanes &lanes, const Moments &moments)
{
    std::set<Microseconds> changes;
    for (const auto &lock : lanes.locks) {
        for (const auto &span : lock.spans)
            changes.insert({span.begin, span.end});
    }
    std::vector<Span> spans;
    std::vector<std::optional<Microseconds>> since(lanes.workers.size());
    const auto note = [&](std::size_t worker, bool holds, Microseconds at) {
        if (holds && !since[worker])
            since[worker] = at;
        else if (!holds && since[worker])
            spans.push_back({worker, *std::exchange(since[worker], std::nullopt), at});
    };
    for (const auto at : changes) {
        const auto moment = moments.at(at);
        for (std::size_t i = 0; i < since.size(); ++i)
            note(i, moment.workers[i].holds, at);
    }
    for (std::size_t i = 0; i < since.size(); ++i)
        note(i, false, lanes.end);
    return spans;
}

template <class Is>
std::vector<Span> spansOf(const Lanes &lanes, Is is)
{
    std::vector<Span> spans;
    for (std::size_t worker = 0; worker < lanes.workers.size(); ++worker) {
        for (const auto &span : lanes.workers[worker].spans) {
            if (!is(span))
                continue;
            if (!spans.empty() && spans.back().worker == worker && spans.back().end == span.begin)
                spans.back().end = span.end;
            else
                spans.push_back({worker, span.begin, span.end});
        }
    }
    return spans;
}

class MarkList
{
public:
    MarkList(const HistoryIndex &run, const Lanes &lanes)
        : m_run(run)
        , m_lanes(lanes)
    { }

    void add(Mark::Kind kind, std::uint64_t number)
    {
        if (number == 0 || number > m_run.size())
            return;
        const auto at = std::max(m_run.at(number), m_lanes.begin);
        const Mark mark{kind, at, number, workerOf(number)};
        if (std::ranges::find(m_marks, mark) == m_marks.end())
            m_marks.push_back(mark);
    }

    std::vector<Mark> sorted()
    {
        std::ranges::stable_sort(m_marks, {}, &Mark::number);
        return std::move(m_marks);
    }

private:
    std::optional<std::size_t> workerOf(std::uint64_t number) const
    {
        const auto who = workerIn(m_run.entry(number));
        const auto found = who ? std::ranges::find(m_lanes.workers, who->worker, &WorkerLane::worker) : m_lanes.workers.end();
        return found == m_lanes.workers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_lanes.workers.begin()));
    }

    const HistoryIndex &m_run;
    const Lanes &m_lanes;
    std::vector<Mark> m_marks;
};

} // namespace

RunAnchor anchorOf(std::span<const HistoryEntry> entries, const Lanes &lanes, const std::vector<std::uint64_t> &faults)
{
    for (const auto number : faults) {
        const auto &fault = entries[number - 1];
        if (!std::holds_alternative<entry::Stalled>(fault.what) && fault.at >= lanes.begin && fault.at <= lanes.end)
            return {fault.at, number};
    }
    if (lanes.marks.empty())
        return {lanes.begin, 0};
    const auto expiry = std::ranges::find_if(lanes.marks, [&](const LaneMark &mark) { return isExpiry(entries[mark.number - 1]); });
    const auto &mark = expiry == lanes.marks.end() ? lanes.marks.front() : *expiry;
    return {mark.at, mark.number};
}

CompactRow compactRowOf(const HistoryIndex &run, const std::vector<Verdict> &verdicts, const Lanes &lanes, const Moments &moments)
{
    CompactRow row;
    row.begin = lanes.begin;
    row.end = lanes.end;
    for (const auto &worker : lanes.workers)
        row.workers.push_back(worker.worker);
    row.holds = lanes.locks.empty() ? spansOf(lanes, [](const WorkerSpan &span) { return span.holds; }) : heldInRedis(lanes, moments);
    row.inside = spansOf(lanes, [](const WorkerSpan &span) { return span.inside; });
    sortByBegin(row.holds);
    sortByBegin(row.inside);
    const auto faults = faultsOf(run);
    if (run.size() > 0)
        row.anchor = anchorOf({&run.entry(1), run.size()}, lanes, faults);
    MarkList marks(run, lanes);
    for (const auto number : faults)
        marks.add(Mark::Kind::Fault, number);
    for (const auto &protection : detail::protectionsIn(run))
        marks.add(Mark::Kind::Refusal, protection.first);
    for (const auto &verdict : verdicts) {
        if (verdict.outcome == Outcome::Violated && !verdict.events.empty())
            marks.add(Mark::Kind::Violation, verdict.events.back());
    }
    row.marks = marks.sorted();
    return row;
}

} // namespace lockcore
