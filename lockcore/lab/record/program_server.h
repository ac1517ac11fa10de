// SPDX-License-Identifier: MIT
// The server of a store that is a private program of our own, and no Redis: what is the same of each.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/lab/record/store_server.h"
#include "lockcore/redis/private_program.h"

namespace lockcore {

class ProgramServer : public StoreServer
{
public:
    std::int64_t pid() const override { return m_program->pid(); }
    Task<Result<void>> startAgain() override;

protected:
    ProgramServer(std::unique_ptr<PrivateProgram> program, Clock &clock);

    PrivateProgram &program() const { return *m_program; }

private:
    const std::unique_ptr<PrivateProgram> m_program;
    Clock &m_clock;
};

} // namespace lockcore
