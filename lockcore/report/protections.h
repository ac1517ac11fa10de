// SPDX-License-Identifier: MIT
// The entries in which the lock or the resource kept a worker from doing harm: the counterparts of the violations. Only what the history
// proves: a refused access, and a command that was to free or to extend a lock and changed nothing, while another worker's holding was in
// that key. Failed attempts to take the lock do not count: that is what every lock does all the time. Pure; any thread.
#pragma once

#include "lockcore/judge/run.h"

namespace lockcore {

/// The greatest fencing token that the lock's resource has been shown before this access; none: no token yet. Number of an `accessed` entry.
std::optional<std::int64_t> greatestTokenBefore(std::span<const HistoryEntry> entries, std::uint64_t number);

namespace detail {

struct Protection
{
    std::string text;   ///< a short phrase: `refused: fencing token 1 < 2`, `not A's: nothing deleted`
    std::string lock;   ///< or the one whose resource it is
    Number because = 0; ///< of a stale token: the first access that showed the greater one; 0: none
};

/// By entry. A worker that meets the same holding again and again counts once.
std::map<Number, Protection> protectionsIn(const Run &run);

} // namespace detail

} // namespace lockcore
