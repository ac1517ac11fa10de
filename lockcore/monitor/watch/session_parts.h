// SPDX-License-Identifier: MIT
// Shared by the parts of a Session, which it all outlives. All but `denied` and `handOvers` also outlives the Session. One thread.
#pragma once

#include "lockcore/monitor/reading/cluster_slots.h"
#include "lockcore/monitor/reading/denied_names.h"
#include "lockcore/monitor/reading/early_release_history.h"
#include "lockcore/monitor/watch/monitor_options.h"
#include "lockcore/monitor/watch/monitor_store.h"
#include "lockcore/monitor/watch/watch_list.h"

#include <algorithm>

namespace lockcore {

struct SessionParts
{
    const int db;
    const MonitorOptions &options;
    const Classifier &classifier;
    MonitorStore &store;
    WatchList &watchList;
    ServerClock &serverClock;
    Clock &clock;
    DeniedNames &denied;
    EarlyReleaseHistory &handOvers;
    ClusterSlots &clusterSlots;

    /// Followed already, or, for a list, which follows nothing, found already.
    bool isKnown(const Bytes &key) const { return options.watch ? watchList.contains(key) : store.table().find({db, key}) != nullptr; }

    /// Whether `companion` belongs to this known lock.
    bool belongs(const Bytes &companion, const Bytes &lock) const
    {
        const auto *known = isKnown(lock) ? store.table().find({db, lock}) : nullptr;
        return known && std::ranges::any_of(known->companions, [&](const Companion &its) { return its.key == companion; });
    }

    /// The estimated time; 1970 until it is known.
    ServerTime serverNow() const { return serverClock.known() ? serverClock.at(clock.now()) : ServerTime{}; }
};

} // namespace lockcore
