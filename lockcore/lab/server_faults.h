// SPDX-License-Identifier: MIT
// What a script does to servers, itself or as an operator. Thread of the event loop.
#pragma once

#include "lockcore/lab/server_notes.h"

#include <set>

namespace lockcore {

class ServerFaults final
{
public:
    ServerFaults(RunContext &context, RunServers &servers, ServerNotes &notes);

    void act(const Fault &fault);          ///< one of a server's; it begins within this call
    bool canAct(const Fault &fault) const; ///< its server is the Lab's own, neither paused nor busy with another one; or it resumes
    void cancel() { m_acting.cancel(); }
    void heal(); ///< no server is paused any more

private:
    void begin(std::int64_t server, Task<void> acting); ///< the server is busy from now on
    void resume(std::int64_t server);
    Task<void> restart(std::int64_t server, LabServer::Data data);
    Task<void> operate(std::int64_t server, Args words, What what);
    Task<void> fillMemory(std::int64_t server);
    Task<void> promote(std::int64_t server);

    RunContext &m_context;
    RunServers &m_servers;
    ServerNotes &m_notes;
    std::set<std::int64_t> m_paused;
    std::set<std::int64_t> m_busy; ///< restarting, say
    Scope m_acting;
};

} // namespace lockcore
