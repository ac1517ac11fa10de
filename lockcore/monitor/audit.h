// SPDX-License-Identifier: MIT
// What was released by force, written down for good: one line of JSON for each attempt, appended to
// $XDG_STATE_HOME/lockscope/releases.jsonl (without that variable ~/.local/state). The directory is made 0700, the file
// 0600: values are secrets of a kind. Bytes that are not UTF-8 stand escaped, with the exact ones in `…_base64`.
//
//     {"time", "user", "server", "db", "key", "action", "type", "before", "ttl_ms", "freed", "waiters",
//      "outcome", "changed"?, "error"?, "told"}
//
// The file is opened before anything is sent: where it cannot be, nothing is released. Nothing has happened then and
// a variable of the environment mends it, whereas the trace of a release could never be made up for.
#pragma once

#include "base/result.h"
#include "monitor/release.h"
#include "redis/endpoint.h"
#include "redis/file_descriptor.h"

namespace lockcore {

class Audit
{
public:
    static std::string usualDirectory();

    /// Refused, detail "audit", with the file and the reason.
    static Result<Audit> open(std::string directory);

    /// One write for the whole line: lines of several writers do not mix. Refused as above.
    Result<void> write(const ReleaseReport &report, const Endpoint &endpoint);

    const std::string &file() const { return m_file; }

private:
    Audit(std::string file, FileDescriptor descriptor) : m_file(std::move(file)), m_descriptor(std::move(descriptor)) { }

    std::string m_file;
    FileDescriptor m_descriptor;
};

} // namespace lockcore
