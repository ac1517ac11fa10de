// SPDX-License-Identifier: MIT
// What the clients alone say: grants, from request to answer, and when each ends at the earliest and at the latest. Positions are
// entry numbers.
#pragma once

#include "lockcore/judge/history.h"

#include <map>

namespace lockcore::detail {

struct ClientGrant
{
    std::string lock;
    bool reads = true;                 ///< it never shut readers out
    bool writes = true;                ///< it always did. Neither: an upgrade, or some of it was given back
    std::optional<std::int64_t> token; ///< not of readers
    std::uint64_t sent = 0;
    std::uint64_t answered = 0;
    std::uint64_t earliest = 0; ///< the end, if the lease ran out as early as it may, or the loss was long unreported
    std::uint64_t latest = 0;   ///< the end, if it lasts until it is given back
};

struct ClientView
{
    std::vector<ClientGrant> grants; ///< re-entries are part of the first grant
    bool serverFault = false;        ///< or an operator's action
    bool complete = false;
};

ClientView readGrants(const History &history);

} // namespace lockcore::detail
