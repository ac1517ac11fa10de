// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/unread_names.h"

#include <utility>

namespace lockcore {

void UnreadNames::add(UnreadKeys::Why why, std::string_view key, bool suspect, std::string_view said)
{
    const auto hash = std::hash<std::string_view>()(key);
    if (m_met.contains(hash))
        return;
    if (m_met.size() < mostDistinct)
        m_met.insert(hash);
    auto [found, isFirst] = m_counts.try_emplace(why);
    auto &counted = found->second;
    if (isFirst)
        counted = {why, 0, 0, std::string(said)};
    ++counted.keys;
    counted.suspects += suspect ? 1 : 0;
}

std::vector<UnreadKeys> UnreadNames::counts() const
{
    auto all = m_counts;
    for (const auto &[why, before] : m_countsBefore) {
        auto &now = all[why];
        if (before.keys > now.keys)
            now = before;
    }
    std::vector<UnreadKeys> counts;
    counts.reserve(all.size());
    for (auto &[why, some] : all)
        counts.push_back(std::move(some));
    return counts;
}

void UnreadNames::sweepEnds()
{
    m_countsBefore = std::exchange(m_counts, {});
    m_met.clear();
}

} // namespace lockcore
