// SPDX-License-Identifier: MIT
// Keys that may be locks but are too large to be read. They are reported, and Lockscope does not read them repeatedly only to find that
// they are too large. No I/O.
#pragma once

#include "lockcore/base/bytes.h"

#include <map>
#include <optional>
#include <vector>

namespace lockcore {

class LargeNames
{
public:
    void add(const Bytes &key); ///< the key is too large now
    void forget(const Bytes &key);
    bool contains(const Bytes &key) const { return m_known.contains(key); }

    /// For a server that does not report a key's size: was the key too large to be read, and does it still have at least as many elements
    /// as at the first call afterwards? Then it is most likely still too large.
    bool isStillLarge(const Bytes &key, std::int64_t elements);

    /// Drops each key that neither this sweep nor the one before has met.
    void sweepEnds();

    std::vector<Bytes> names(std::size_t most) const; ///< at most `most` of the names
    std::int64_t size() const { return static_cast<std::int64_t>(m_known.size()); }

private:
    struct Known
    {
        std::optional<std::int64_t> elements;
        int sweepsSince = 0; ///< number of sweeps since it was last met
    };

    std::map<Bytes, Known> m_known;
};

} // namespace lockcore
