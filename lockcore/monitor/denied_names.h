// SPDX-License-Identifier: MIT
// Where the server's ACL does not let us read. SCAN lists names that the user may not touch, and every denied read
// enters the server's ACL LOG (128 entries by default): after three under one name prefix we stop asking there, and we
// never ask for many at once of which we do not know.
#pragma once

#include "base/bytes.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace lockcore {

class DeniedNames
{
public:
    static constexpr int mostDenials = 3;

    /// Are names like this one closed to us?
    bool isClosed(std::string_view key) const;

    /// Those of `keys` that may be asked for in one go, as indices in order; asking for the others comes later, or never.
    /// While nothing was denied, four times as many as were answered; after that three of each prefix that never
    /// answered. A closed one is counted as left out, and its index added to `leftOut`.
    std::vector<std::size_t> nextOf(const std::vector<std::string_view> &keys, std::vector<std::size_t> &leftOut);

    void denied(std::string_view key); ///< a read of it was answered with NOPERM
    void granted(std::string_view key);

    /// Keys that were denied or left out in the present sweep or in the one before, whichever are more.
    std::int64_t count() const { return std::max(m_count, m_countBefore); }
    void sweepEnds() { m_countBefore = std::exchange(m_count, 0); }

private:
    std::unordered_map<std::string, int> m_denials; ///< by prefix
    std::unordered_set<std::string> m_open;         ///< prefixes that answered; only kept once something was denied
    std::size_t m_granted = 0;
    std::int64_t m_count = 0;
    std::int64_t m_countBefore = 0;
};

} // namespace lockcore
