// SPDX-License-Identifier: MIT
// The colour of an owner. A new owner gets the colour that is least in use, and keeps it in every view. The number of owners has no limit,
// so the oldest are forgotten. GUI thread.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <unordered_map>

namespace lockscope {

class OwnerColours final
{
public:
    static constexpr std::size_t mostRemembered = 50'000;

    /// An index for ownerColour(); -1 for an empty owner. A new owner does not get the colour `avoided`.
    int indexOf(const std::string &owner, int avoided = -1);

    void use(int index, int change); ///< `change`: how many more visible places show the colour; index -1 is ignored

private:
    static constexpr int count = 6; ///< number of colours in the table

    int leastUsed(int avoided) const;

    std::array<int, count> m_uses{};
    std::unordered_map<std::string, int> m_indexes;
    std::deque<std::string> m_order;
    int m_next = 0;
};

} // namespace lockscope
