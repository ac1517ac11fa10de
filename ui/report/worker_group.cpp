// SPDX-License-Identifier: MIT
#include "ui/report/worker_group.h"

#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QStringList>

#include <algorithm>
#include <numeric>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct Change
{
    Microseconds at{0};
    std::size_t state = 0;
    int by = 0;
};

std::vector<GroupCount> countsOf(const Lanes &lanes, const std::vector<std::size_t> &workers)
{
    std::vector<Change> changes;
    for (const auto worker : workers) {
        for (const auto &span : lanes.workers[worker].spans) {
            const auto state = static_cast<std::size_t>(span.state);
            changes.push_back({span.begin, state, 1});
            changes.push_back({span.end, state, -1});
        }
    }
    std::ranges::sort(changes, {}, &Change::at);
    std::vector<GroupCount> counts{{lanes.begin, {}}};
    for (const auto &change : changes) {
        if (change.at > counts.back().at)
            counts.push_back({change.at, counts.back().of});
        counts.back().of.at(change.state) += change.by;
    }
    return counts;
}

QString stateCount(WorkerSpan::State state, int count)
{
    switch (state) {
    case WorkerSpan::State::Waiting: return Words::tr("%1 waiting").arg(count);
    case WorkerSpan::State::Holding: return Words::tr("%1 holding").arg(count);
    case WorkerSpan::State::Working: return Words::tr("%1 working").arg(count);
    case WorkerSpan::State::Paused: return Words::tr("%1 paused").arg(count);
    case WorkerSpan::State::Stalled: return Words::tr("%1 stalled").arg(count);
    case WorkerSpan::State::Dead: return Words::tr("%1 dead").arg(count);
    }
    return {};
}

} // namespace

WorkerGroup groupOf(const Lanes &lanes, std::vector<std::size_t> workers)
{
    WorkerGroup group;
    if (workers.empty())
        return group;
    group.name = shownText(lanes.workers[workers.front()].worker, 8);
    if (workers.size() > 1)
        group.name += u" … "_s + shownText(lanes.workers[workers.back()].worker, 8);
    group.counts = countsOf(lanes, workers);
    for (const auto &count : group.counts)
        group.most = std::max(group.most, std::accumulate(count.of.begin(), count.of.end(), 0));
    group.workers = std::move(workers);
    return group;
}

std::vector<WorkerGroup> groupsOf(const Lanes &lanes, std::size_t most, std::size_t size, std::size_t alone)
{
    std::vector<WorkerGroup> groups;
    if (lanes.workers.size() <= most)
        return groups;
    std::vector<std::size_t> named;
    for (const auto &mark : lanes.marks) {
        const bool isNew = mark.place == LanePlace::Worker && std::ranges::find(named, mark.lane) == named.end();
        if (isNew && named.size() < alone)
            named.push_back(mark.lane);
    }
    std::vector<std::size_t> together;
    for (std::size_t i = 0; i < lanes.workers.size(); ++i) {
        if (std::ranges::find(named, i) == named.end())
            together.push_back(i);
        if (together.size() == size || (i + 1 == lanes.workers.size() && !together.empty()))
            groups.push_back(groupOf(lanes, std::exchange(together, {})));
    }
    return groups;
}

QString groupText(const WorkerGroup &group, Microseconds at)
{
    auto found = std::ranges::upper_bound(group.counts, at, {}, &GroupCount::at);
    QStringList parts;
    if (found != group.counts.begin()) {
        const auto &count = *std::prev(found);
        for (const auto state : {WorkerSpan::State::Working, WorkerSpan::State::Holding, WorkerSpan::State::Waiting,
                                 WorkerSpan::State::Paused, WorkerSpan::State::Stalled, WorkerSpan::State::Dead}) {
            if (count.in(state) > 0)
                parts.push_back(stateCount(state, count.in(state)));
        }
    }
    return parts.isEmpty() ? Words::tr("idle") : parts.join(u", "_s);
}

} // namespace lockscope
