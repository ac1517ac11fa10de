// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/program_server.h"

namespace lockcore {

ProgramServer::ProgramServer(std::unique_ptr<PrivateProgram> program, Clock &clock)
    : m_program(std::move(program))
    , m_clock(clock)
{ }

Task<Result<void>> ProgramServer::startAgain()
{
    if (auto started = m_program->startAgain(); !started)
        co_return started;
    const auto &options = m_program->options();
    const auto end = m_clock.now() + options.startTimeout;
    while (m_clock.now() < end) {
        if (options.answers(m_program->directory(), std::chrono::steady_clock::now() + options.question))
            co_return Result<void>();
        co_await m_clock.after(Milliseconds(2));
    }
    const auto seconds = std::to_string(options.startTimeout.count());
    co_return Error{ErrorKind::Timeout, "the restarted " + options.name + " did not answer within " + seconds + " s", "start"};
}

} // namespace lockcore
