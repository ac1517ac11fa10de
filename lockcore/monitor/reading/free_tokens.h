// SPDX-License-Identifier: MIT
// Tokens under names that do not suggest a lock; only a library's scripts on the server suggest that they are locks. They may be sessions,
// codes or cache entries: of these a server has many of one kind, and of locks rarely. No I/O; one thread.
#pragma once

#include "lockcore/monitor/reading/prober.h"

namespace lockcore {

/// The common part of the names of one kind: `orders:#` for `orders:17`, `user:#:visit` for `user:7:visit`, `visit:#` for
/// `visit:5f1c2f5e-6f0a-…`. A name without a number or a random id loses its last part: `shop:session:` for `shop:session:alice`.
std::string kindOf(std::string_view name);

inline constexpr std::ptrdiff_t mostAlike = 8; ///< if a kind has more tokens than this, they are no locks

class FreeTokens
{
public:
    /// Moves such tokens here, and leaves the other sightings. A token whose name is proven by earlier releases (hand_overs.h) stays.
    void takeFrom(std::vector<Sighting> &sightings);

    /// The tokens of all kinds that have at most mostAlike.
    std::vector<Sighting> few();

private:
    std::map<std::string, std::vector<Sighting>> m_kinds; ///< of each kind only as many as are needed to see that there are too many
};

} // namespace lockcore
