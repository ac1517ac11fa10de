// SPDX-License-Identifier: MIT
// Lockscope's end of the supervisor: starts it, reads its reports, ends it. Any thread, one at a time. Private to the
// private server's files.
#pragma once

#include "lockcore/redis/private_server.h"
#include "lockcore/redis/server_directory.h"

#include <chrono>

#include <sys/types.h>

namespace lockcore {

using Deadline = std::chrono::steady_clock::time_point;

class SupervisorProcess final
{
public:
    /// Hands the directory's lock over to it.
    static Result<SupervisorProcess> start(const PrivateServerOptions &options, ServerDirectory directory);

    SupervisorProcess() = default;
    SupervisorProcess(SupervisorProcess &&other) noexcept { *this = std::move(other); }
    SupervisorProcess &operator=(SupervisorProcess &&other) noexcept;
    ~SupervisorProcess(); ///< waits until it, redis-server and the directory are gone

    /// The process id of redis-server once it is started, or why it could not be.
    Result<pid_t> readServerPid(const std::string &program, Deadline deadline);

    /// Has redis-server ended by itself? Waits for that until the deadline.
    bool waitForEnd(Deadline deadline) const;
    std::string lastWords(Deadline deadline);

private:
    FileDescriptor m_life;   // the supervisor ends everything when this is closed
    FileDescriptor m_report; // at end-of-file the supervisor has ended
    pid_t m_pid = -1;
};

enum class Until { LineEnd, EndOfFile };

struct ReadText
{
    std::string text;
    bool ended = false; ///< end-of-file or an error
};

/// Reads until the deadline, up to the first line end or up to end-of-file.
ReadText readUntil(Until until, int fd, Deadline deadline);

/// Refused, with the meaning of an errno if there is one.
Error systemFailure(std::string text, int error = 0);

} // namespace lockcore
