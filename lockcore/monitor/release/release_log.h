// SPDX-License-Identifier: MIT
// Reads the audit of releases back (audit.h), for people who ask later who released what, and why. The file is untrusted: lines that are not
// understood are counted and left out. Blocks; any thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/model/lock.h"

namespace lockcore {

/// One attempt.
struct ReleaseLogEntry
{
    std::string id;
    ServerTime time{}; ///< by the clock of the machine that released
    std::string user;
    std::string server; ///< a URL without its password
    LockId lock;
    std::string action; ///< toString(ReleaseAction)
    std::string library;
    std::vector<Bytes> owners;  ///< empty: all
    std::vector<Bytes> holders; ///< that were seen then, if all were released; empty: none was known
    std::string reason;         ///< as the user wrote it; usually empty
    std::optional<Milliseconds> ttl;
    std::optional<std::int64_t> waiters;
    std::optional<ServerTime> heldSince; ///< none: nobody had watched it
    bool heldLonger = false;             ///< it was held before `heldSince`, too
    std::optional<std::int64_t> renewals;
    bool evenIfRenewed = false;
    std::optional<Milliseconds> lease; ///< of a lease that was given
    std::string before;                ///< the value that was seen, as JSON
    std::string outcome;               ///< toString(ReleaseOutcome); empty: Lockscope was killed before it learned the result
    std::string changed;
    std::string error;
    std::string json; ///< the last line about it
    bool operator==(const ReleaseLogEntry &) const = default;
};

struct ReleaseLog
{
    static constexpr std::size_t most = 1000;

    std::string file;
    std::vector<ReleaseLogEntry> entries; ///< newest first
    std::int64_t unreadable = 0;          ///< lines
    bool hasOlder = false;                ///< the file holds more than is read: its last 4 MiB, and at most `most` attempts
};

/// `directory`: empty for the usual one. Empty if there is no file. Error: Refused, with the file and the reason.
Result<ReleaseLog> readReleaseLog(std::string directory = {});

/// The command that does the same, for a shell.
std::string releaseCommand(const ReleaseLogEntry &entry);

} // namespace lockcore
