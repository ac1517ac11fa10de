// SPDX-License-Identifier: MIT
// The permanent record of forced releases: lines of JSON, appended to $XDG_STATE_HOME/lockscope/releases.jsonl (by default below
// ~/.local/state). The directory is created 0700, the file 0600, because values are a kind of secret. Bytes that are not UTF-8 are written
// escaped, with the exact bytes in `…_base64`. Each attempt at one lock has one outcome. If a command was sent that may change something,
// one intent with the same id precedes it:
//
//     {"id", "phase": "intent", "time", "user", "server", "db", "key", "action", "library", "type", "before", "ttl_ms",
//      "freed", "holders"?, "waiters", "reason"?, "held_since"?, "held_longer"?, "renewals"?, "lease_ms"?, "even_if_renewed"?}
//     {"id", "phase": "outcome", … the same …, "outcome", "changed"?, "error"?, "told"}
//
// The intent is on disk before anything is sent. An intent without an outcome means: Lockscope was killed, or the machine failed, before
// the result arrived. The lock may or may not have been released.
//
// The file is opened before anything is sent. If it cannot be opened or written, nothing is released: the user can choose another directory
// with the environment variable and try again, but a lost trace of a release cannot be recovered.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/release/release.h"
#include "lockcore/process/file_descriptor.h"
#include "lockcore/redis/endpoint.h"

class QJsonObject;

namespace lockcore {

/// The audit of one attempt.
class Audit
{
public:
    static std::string fileIn(std::string directory); ///< `directory`: empty for the usual one

    /// `directory`: as above. Refused, detail "audit", with the file and the reason.
    static Result<Audit> open(std::string directory);

    /// Blocks until the line is on the disk. Refused as above.
    Result<void> writeIntent(const ReleaseReport &report, const Endpoint &endpoint);
    Result<void> writeOutcome(const ReleaseReport &report, const Endpoint &endpoint);

    const std::string &file() const { return m_file; }

private:
    Audit(std::string file, FileDescriptor descriptor);

    Result<void> append(const QJsonObject &line);
    bool isCutOff() const;
    void takeBack(std::int64_t bytes);

    std::string m_id;
    std::string m_file;
    FileDescriptor m_descriptor;
};

} // namespace lockcore
