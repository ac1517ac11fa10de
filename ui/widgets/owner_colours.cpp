// SPDX-License-Identifier: MIT
#include "ui/widgets/owner_colours.h"

namespace lockscope {

int OwnerColours::indexOf(const std::string &owner)
{
    if (owner.empty())
        return -1;
    const auto [entry, isNew] = m_indexes.try_emplace(owner, m_next);
    const int index = entry->second;
    if (isNew) {
        m_next = (m_next + 1) % 6; // as many as theme.cpp has
        m_order.push_back(owner);
        if (m_order.size() > mostRemembered) {
            m_indexes.erase(m_order.front());
            m_order.pop_front();
        }
    }
    return index;
}

} // namespace lockscope
