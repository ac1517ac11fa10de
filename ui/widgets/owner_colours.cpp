// SPDX-License-Identifier: MIT
#include "ui/widgets/owner_colours.h"

namespace lockscope {

int OwnerColours::indexOf(const std::string &owner, int avoided)
{
    if (owner.empty())
        return -1;
    const auto [entry, isNew] = m_indexes.try_emplace(owner, -1);
    if (!isNew)
        return entry->second;
    const int index = entry->second = leastUsed(avoided);
    m_next = (index + 1) % count;
    m_order.push_back(owner);
    if (m_order.size() > mostRemembered) {
        m_indexes.erase(m_order.front());
        m_order.pop_front();
    }
    return index;
}

void OwnerColours::use(int index, int change)
{
    if (index >= 0)
        m_uses[static_cast<std::size_t>(index)] += change;
}

// Colours that are used equally often take turns, so that consecutive owners differ.
int OwnerColours::leastUsed(int avoided) const
{
    int best = -1;
    for (int i = 0; i < count; ++i) {
        const int index = (m_next + i) % count;
        const auto uses = [this](int of) { return m_uses[static_cast<std::size_t>(of)]; };
        if (index != avoided && (best < 0 || uses(index) < uses(best)))
            best = index;
    }
    return best;
}

} // namespace lockscope
