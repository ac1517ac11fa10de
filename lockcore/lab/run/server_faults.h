// SPDX-License-Identifier: MIT
// The script's faults of servers, and its operator's commands. Thread of the event loop.
#pragma once

#include "lockcore/lab/run/server_notes.h"

#include <deque>
#include <set>

namespace lockcore {

class ServerFaults final
{
public:
    ServerFaults(RunContext &context, RunServers &servers, ServerNotes &notes);

    void act(const Fault &fault); ///< a fault of a server. It begins inside this call, or when earlier faults of the same server are done
    /// Its server is the Lab's own, and neither paused nor busy with another fault; or the fault resumes it.
    bool canAct(const Fault &fault) const;
    void cancel() { m_acting.cancel(); }
    Task<void> heal(); ///< completes the faults that have begun, until every server serves. Faults that still wait are dropped

    bool allServe() const { return m_away.empty() && m_paused.empty(); }
    Waiting<void> whenAllServe(); ///< completes when no server is absent or paused; when the coroutine resumes, one may be absent again
    std::int64_t absences() const { return m_absences; } ///< how many times a server was absent so far

private:
    void begin(const Fault &fault);
    void begin(std::int64_t server, Task<void> acting); ///< the server is busy from now on
    void end(std::int64_t server);                      ///< the server is no longer busy
    void leave(std::int64_t server, Task<void> returning);
    void comeBack(std::int64_t server, const Result<void> &done);
    void tellWhoWaits();
    void resume(std::int64_t server);
    Task<void> restart(std::int64_t server, StoreServer::Data data);
    Task<void> operate(std::int64_t server, std::string lock, Args words, What what);
    Task<void> fillMemory(std::int64_t server, std::string lock);
    Task<void> promote(std::int64_t server, std::string lock);
    Task<void> move(std::int64_t server, std::optional<Bytes> key);

    RunContext &m_context;
    RunServers &m_servers;
    ServerNotes &m_notes;
    std::set<std::int64_t> m_paused;
    std::set<std::int64_t> m_away; ///< between two processes of a server, or between primary and replica
    std::set<std::int64_t> m_busy; ///< servers on which one of these coroutines acts
    std::map<std::int64_t, std::deque<Fault>> m_waiting;
    std::int64_t m_absences = 0;
    std::vector<Completion<void>> m_waitingForAll;
    Scope m_acting;
};

} // namespace lockcore
