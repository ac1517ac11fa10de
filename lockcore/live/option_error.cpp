// SPDX-License-Identifier: MIT
#include "lockcore/live/option_error.h"

#include "lockcore/live/live_context.h"

namespace lockcore {

std::optional<Error> optionError(const Protocol &protocol, const ProtocolOptions &options)
{
    EventLoop loop;
    LoopClock clock;
    LiveServers nowhere({}, {}, loop, clock);
    LiveContext context(nowhere, {});
    const auto made = protocol.make(context, "key", options);
    return made ? std::nullopt : std::optional(made.error());
}

} // namespace lockcore
