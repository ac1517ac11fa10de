// SPDX-License-Identifier: MIT
#include "support/raw_process.h"

#include <QTemporaryFile>

#include <vector>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockcore::test {

RawOutcome runRaw(const QByteArrayList &words)
{
    QTemporaryFile out;
    QTemporaryFile err;
    if (!out.open() || !err.open())
        qFatal("no temporary file");
    std::vector<char *> arguments = {const_cast<char *>(LOCKSCOPE_BINARY)};
    for (const auto &word : words)
        arguments.push_back(const_cast<char *>(word.constData()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, out.handle(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, err.handle(), STDERR_FILENO);
    pid_t child = 0;
    if (::posix_spawn(&child, LOCKSCOPE_BINARY, &files, nullptr, arguments.data(), environ) != 0)
        qFatal("lockscope does not start");
    posix_spawn_file_actions_destroy(&files);
    RawOutcome outcome;
    ::waitpid(child, &outcome.status, 0);
    out.seek(0);
    err.seek(0);
    outcome.out = out.readAll();
    outcome.err = err.readAll();
    return outcome;
}

} // namespace lockcore::test
