// SPDX-License-Identifier: MIT
// The temporary directory of a private server: `lockscope-<uid>-<random>`, 0700, in TMPDIR or /tmp. Its owner holds a flock on
// the file `lock` in it; a directory whose lock is free was left behind. Private to the private server's files.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/process/file_descriptor.h"

#include <string>
#include <string_view>

namespace lockcore {

struct ServerDirectory
{
    std::string path;
    FileDescriptor lock; ///< the locked file; the lock lasts as long as any process has it open
};

Result<ServerDirectory> makeServerDirectory();

/// Removes what killed supervisors of this user left behind, and nothing else.
void sweepServerDirectories();

/// Removes the files and sockets in the directory, then the directory. Follows no link. Does nothing if the path is not a private server's
/// directory of this user.
void removeServerDirectory(const std::string &path);

/// Is the path absolute, and named like a private server's directory?
bool isServerDirectoryPath(std::string_view path);

inline std::string configFile(const std::string &directory) { return directory + "/redis.conf"; }
inline std::string socketFile(const std::string &directory) { return directory + "/redis.sock"; }
inline std::string logFile(const std::string &directory) { return directory + "/redis.log"; }

/// The last lines of the server's log; empty if there is no log.
std::string logTail(const std::string &directory);

} // namespace lockcore
