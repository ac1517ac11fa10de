// SPDX-License-Identifier: MIT
// Counts, by kind of name, the keys that can be locks only if few are alike: possible locks, and tokens that only a library's scripts on the
// server make a lock. They may be sessions, codes or cache entries: of these a server has many of one kind, and of locks rarely. One census is
// taken by one sweep; its memory is bounded, whatever the server has. No I/O; one thread.
#pragma once

#include "lockcore/monitor/model/possible_locks.h"
#include "lockcore/monitor/reading/prober.h"

namespace lockcore {

/// Is such a match no lock if many keys are like this one? `handedOver`: its name is proven by earlier releases (early_release_history.h).
bool needsFewAlike(const LockMatch &match, bool handedOver);

class KindCensus
{
public:
    static constexpr std::size_t mostKinds = 1000; ///< that are told apart; keys of further ones are only counted

    /// Is a full look at one more key of this kind worthwhile? False: there are too many, and it is counted here. (A few more than mostAlike
    /// are looked at, because some are gone by then, or turn out to be something else.)
    bool wants(std::string_view name);

    /// Moves the sightings that need few alike here, and leaves the others.
    void takeFrom(std::vector<Sighting> &sightings);

    /// The sightings of kinds with few, in the order of their keys.
    std::vector<Sighting> takeFew();

    /// What was counted and not taken.
    void describe(PossibleLocks &possible) const;

private:
    struct Kind
    {
        std::int64_t count = 0;
        std::size_t looks = 0; ///< that were wanted
        std::vector<Sighting> few;
    };

    Kind *kindLike(std::string_view name); ///< null: there are too many kinds; it is counted
    void take(Sighting sighting);

    std::map<std::string, Kind, std::less<>> m_kinds;
    std::size_t m_kept = 0;     ///< sightings of all kinds
    std::int64_t m_further = 0; ///< keys of kinds that are not told apart
};

/// A possible lock as this look shows it: nothing is known of the time before or after.
LockInfo possibleLock(Sighting sighting);

} // namespace lockcore
