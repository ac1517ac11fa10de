// SPDX-License-Identifier: MIT
#include "app/lock/lock_command.h"

#include "app/command/command_application.h"
#include "app/command/exit_codes.h"
#include "app/command/help.h"
#include "app/command/standard_output.h"
#include "app/command/usage_error.h"
#include "app/lock/command_runner.h"
#include "app/lock/lock_run.h"
#include "ui/words/shown_text.h"

#include <algorithm>
#include <csignal>
#include <string_view>

#include <sys/resource.h>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

// The index where the command begins, or none.
std::optional<std::size_t> commandIn(std::span<char *const> words)
{
    const auto dashes = std::ranges::find(words, std::string_view("--"));
    return words.end() - dashes > 1 ? std::optional(static_cast<std::size_t>(dashes - words.begin()) + 1) : std::nullopt;
}

int run(const LockOptions &options, ChildProcess &child)
{
    for (const int number : {SIGPIPE, SIGTTIN, SIGTTOU}) // writing a message must not stop us
        std::signal(number, SIG_IGN);
    return LockRun(options, child).exec();
}

int runLock(char **argv, const QStringList &arguments, ChildProcess *child)
{
    const CommandApplication application(argv);
    const auto options = parseLockOptions(arguments);
    if (!options) {
        usageError(asSentence(options.error().text), u"lock"_s);
        return exitLockUsage; // 2 is an exit code of the command that runs under the lock
    }
    if (options->help || options->version) {
        writeAll(STDOUT_FILENO, (options->help ? lockHelp() : versionLine()).toUtf8());
        return exitYes;
    }
    return run(*options, *child);
}

[[noreturn]] void dieOf(int signal)
{
    const rlimit none{};
    ::setrlimit(RLIMIT_CORE, &none); // only a core dump of the command may be of interest
    std::signal(signal, SIG_DFL);
    ::raise(signal);
    ::_exit(exitBySignal + signal);
}

} // namespace

int lockMain(int argc, char **argv)
{
    const std::span<char *const> words(argv, static_cast<std::size_t>(argc));
    std::optional<ChildProcess> child;
    if (const auto command = commandIn(words))
        child.emplace(words, *command);
    const int code = runLock(argv, argumentTexts(words.subspan(2)), child ? &*child : nullptr);
    // A shell stops its own loop only if it sees that the command was ended by the same signal that the shell received.
    const int signal = code - exitBySignal;
    const bool ends = signal != SIGTSTP && std::ranges::find(signalsPassedOn, signal) != signalsPassedOn.end();
    if (ends && child && child->cameToAll(signal))
        dieOf(signal);
    return code;
}

} // namespace lockscope
