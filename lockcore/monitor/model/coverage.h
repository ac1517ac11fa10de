// SPDX-License-Identifier: MIT
// What a look at a server could not see. The commands and the window derive their words, counters and exit codes from this alone.
#pragma once

#include "lockcore/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Keys that were met and could not be read, for one reason.
struct UnreadKeys
{
    enum class Why {
        Denied,     ///< this user may not read them
        Elsewhere,  ///< another node of the cluster serves them, or is about to
        Failed,     ///< no answer in time, or an error that fits nothing else: what they are is not known
        Unmeasured, ///< structures whose size may not be asked
        TooLarge,   ///< no known library writes such a lock
    };

    Why why = Why::Denied;
    std::int64_t keys = 0;
    std::int64_t suspects = 0; ///< those of them that may be locks
    std::string said;          ///< the first answer of this kind, as the server wrote it; empty: none
    bool operator==(const UnreadKeys &) const = default;
};

struct Coverage
{
    std::vector<UnreadKeys> unread; ///< by the last complete sweep, or since it; each reason at most once
    bool stale = false;             ///< all of it may be old: a replica that has lost its primary, or is still synchronising with it
    std::optional<Error> refused;   ///< the server reads nothing for now: what it said

    std::int64_t notReadable() const; ///< keys
    std::int64_t suspects() const;

    /// A lock that is not listed is not there.
    bool provesAbsence() const { return !stale && !refused && suspects() == 0; }
    bool operator==(const Coverage &) const = default;
};

} // namespace lockcore
