// SPDX-License-Identifier: MIT
// Many globs, matched at once against every name on a server. `prefix*`, `*suffix`,
// `prefix*suffix`, `*infix*` and plain names are looked up by their first or last byte;
// anything else is matched as a glob. Immutable once filled, so any thread may ask.
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
        bool whole = false; ///< nothing in between: head is the name
    };

    bool matchesInfix(std::string_view name) const;

    std::array<std::vector<Ends>, 256> m_byHead;         // by the first byte of the head
    std::array<std::vector<std::string>, 256> m_byTail;  // by the last byte; no head
    std::array<std::vector<std::string>, 256> m_byInfix; // by the first byte; of two bytes at least
    std::bitset<65536> m_beginsInfix;                    // the first two bytes: nearly every position of a name fails here
    std::vector<std::string> m_globs;
};

} // namespace lockcore
