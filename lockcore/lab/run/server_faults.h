// SPDX-License-Identifier: MIT
// What a script does to servers, itself or as an operator. Thread of the event loop.
#pragma once

#include "lockcore/lab/run/server_notes.h"

#include <deque>
#include <set>

namespace lockcore {

class ServerFaults final
{
public:
    ServerFaults(RunContext &context, RunServers &servers, ServerNotes &notes);

    void act(const Fault &fault);          ///< one of a server's; it begins within this call, or when what is done to that server is done
    bool canAct(const Fault &fault) const; ///< its server is the Lab's own, neither paused nor busy with another one; or it resumes
    void cancel() { m_acting.cancel(); }
    Task<void> heal(); ///< what was begun is done, and every server serves. What had to wait does not happen

    bool allServe() const { return m_away.empty() && m_paused.empty(); }
    Waiting<void> whenAllServe();                        ///< completes when no server is away or paused; by then one may be again
    std::int64_t absences() const { return m_absences; } ///< how often one was, so far

private:
    void begin(const Fault &fault);
    void begin(std::int64_t server, Task<void> acting); ///< the server is busy from now on
    void end(std::int64_t server);                      ///< not any more
    void leave(std::int64_t server, Task<void> returning);
    void comeBack(std::int64_t server, const Result<void> &done);
    void tellWhoWaits();
    void resume(std::int64_t server);
    Task<void> restart(std::int64_t server, LabServer::Data data);
    Task<void> operate(std::int64_t server, Args words, What what);
    Task<void> fillMemory(std::int64_t server);
    Task<void> promote(std::int64_t server);

    RunContext &m_context;
    RunServers &m_servers;
    ServerNotes &m_notes;
    std::set<std::int64_t> m_paused;
    std::set<std::int64_t> m_away; ///< between two lives, or two servers
    std::set<std::int64_t> m_busy; ///< with one of these coroutines
    std::map<std::int64_t, std::deque<Fault>> m_waiting;
    std::int64_t m_absences = 0;
    std::vector<Completion<void>> m_waitingForAll;
    Scope m_acting;
};

} // namespace lockcore
