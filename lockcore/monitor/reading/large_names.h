// SPDX-License-Identifier: MIT
// Keys that may be locks and are too large to be read. They are reported, and none is read again and again only to find that out. No I/O.
#pragma once

#include "lockcore/base/bytes.h"

#include <map>
#include <optional>
#include <vector>

namespace lockcore {

class LargeNames
{
public:
    static constexpr int mostReadInVain = 32; ///< between the ends of two sweeps, where nobody says how large a key is

    void add(const Bytes &key);        ///< it is too large now
    void readInVain(const Bytes &key); ///< likewise, and reading it was the only way to find that out
    bool mayReadMore() const { return m_readInVain < mostReadInVain; }
    void forget(const Bytes &key);
    bool contains(const Bytes &key) const { return m_known.contains(key); }

    /// Where nobody says how large a key is: it was too large to be read, and has not fewer elements now than it had when this was first
    /// asked after that. So it most likely still is.
    bool isStillLarge(const Bytes &key, std::int64_t elements);

    /// A key that neither this sweep nor the one before has met is forgotten.
    void sweepEnds();

    std::vector<Bytes> names(std::size_t most) const; ///< the first ones
    std::int64_t size() const { return static_cast<std::int64_t>(m_known.size()); }

private:
    struct Known
    {
        std::optional<std::int64_t> elements;
        int sweepsSince = 0; ///< it was met
    };

    std::map<Bytes, Known> m_known;
    int m_readInVain = 0;
};

} // namespace lockcore
