// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/restricted.h"

#include <algorithm>

namespace lockcore {

bool isRestricted(const MonitorState &state)
{
    const bool refused = std::ranges::any_of(state.notices, [](const Notice &notice) {
        return notice.kind == Notice::Kind::DeniedKeys || notice.kind == Notice::Kind::DeniedCommand;
    });
    return state.phase == MonitorState::Phase::Live && (!state.feedReason.empty() || refused);
}

} // namespace lockcore
