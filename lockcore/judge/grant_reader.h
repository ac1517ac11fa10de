// SPDX-License-Identifier: MIT
// What the clients alone report: grants, from request to answer, each with its earliest and its latest end. Positions are entry numbers.
#pragma once

#include "lockcore/judge/history.h"

#include <map>

namespace lockcore::detail {

struct ClientGrant
{
    std::string lock;
    bool reads = true;                 ///< it never excluded readers
    bool writes = true;                ///< it always excluded readers. Neither: an upgrade, or a part was released
    std::optional<std::int64_t> token; ///< of writers only
    std::uint64_t sent = 0;
    std::uint64_t answered = 0;
    std::uint64_t earliest = 0; ///< the end if the lease ran out as early as possible, or the worker reported the loss late
    std::uint64_t latest = 0;   ///< the end if it lasts until the release
};

struct ClientView
{
    std::vector<ClientGrant> grants; ///< re-entries are part of the first grant
    bool serverFault = false;        ///< or an operator's action
    bool complete = false;
};

ClientView readGrants(const History &history);

} // namespace lockcore::detail
