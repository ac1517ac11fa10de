// SPDX-License-Identifier: MIT
// What looks at a server could not read. The commands and the window derive their words, counters and exit codes from this alone.
#pragma once

#include "lockcore/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Keys that could not be read, for one reason.
struct UnreadKeys
{
    enum class Why {
        Denied,     ///< this user may not read them
        Elsewhere,  ///< another node of the cluster serves them, or will soon
        Failed,     ///< no answer in time, or any other error: what the keys contain is not known
        Unmeasured, ///< structures whose size Lockscope is not permitted to ask for
        TooLarge,   ///< larger than a lock of any known library
    };

    Why why = Why::Denied;
    std::int64_t keys = 0;
    std::int64_t suspects = 0; ///< those that may be locks
    std::string said;          ///< the first answer of this kind, as the server wrote it; empty: none
    bool operator==(const UnreadKeys &) const = default;
};

struct Coverage
{
    std::vector<UnreadKeys> unread; ///< found by the last complete sweep or since then; each reason at most once
    bool stale = false;             ///< all data may be old: a replica has lost its primary, or is still synchronising with it
    std::optional<Error> refused;   ///< the server reads nothing for now: what it said

    std::int64_t notReadable() const; ///< keys
    std::int64_t suspects() const;

    /// True if a lock that is not listed does not exist.
    bool provesAbsence() const { return !stale && !refused && suspects() == 0; }
    bool operator==(const Coverage &) const = default;
};

} // namespace lockcore
