// SPDX-License-Identifier: MIT
// What was observed about a key between its last look and this one, besides the looks themselves.
#pragma once

#include "lockcore/base/clock.h"

#include <optional>
#include <string_view>

namespace lockcore {

struct ObservationInterval
{
    bool firstSweep = false;      ///< the key was unknown, and watching had just begun
    bool passedBy = false;        ///< the key may have existed earlier, denied or not recognised
    bool withSlot = false;        ///< the key may have come with its slot from another node of the cluster
    bool bySweep = false;         ///< found by a sweep: earlier ones cannot recognise what only scripts or a short TTL reveal
    bool announced = false;       ///< a release was announced in the interval; see perhapsOf
    bool announcedNearby = false; ///< a release was announced in the interval, shortly before it or shortly after it
    bool announces = false;       ///< a release would have been announced, and heard
    bool unprompted = false;      ///< found by a sweep or a poll: the change may be much older
    bool unheard = false;         ///< no message came, although each change of this key sends one
    bool outrun = false;          ///< the key changed again while it was read
    bool several = false;         ///< more than one change was announced
    bool heardAfter = false;      ///< a message came after the look: of a later change, an earlier one, or an expiry caused by the look
    bool removedByNobody = false; ///< the server itself removed no key in the interval: nothing has expired or was evicted
    std::string_view perhapsOf{}; ///< if not empty: whose release may have been announced instead, so that the announcement proves nothing
    std::optional<ServerTime> lastFree{}; ///< when there was no lock, according to the last sweep
    std::optional<ServerTime> heard{};    ///< it had changed by this time, because the message had arrived
    std::optional<ServerTime> quiet{};    ///< it had not changed by this time, because no message had arrived
};

} // namespace lockcore
