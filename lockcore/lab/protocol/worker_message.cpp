// SPDX-License-Identifier: MIT
#include "lockcore/lab/protocol/worker_message.h"

#include <algorithm>

namespace lockcore::worker {

bool HelloOk::can(std::string_view capability) const
{
    return std::find(capabilities.begin(), capabilities.end(), capability) != capabilities.end();
}

std::string shownLine(std::string_view line)
{
    if (line.ends_with('\n'))
        line.remove_suffix(1);
    constexpr std::size_t shown = 160; // characters
    constexpr std::size_t most = 16 * shown;
    std::string both(line);
    if (line.size() > 2 * most) // avoids escaping a megabyte
        both = std::string(line.substr(0, most)) + std::string(line.substr(line.size() - most));
    return '"' + elidedInMiddle(escaped(both), shown) + '"';
}

} // namespace lockcore::worker
