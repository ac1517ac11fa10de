// SPDX-License-Identifier: MIT
// A server program of our own: a child in a 0700 temporary directory. It ends with this object, and also with this process, even if this
// process is killed: a supervisor (our own binary, `supervise`) ends it and removes the directory (lockcore/process/supervise.h). The next
// start removes directories that a killed supervisor left behind. GUI or worker thread; start() blocks until the program answers, at most
// PrivateProgramOptions::startTimeout.
#pragma once

#include "lockcore/base/result.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

struct PrivateProgramOptions
{
    using Directory = const std::string &;
    using Deadline = std::chrono::steady_clock::time_point;

    std::string program;
    std::string name;                                               ///< for sentences: `redis-server`
    std::string package;                                            ///< of Debian, which has the program
    std::function<Result<void>(Directory)> prepare{};               ///< writes files before the start; may be empty
    std::function<std::vector<std::string>(Directory)> arguments;   ///< no secrets: every user can read a process's arguments
    std::function<bool(Directory, Deadline)> answers;               ///< does it serve clients? Asked again and again until it does
    std::function<std::string(const std::string &words)> cleaned{}; ///< its output without secrets; empty: it has none
    std::vector<std::string> environment{};                         ///< NAME=VALUE, besides ours; no secrets
    std::chrono::seconds startTimeout{5};
    std::chrono::milliseconds question{50}; ///< so long `answers` may block whoever asks a restarted program, each time
    std::string supervisor{};               ///< our own binary; empty: the running one
};

class PrivateProgram final
{
public:
    /// Error: Refused, with a sentence that names the Debian package if the program is missing.
    static Result<std::unique_ptr<PrivateProgram>> start(PrivateProgramOptions options);

    ~PrivateProgram();
    PrivateProgram(const PrivateProgram &) = delete;
    PrivateProgram &operator=(const PrivateProgram &) = delete;

    const PrivateProgramOptions &options() const;
    const std::string &directory() const;
    std::int64_t pid() const; ///< -1 while it is killed

    /// Kills it: data that it had not written to disk is lost. Its directory stays. Error: Refused, the supervisor is gone.
    Result<void> kill();

    /// Starts it again after kill(), with the same arguments. Returns before it answers. Errors as start().
    Result<void> startAgain();

private:
    struct Private;
    explicit PrivateProgram(std::unique_ptr<Private> d);
    Result<void> readStart(PrivateProgramOptions::Deadline deadline);
    Result<void> waitUntilReady(PrivateProgramOptions::Deadline deadline);

    std::unique_ptr<Private> d;
};

} // namespace lockcore
