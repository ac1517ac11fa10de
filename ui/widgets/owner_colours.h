// SPDX-License-Identifier: MIT
// The colour of an owner: the next one of the set at its first appearance, and the same one afterwards, in every view. Owners
// come and go without end, so the oldest are forgotten. GUI thread.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

namespace lockscope {

class OwnerColours final
{
public:
    static constexpr std::size_t mostRemembered = 50'000;

    /// An index for ownerColour(); -1 for nobody (an empty owner).
    int indexOf(const std::string &owner);

private:
    std::unordered_map<std::string, int> m_indexes;
    std::deque<std::string> m_order;
    int m_next = 0;
};

} // namespace lockscope
