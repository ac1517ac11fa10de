// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/message_bound.h"

namespace lockcore {

std::int64_t messageBound(const Info &stats, const Info &persistence)
{
    constexpr std::string_view changes = "rdb_changes_since_last_save";
    if (infoText(persistence, changes).empty())
        return infoNumber(stats, "total_commands_processed");
    return infoNumber(persistence, changes) + infoNumber(stats, "expired_keys") + infoNumber(stats, "evicted_keys");
}

} // namespace lockcore
