// SPDX-License-Identifier: MIT
// `lockscope supervise DIRECTORY [NAME=VALUE]… PROGRAM [ARGUMENT]…`: the supervisor of a private program. It keeps the directory's lock.
#include "lockcore/process/pipe.h"
#include "lockcore/process/supervise.h"
#include "lockcore/redis/private_server.h"
#include "lockcore/redis/server_directory.h"

#include <cstdio>
#include <cstring>

#include <fcntl.h>

namespace lockcore {

namespace {

FileDescriptor openedLog(const std::string &directory)
{
    return outOfTheWay(FileDescriptor(::open(logFile(directory).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600)));
}

} // namespace

int superviseMain(int argc, char **argv)
{
    if (argc < 4 || !isServerDirectoryPath(argv[2]) || !becomeSupervisor()) {
        std::fputs("lockscope supervise is started by Lockscope itself\n", stderr);
        return 2;
    }
    const std::string directory = argv[2];
    const auto null = nullDevice();
    const auto log = openedLog(directory);
    StartProcess program;
    auto **word = argv + 3;
    const auto equalsIn = [](const char *text) { // of a setting, not of a path
        const auto end = std::strcspn(text, "=/");
        return text[end] == '=' ? text + end : nullptr;
    };
    for (const char *equals = nullptr; word + 1 < argv + argc && (equals = equalsIn(*word)); ++word)
        program.environment.emplace_back(std::string(static_cast<const char *>(*word), equals), equals + 1);
    program.program = *word;
    program.words.assign(word, argv + argc);
    program.descriptors = {{null.get(), STDIN_FILENO}, {log.get(), STDOUT_FILENO}, {log.get(), STDERR_FILENO}};
    supervise({program, [&] { return logTail(directory); }, [&] { removeServerDirectory(directory); }});
    return 0;
}

} // namespace lockcore
