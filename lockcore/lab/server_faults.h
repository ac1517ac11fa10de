// SPDX-License-Identifier: MIT
// What a script does to servers, itself or as an operator. Thread of the event loop.
#pragma once

#include "lockcore/lab/server_notes.h"

namespace lockcore {

class ServerFaults final
{
public:
    ServerFaults(RunContext &context, RunServers &servers, ServerNotes &notes);

    void act(const Fault &fault); ///< one of a server's; it begins within this call
    void cancel() { m_acting.cancel(); }

private:
    Task<void> restart(std::int64_t server, LabServer::Data data);
    Task<void> operate(std::int64_t server, Args words, What what);
    Task<void> fillMemory(std::int64_t server);
    Task<void> promote(std::int64_t server);

    RunContext &m_context;
    RunServers &m_servers;
    ServerNotes &m_notes;
    Scope m_acting;
};

} // namespace lockcore
