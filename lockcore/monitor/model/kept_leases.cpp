// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/kept_leases.h"

#include <algorithm>

namespace lockcore {

bool isWrittenSince(const Value &before, const Value &now, const Bytes &owner)
{
    return std::ranges::none_of(now.elements, [&](const auto &element) { return element.first.starts_with(owner); })
           || std::ranges::any_of(now.elements, [&](const auto &element) {
                  const auto *was = element.first.starts_with(owner) ? before.find(element.first) : &element.second;
                  return !was || *was != element.second;
              });
}

void keepLeases(const Snapshot *before, const Look &look, bool oneWrite, Finding &finding)
{
    if (!finding.lastWriterSetsDeadline || (before && before->finding.moreHolders > 0))
        return;
    const auto hasWritten = [&](const Holder &holder) { return !before || isWrittenSince(before->look.value, look.value, holder.owner); };
    const bool alone = oneWrite && std::ranges::count_if(finding.holders, hasWritten) == 1;
    std::erase_if(finding.holders, [&](Holder &holder) {
        if (hasWritten(holder)) {
            holder.deadline = alone ? look.deadline : std::nullopt;
            return false;
        }
        const auto was = std::ranges::find(before->finding.holders, holder.owner, &Holder::owner);
        if (was == before->finding.holders.end() || isLapsed(*was, look.at))
            return true;
        // If the whole lock ends earlier, it takes the holder with it; if that is put off, the holder's own time is not known any more.
        if (look.deadline && was->deadline <= *look.deadline + deadlineNoise)
            holder.deadline = was->deadline;
        return false;
    });
}

} // namespace lockcore
