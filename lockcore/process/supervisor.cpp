// SPDX-License-Identifier: MIT
#include "lockcore/process/supervisor.h"

#include "lockcore/base/bytes.h"
#include "lockcore/process/supervise.h"

#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/wait.h>

namespace lockcore {

namespace {

constexpr auto endTimeout = std::chrono::seconds(3);

} // namespace

Result<Supervisor> Supervisor::start(const std::string &binary, std::vector<std::string> words, FileDescriptor kept)
{
    auto life = makePipe();
    auto report = makePipe();
    if (!life || !report)
        return life ? report.error() : life.error();
    const auto keptAway = outOfTheWay(std::move(kept));
    const auto null = nullDevice();
    StartProcess start;
    start.program = binary.empty() ? "/proc/self/exe" : binary;
    start.words = std::move(words);
    start.words.insert(start.words.begin(), "lockscope");
    start.descriptors = {{life->reading.get(), supervision::lifeFd},
                         {report->writing.get(), supervision::reportFd},
                         {null.get(), STDERR_FILENO},
                         {keptAway.get(), supervision::keptFd}};
    start.group = StartProcess::Group::OwnSession; // Ctrl+C in the terminal must reach only Lockscope
    start.diesWithUs = false;                      // the supervisor must live longer, to clean up
    Supervisor supervisor;
    supervisor.m_pid = startProcess(start);
    if (supervisor.m_pid < 0)
        return systemFailure("cannot start " + escaped(start.program), errno);
    supervisor.m_life = std::move(life->writing);
    supervisor.m_report = std::move(report->reading);
    return supervisor;
}

Supervisor &Supervisor::operator=(Supervisor &&other) noexcept
{
    std::swap(m_life, other.m_life);
    std::swap(m_report, other.m_report);
    std::swap(m_pid, other.m_pid);
    return *this;
}

Supervisor::~Supervisor()
{
    if (m_pid <= 0)
        return;
    ask(supervision::end);
    m_life.close();
    if (!readUntil(Until::EndOfFile, m_report.get(), std::chrono::steady_clock::now() + endTimeout).ended)
        ::kill(m_pid, SIGKILL); // the program then gets its parent-death signal
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) { }
}

Supervisor::Start Supervisor::readStart(Deadline deadline)
{
    const auto line = readUntil(Until::LineEnd, m_report.get(), deadline).text;
    const auto space = line.find(' ');
    const auto number =
        line.ends_with('\n') ? parseInteger(std::string_view(line).substr(space + 1, line.size() - space - 2)) : std::nullopt;
    if (number && line.starts_with("started "))
        return {static_cast<pid_t>(*number), 0};
    if (number && line.starts_with("failed "))
        return {-1, static_cast<int>(*number)};
    return {};
}

bool Supervisor::killProgram(Deadline deadline)
{
    return ask(supervision::killProgram) && readUntil(Until::LineEnd, m_report.get(), deadline).text == "killed\n";
}

bool Supervisor::startProgram() { return ask(supervision::startProgram); }

// If the supervisor is gone, the write fails with EPIPE and raises SIGPIPE, which must not end Lockscope.
bool Supervisor::ask(char what) const
{
    sigset_t pipeSignal;
    sigset_t before;
    sigemptyset(&pipeSignal);
    sigaddset(&pipeSignal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before);
    const bool written = ::write(m_life.get(), &what, 1) == 1;
    if (!written && sigismember(&before, SIGPIPE) == 0) {
        constexpr timespec now{};
        sigtimedwait(&pipeSignal, nullptr, &now);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return written;
}

bool Supervisor::waitForEnd(Deadline deadline) const
{
    pollfd waiting = {m_report.get(), POLLIN, 0};
    return ::poll(&waiting, 1, millisecondsUntil(deadline)) > 0;
}

std::string Supervisor::lastWords(Deadline deadline) { return readUntil(Until::EndOfFile, m_report.get(), deadline).text; }

} // namespace lockcore
