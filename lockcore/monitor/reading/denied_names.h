// SPDX-License-Identifier: MIT
// Where the server's ACL forbids reads. SCAN lists names that the user may not touch, and every denied read is an entry in the
// server's ACL LOG (128 entries by default). After three refusals under one name prefix, Lockscope stops asking there. It never
// asks for many untested names at once.
#pragma once

#include "lockcore/base/bytes.h"

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

    /// Are names like this one denied?
    bool isClosed(std::string_view key) const;

    /// Indices of those `keys` that may be asked for at once, in order; the others are asked later or never. While nothing was denied:
    /// three, and four for each that was granted. After that: all under a prefix that was granted once, and of every other prefix as many
    /// as keep its denials to three. A key under a closed prefix is counted, and its index is added to `leftOut`.
    std::vector<std::size_t> nextOf(const std::vector<std::string_view> &keys, std::vector<std::size_t> &leftOut);

    void denied(std::string_view key); ///< a read was answered with NOPERM
    void granted(std::string_view key);

    /// Keys that were denied or left out in the current sweep or in the one before, whichever is larger.
    std::int64_t count() const { return std::max(m_count, m_countBefore); }
    void sweepEnds() { m_countBefore = std::exchange(m_count, 0); }

private:
    std::unordered_map<std::string, int> m_denials; ///< by prefix
    std::unordered_set<std::string> m_open;         ///< prefixes that answered; kept only after something was denied
    std::size_t m_granted = 0;
    std::int64_t m_count = 0;
    std::int64_t m_countBefore = 0;
};

} // namespace lockcore
