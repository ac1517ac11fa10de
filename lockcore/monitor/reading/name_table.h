// SPDX-License-Identifier: MIT
// Many globs, matched at once against every name on a server. `prefix*`, `*suffix`, `prefix*suffix`, `*infix*` and plain names are found by
// their first or last byte; other globs are matched one by one. Immutable once filled, so any thread may call matches().
#pragma once

#include <array>
#include <bitset>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

class NameTable
{
public:
    void add(std::string_view glob);

    /// Allocates nothing.
    bool matches(std::string_view name) const;

private:
    struct Ends
    {
        std::string head;
        std::string tail;
        bool whole = false; ///< without a `*`: head is the whole name
    };

    bool matchesInfix(std::string_view name) const;

    std::array<std::vector<Ends>, 256> m_byHead;         // by the first byte of the head
    std::array<std::vector<std::string>, 256> m_byTail;  // by the last byte; for globs without a head
    std::array<std::vector<std::string>, 256> m_byInfix; // by the first byte; at least two bytes long
    std::bitset<65536> m_beginsInfix; // the first two bytes of each infix: nearly every position of a name fails this test
    std::vector<std::string> m_globs;
};

} // namespace lockcore
