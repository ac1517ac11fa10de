// SPDX-License-Identifier: MIT
// What a format that a user is writing would match on the server now: a value that crosses threads. FormatSearch makes it.
#pragma once

#include "lockcore/base/error.h"
#include "lockcore/monitor/model/lock.h"

namespace lockcore {

struct FormatTrial
{
    static constexpr std::size_t mostLocks = 50;

    struct Lock
    {
        LockInfo info; ///< as one look shows it: by the format, or by a library that takes precedence
        ServerTime at{};
    };

    std::int64_t keysSeen = 0; ///< names returned by SCAN, which may return a name twice
    std::int64_t named = 0;    ///< names that match, and were looked at
    std::vector<Lock> locks;   ///< that the format would show
    bool wholeDatabase = false;
    bool ended = false; ///< no more comes
    std::optional<Error> error;
};

} // namespace lockcore
