// SPDX-License-Identifier: MIT
#include "lockcore/redis/private_program.h"

#include "lockcore/base/bytes.h"
#include "lockcore/process/supervisor.h"
#include "lockcore/redis/server_directory.h"

#include <algorithm>
#include <cerrno>

namespace lockcore {

struct PrivateProgram::Private
{
    PrivateProgramOptions options;
    std::string directory;
    Supervisor supervisor;
    pid_t pid = -1;

    ~Private()
    {
        {
            const auto ending = std::move(supervisor);
        }
        removeServerDirectory(directory); // has an effect only if the supervisor was killed or never started
    }

    Error failure(const std::string &what, const std::string &words) const
    {
        const bool isBlank = words.find_first_not_of(" \t\r\n") == words.npos;
        const auto shown = options.cleaned ? options.cleaned(words) : words;
        return systemFailure("the private " + options.name + ' ' + what + (isBlank ? ", and said nothing" : ":\n" + shown));
    }

    Error programFailure(int error) const
    {
        // If PATH contains a folder that we may not enter, the search fails with EACCES, even if the program does not exist.
        const bool searched = options.program.find('/') == std::string::npos;
        if (error == ENOENT || (error == EACCES && searched))
            return systemFailure("the program " + escaped(options.program) + " is not installed: install the Debian package "
                                 + options.package + " (as root, type: apt install " + options.package + ')');
        return systemFailure("cannot run " + escaped(options.program), error);
    }
};

namespace {

using SteadyClock = std::chrono::steady_clock;

} // namespace

PrivateProgram::PrivateProgram(std::unique_ptr<Private> content)
    : d(std::move(content))
{ }

PrivateProgram::~PrivateProgram() = default;

Result<std::unique_ptr<PrivateProgram>> PrivateProgram::start(PrivateProgramOptions options)
{
    sweepServerDirectories();
    auto directory = makeServerDirectory();
    if (!directory)
        return directory.error();
    // From here on, if a step fails, the destructor removes all that exists already.
    std::unique_ptr<PrivateProgram> program(new PrivateProgram(std::make_unique<Private>()));
    auto &d = *program->d;
    d.options = std::move(options);
    d.directory = directory->path;
    if (const auto prepared = d.options.prepare ? d.options.prepare(d.directory) : Result<void>(); !prepared)
        return prepared.error();
    std::vector<std::string> words = {"supervise", d.directory};
    words.insert(words.end(), d.options.environment.begin(), d.options.environment.end());
    words.push_back(d.options.program);
    for (auto &argument : d.options.arguments(d.directory))
        words.push_back(std::move(argument));
    auto supervisor = Supervisor::start(d.options.supervisor, std::move(words), std::move(directory->lock));
    if (!supervisor)
        return supervisor.error();
    d.supervisor = *std::move(supervisor);
    const auto deadline = SteadyClock::now() + d.options.startTimeout;
    if (const auto running = program->readStart(deadline); !running)
        return running.error();
    if (const auto ready = program->waitUntilReady(deadline); !ready)
        return ready.error();
    return program;
}

Result<void> PrivateProgram::readStart(Deadline deadline)
{
    const auto started = d->supervisor.readStart(deadline);
    if (started.error != 0)
        return d->programFailure(started.error);
    if (started.pid < 0)
        return systemFailure("the supervisor of the private " + d->options.name + " does not report");
    d->pid = started.pid;
    return {};
}

Result<void> PrivateProgram::waitUntilReady(Deadline deadline)
{
    while (SteadyClock::now() < deadline) {
        if (d->options.answers(d->directory, deadline))
            return {};
        if (d->supervisor.waitForEnd(std::min(deadline, SteadyClock::now() + std::chrono::milliseconds(10))))
            return d->failure("ended while it started", d->supervisor.lastWords(deadline));
    }
    return d->failure("did not answer within " + std::to_string(d->options.startTimeout.count()) + " s", logTail(d->directory));
}

const PrivateProgramOptions &PrivateProgram::options() const { return d->options; }

const std::string &PrivateProgram::directory() const { return d->directory; }

std::int64_t PrivateProgram::pid() const { return d->pid; }

Result<void> PrivateProgram::kill()
{
    d->pid = -1;
    if (!d->supervisor.killProgram(SteadyClock::now() + d->options.startTimeout))
        return systemFailure("the supervisor of the private " + d->options.name + " is gone");
    return {};
}

Result<void> PrivateProgram::startAgain()
{
    if (!d->supervisor.startProgram())
        return systemFailure("the supervisor of the private " + d->options.name + " is gone");
    return readStart(SteadyClock::now() + d->options.startTimeout);
}

} // namespace lockcore
