// SPDX-License-Identifier: MIT
// What was released by force, written down for good: lines of JSON, appended to $XDG_STATE_HOME/lockscope/releases.jsonl
// (without that variable ~/.local/state). The directory is made 0700, the file 0600: values are secrets of a kind. Bytes
// that are not UTF-8 stand escaped, with the exact ones in `…_base64`. One attempt at one lock has one outcome and, where
// something was sent that may change something, one intent before it, under the same id:
//
//     {"id", "phase": "intent", "time", "user", "server", "db", "key", "action", "library", "type", "before", "ttl_ms",
//      "freed", "waiters", "even_if_renewed"?}
//     {"id", "phase": "outcome", … the same …, "outcome", "changed"?, "error"?, "told"}
//
// The intent is on the disk before anything is sent. One without an outcome is a release of which nobody knows whether it
// was done: Lockscope was killed or the machine went down between sending and answer.
//
// The file is opened before anything is sent: where it cannot be, or takes no intent, nothing is released. Nothing has
// happened then and a variable of the environment mends it, whereas the trace of a release could never be made up for.
#pragma once

#include "base/result.h"
#include "monitor/release.h"
#include "redis/endpoint.h"
#include "redis/file_descriptor.h"

class QJsonObject;

namespace lockcore {

/// The record of one attempt.
class Audit
{
public:
    static std::string usualDirectory();

    /// Refused, detail "audit", with the file and the reason.
    static Result<Audit> open(std::string directory);

    /// Blocks until it is on the disk. Refused as above.
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
