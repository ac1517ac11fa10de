// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/look_step.h"

#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

LookStep afterAnswer(const LookRequest &request, std::span<const Reply> &replies, LookRequest::Way way, const Classifier &classifier)
{
    const auto mine = replies.first(request.commands());
    replies = replies.subspan(mine.size());
    auto look = request.parse(mine, way);
    if (!look) {
        if (isOutOfMemory(look.error()) && !way.plain)
            return LookAgain{request, true};
        if (forbidsCompanions(look.error()) && !request.companions.empty())
            return LookAgain{request.withoutCompanions()};
        return look.error();
    }
    auto next = nextRequest(request, *look, classifier);
    if (next != request)
        return LookAgain{std::move(next)};
    return *std::move(look);
}

} // namespace lockcore
