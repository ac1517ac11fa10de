// SPDX-License-Identifier: MIT
// Tokens under names that say nothing, which only a library's scripts on the server suggest. They may be sessions, codes, entries of a cache:
// these come in numbers of one kind, and locks rarely do. No I/O; one thread.
#pragma once

#include "lockcore/monitor/reading/prober.h"

namespace lockcore {

/// What the names of one kind of thing have in common: `orders:#` of `orders:17`, `user:#:visit` of `user:7:visit`, `visit:#` of
/// `visit:5f1c2f5e-6f0a-…`; without a number or a drawn id all but the last part, `shop:session:` of `shop:session:alice`.
std::string kindOf(std::string_view name);

inline constexpr std::ptrdiff_t mostAlike = 8; ///< more tokens of one kind are no locks

class FreeTokens
{
public:
    /// Moves them here, and leaves the other sightings. Those under names that were handed over are no such tokens.
    void takeFrom(std::vector<Sighting> &sightings);

    /// Those of kinds of which there are at most mostAlike.
    std::vector<Sighting> few();

private:
    std::map<std::string, std::vector<Sighting>> m_kinds; ///< of each as many as are needed to see that there are too many
};

} // namespace lockcore
