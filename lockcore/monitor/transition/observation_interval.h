// SPDX-License-Identifier: MIT
// What was observed of a key between its last look and this one, beside the looks themselves.
#pragma once

#include "lockcore/base/clock.h"

#include <optional>
#include <string_view>

namespace lockcore {

struct ObservationInterval
{
    bool firstSweep = false;      ///< nothing was known about the key, and watching had just begun
    bool passedBy = false;        ///< or it may have been there before, out of sight or not recognised
    bool withSlot = false;        ///< or it may have come with its slot from another node of the cluster
    bool bySweep = false;         ///< a sweep found it: earlier ones may have passed by what its scripts or a short TTL alone betray
    bool announced = false;       ///< a release was announced in between; see perhapsOf
    bool announcedNearby = false; ///< one was announced at about that time: in between, shortly before, or shortly after
    bool announces = false;       ///< an announcement of its release would have been heard
    bool unprompted = false;      ///< a sweep or a poll found it: it may have changed long before
    bool unheard = false;         ///< nothing was heard, although a message comes with each change of this key
    bool outrun = false;          ///< the key changed again while it was read
    bool several = false;         ///< more than one change was heard
    bool heardAfter = false;      ///< and one after the look was read: a later one, one before it, or the look itself found it expired
    bool removedByNobody = false; ///< the server itself has removed no key in between: none has expired, none was evicted
    std::string_view perhapsOf{}; ///< not empty: whose release was announced instead, perhaps, so that it proves nothing
    std::optional<ServerTime> lastFree{}; ///< when there was no lock, according to the last sweep
    std::optional<ServerTime> heard{};    ///< it had changed at this time, because the message had come
    std::optional<ServerTime> quiet{};    ///< it had not changed at this time: a message would have come
};

} // namespace lockcore
