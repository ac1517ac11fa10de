// SPDX-License-Identifier: MIT
// A lock's lane: the elements of its keys that are the holding, each from the command that made it until its end.
#include "lockcore/report/held_elements.h"
#include "lockcore/report/lane_parts.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

LockSpan::End endOf(const Run &run, const Element &element)
{
    using enum LockSpan::End;
    const auto *const changed = run.as<entry::KeyChanged>(element.ended);
    if (!changed)
        return element.ended == 0 ? None : Unknown;
    switch (changed->event) {
    case entry::KeyEvent::Expired: return Expired;
    case entry::KeyEvent::Evicted:
    case entry::KeyEvent::Flushed:
    case entry::KeyEvent::LostByServer: return Server;
    case entry::KeyEvent::Removed: break;
    default: return Unknown;
    }
    if (run.as<entry::Operated>(changed->cause))
        return Operator;
    const auto by = run.author(*changed);
    if (!by)
        return run.as<entry::ServerFaulted>(changed->cause) ? Server : Unknown;
    return by == element.by ? Released : Removed;
}

LockSpan spanOf(const Stage &stage, const Element &element)
{
    const auto &run = stage.run;
    LockSpan span;
    span.owner = element.by;
    span.mark = element.mark;
    span.begin = std::max(run.at(element.created), stage.begin);
    span.end = std::max(stage.endOf(element.ended), span.begin);
    span.how = endOf(run, element);
    if (span.how == LockSpan::End::Removed)
        span.by = run.author(*run.as<entry::KeyChanged>(element.ended));
    span.created = element.created;
    span.ended = element.ended;
    span.lease.push_back({run.at(element.created), element.ttl, element.created});
    for (const auto number : element.extended)
        span.lease.push_back({run.at(number), run.as<entry::KeyChanged>(number)->ttl, number});
    return span;
}

bool isShown(const Stage &stage, const Element &element)
{
    if (stage.run.at(element.created) > stage.end)
        return false;
    return stage.isPlayed(element.created) || element.ended == 0 || stage.isPlayed(element.ended);
}

} // namespace

std::vector<LockLane> lockLanes(const Stage &stage)
{
    std::vector<LockLane> lanes;
    std::vector<Rows> rows;
    for (const auto &held : heldElements(stage.run)) {
        const auto &element = *held.element;
        if (!isShown(stage, element))
            continue;
        const auto found =
            std::ranges::find_if(lanes, [&](const LockLane &lane) { return lane.lock == held.lock && lane.server == element.server; });
        const auto index = static_cast<std::size_t>(found - lanes.begin());
        if (found == lanes.end()) {
            lanes.push_back({held.lock, element.server, {}, 1});
            rows.emplace_back();
        }
        auto span = spanOf(stage, element);
        span.row = rows[index].take(span.begin, span.end);
        lanes[index].spans.push_back(std::move(span));
        lanes[index].rows = rows[index].count();
    }
    std::ranges::stable_sort(lanes, {}, [](const LockLane &lane) { return std::pair(lane.lock, lane.server); });
    return lanes;
}

} // namespace lockcore::detail
