// SPDX-License-Identifier: MIT
// A resource's lane: which worker was inside when, what was written, and when two workers were inside that exclude each other.
#include "lockcore/report/lane_parts.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

ResourceLane &laneOf(std::vector<ResourceLane> &lanes, const std::string &lock)
{
    const auto found = std::ranges::find(lanes, lock, &ResourceLane::lock);
    return found == lanes.end() ? lanes.emplace_back(ResourceLane{lock, {}, {}, {}, 1}) : *found;
}

std::vector<LaneBand> bandsOf(const Stage &stage, const std::string &lock)
{
    std::vector<LaneBand> bands;
    std::vector<const Presence *> inside;
    for (const auto &presence : stage.run.presences) { // in the order in which they entered
        if (presence.lock != lock || !stage.isPlayed(presence.enter))
            continue;
        std::erase_if(inside, [&](const Presence *other) { return other->end != 0 && other->end < presence.enter; });
        for (const auto *const other : inside) {
            const auto until = std::min(stage.endOf(other->end), stage.endOf(presence.end));
            if (!compatible(other->mode, presence.mode) && until > stage.run.at(presence.enter))
                bands.push_back({speakerOf(*other), speakerOf(presence), stage.run.at(presence.enter), until, presence.enter});
        }
        inside.push_back(&presence);
    }
    return bands;
}

} // namespace

std::vector<ResourceLane> resourceLanes(const Stage &stage)
{
    std::vector<ResourceLane> lanes;
    std::vector<Rows> rows;
    for (const auto &presence : stage.run.presences) {
        if (!stage.isPlayed(presence.enter))
            continue;
        auto &lane = laneOf(lanes, presence.lock);
        const auto index = static_cast<std::size_t>(&lane - lanes.data());
        if (index == rows.size())
            rows.emplace_back();
        const auto begin = stage.run.at(presence.enter);
        const auto end = std::max(stage.endOf(presence.end), begin);
        lane.spans.push_back({speakerOf(presence), begin, end, presence.enter, rows[index].take(begin, end)});
        lane.rows = rows[index].count();
    }
    for (Number number = stage.run.begin + 1; number <= stage.run.size(); ++number) {
        const auto *const accessed = stage.run.as<entry::Accessed>(number);
        const auto lane = std::ranges::find(lanes, accessed ? accessed->lock : std::string(), &ResourceLane::lock);
        const bool isShown = accessed && (accessed->step == entry::Step::Write || accessed->refused);
        if (!isShown || lane == lanes.end())
            continue;
        lane->writes.push_back({speakerOf(*accessed), stage.run.at(number), number, accessed->refused, accessed->version});
    }
    for (auto &lane : lanes)
        lane.bands = bandsOf(stage, lane.lock);
    std::ranges::stable_sort(lanes, {}, &ResourceLane::lock); // as the lanes of the locks
    return lanes;
}

} // namespace lockcore::detail
