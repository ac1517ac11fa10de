// SPDX-License-Identifier: MIT
#include "lockcore/redis/supervisor_process.h"

#include "lockcore/base/bytes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>

namespace lockcore {

namespace {

constexpr auto endTimeout = std::chrono::seconds(3);

int millisecondsUntil(Deadline deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(0, left));
}

struct Pipe
{
    FileDescriptor reading;
    FileDescriptor writing;
};

// Close-on-exec, and above the numbers that the supervisor's three have: dup2 must not overwrite one before it is copied.
FileDescriptor outOfTheWay(int fd)
{
    const FileDescriptor old(fd);
    return FileDescriptor(::fcntl(fd, F_DUPFD_CLOEXEC, 10));
}

Result<Pipe> makePipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return systemFailure("cannot make a pipe", errno);
    Pipe pipe{outOfTheWay(ends[0]), outOfTheWay(ends[1])};
    if (!pipe.reading || !pipe.writing)
        return systemFailure("cannot make a pipe", errno);
    return pipe;
}

std::vector<char *> pointers(std::vector<std::string> &words)
{
    std::vector<char *> result;
    result.reserve(words.size() + 1);
    for (auto &word : words)
        result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

struct SpawnAttributes
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;

    SpawnAttributes()
    {
        posix_spawn_file_actions_init(&files);
        posix_spawnattr_init(&attributes);
        sigset_t set;
        sigemptyset(&set);
        posix_spawnattr_setsigmask(&attributes, &set);
        sigfillset(&set);
        posix_spawnattr_setsigdefault(&attributes, &set);
        // A session of its own: Ctrl+C in the terminal must reach Lockscope alone.
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnAttributes()
    {
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnAttributes(const SpawnAttributes &) = delete;
    SpawnAttributes &operator=(const SpawnAttributes &) = delete;
};

Result<pid_t> spawnSupervisor(const PrivateServerOptions &options, const std::string &directory, int life, int report, int lock)
{
    SpawnAttributes spawn;
    posix_spawn_file_actions_adddup2(&spawn.files, life, 0);
    posix_spawn_file_actions_adddup2(&spawn.files, report, 1);
    posix_spawn_file_actions_addopen(&spawn.files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&spawn.files, lock, 3);

    const std::string program = options.supervisor.empty() ? "/proc/self/exe" : options.supervisor;
    std::vector<std::string> words = {"lockscope", "supervise", directory, options.program};
    words.insert(words.end(), options.arguments.begin(), options.arguments.end());
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, program.c_str(), &spawn.files, &spawn.attributes, pointers(words).data(), environ);
    if (error != 0)
        return systemFailure("cannot start " + escaped(program), error);
    return pid;
}

Error programFailure(const std::string &program, int error)
{
    // A folder in PATH that may not be entered makes the search fail with EACCES, even if the program is nowhere.
    const bool searched = program.find('/') == std::string::npos;
    if (error == ENOENT || (error == EACCES && searched))
        return systemFailure("the program " + escaped(program) + " is not installed: install the Debian package redis-server");
    return systemFailure("cannot run " + escaped(program), error);
}

} // namespace

Error systemFailure(std::string text, int error)
{
    if (error != 0)
        text += std::string(": ") + std::strerror(error);
    return {ErrorKind::Refused, std::move(text), {}};
}

ReadText readUntil(Until until, int fd, Deadline deadline)
{
    ReadText read;
    while (until == Until::EndOfFile || !read.text.ends_with('\n')) {
        pollfd waiting = {fd, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, millisecondsUntil(deadline));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return read;
        std::array<char, 512> buffer{};
        const auto most = until == Until::LineEnd ? 1 : buffer.size();
        const auto size = ::read(fd, buffer.data(), most);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0) {
            read.ended = true;
            return read;
        }
        read.text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return read;
}

Result<SupervisorProcess> SupervisorProcess::start(const PrivateServerOptions &options, ServerDirectory directory)
{
    auto life = makePipe();
    auto report = makePipe();
    if (!life || !report)
        return life ? report.error() : life.error();
    const auto lock = outOfTheWay(directory.lock.release());
    const auto pid = spawnSupervisor(options, directory.path, life->reading.get(), report->writing.get(), lock.get());
    if (!pid)
        return pid.error();
    SupervisorProcess process;
    process.m_life = std::move(life->writing);
    process.m_report = std::move(report->reading);
    process.m_pid = *pid;
    return process;
}

SupervisorProcess &SupervisorProcess::operator=(SupervisorProcess &&other) noexcept
{
    std::swap(m_life, other.m_life);
    std::swap(m_report, other.m_report);
    std::swap(m_pid, other.m_pid);
    return *this;
}

SupervisorProcess::~SupervisorProcess()
{
    m_life.close();
    if (m_pid <= 0)
        return;
    if (!readUntil(Until::EndOfFile, m_report.get(), std::chrono::steady_clock::now() + endTimeout).ended)
        ::kill(m_pid, SIGKILL); // redis-server then gets its parent-death signal
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) { }
}

Result<pid_t> SupervisorProcess::readServerPid(const std::string &program, Deadline deadline)
{
    const auto line = readUntil(Until::LineEnd, m_report.get(), deadline).text;
    const auto space = line.find(' ');
    const auto number =
        line.ends_with('\n') ? parseInteger(std::string_view(line).substr(space + 1, line.size() - space - 2)) : std::nullopt;
    if (number && line.starts_with("started "))
        return static_cast<pid_t>(*number);
    if (number && line.starts_with("failed "))
        return programFailure(program, static_cast<int>(*number));
    return systemFailure("the supervisor of the private redis-server does not report");
}

bool SupervisorProcess::waitForEnd(Deadline deadline) const
{
    pollfd waiting = {m_report.get(), POLLIN, 0};
    return ::poll(&waiting, 1, millisecondsUntil(deadline)) > 0;
}

std::string SupervisorProcess::lastWords(Deadline deadline) { return readUntil(Until::EndOfFile, m_report.get(), deadline).text; }

} // namespace lockcore
