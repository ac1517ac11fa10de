// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/kept_leases.h"

#include <algorithm>

namespace lockcore {

namespace {

// A holder of several permits has several elements, which begin with its name.
bool isWrittenSince(const Value &before, const Value &now, const Bytes &owner)
{
    return std::ranges::none_of(now.elements, [&](const auto &element) { return element.first.starts_with(owner); })
           || std::ranges::any_of(now.elements, [&](const auto &element) {
                  const auto *was = element.first.starts_with(owner) ? before.find(element.first) : &element.second;
                  return !was || *was != element.second;
              });
}

} // namespace

void keepLeases(const Snapshot &before, const Look &look, Finding &finding)
{
    if (look.value.type != ValueType::Zset || before.look.value.type != ValueType::Zset || before.finding.moreHolders > 0)
        return;
    const auto isOver = [&](Holder &holder) {
        if (!holder.deadline || isWrittenSince(before.look.value, look.value, holder.owner))
            return false;
        const auto was = std::ranges::find(before.finding.holders, holder.owner, &Holder::owner);
        if (was == before.finding.holders.end())
            return true;
        if (was->deadline)
            holder.deadline = std::min(*holder.deadline, *was->deadline);
        return *holder.deadline <= look.at;
    };
    std::erase_if(finding.holders, isOver);
}

} // namespace lockcore
