// SPDX-License-Identifier: MIT
// Lockscope's end of a supervisor (supervise.h): starts it, reads its reports, ends it. Any thread, one at a time.
#pragma once

#include "lockcore/process/pipe.h"

#include <vector>

#include <sys/types.h>

namespace lockcore {

class Supervisor final
{
public:
    /// Starts `binary`, our own (empty: the running one), with these words after its name. `kept` stays open in it.
    static Result<Supervisor> start(const std::string &binary, std::vector<std::string> words, FileDescriptor kept);

    Supervisor() = default;
    Supervisor(Supervisor &&other) noexcept { *this = std::move(other); }
    Supervisor &operator=(Supervisor &&other) noexcept;
    ~Supervisor(); ///< waits until it and its program are gone, and it has cleaned up

    struct Start
    {
        pid_t pid = -1; ///< of the program once it runs
        int error = 0;  ///< otherwise the errno; 0: the supervisor did not report in time
    };
    Start readStart(Deadline deadline);

    /// Kills the program and its group. False: the supervisor is gone or did not report in time. Afterwards startProgram() and readStart()
    /// start the program again.
    bool killProgram(Deadline deadline);
    bool startProgram();

    /// Has the program, or the supervisor, ended by itself? Waits for that until the deadline.
    bool waitForEnd(Deadline deadline) const;
    std::string lastWords(Deadline deadline);

private:
    bool ask(char what) const;

    FileDescriptor m_life;   // the supervisor ends everything when this is closed
    FileDescriptor m_report; // at end-of-file the supervisor has ended
    pid_t m_pid = -1;
};

} // namespace lockcore
