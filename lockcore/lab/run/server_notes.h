// SPDX-License-Identifier: MIT
// Writes what happens on the servers of a run into its history, and then reports it to the script. Thread of the event loop.
#pragma once

#include "lockcore/lab/servers/run_servers.h"
#include "lockcore/lab/workers/run_workers.h"

namespace lockcore {

class ServerNotes final
{
public:
    ServerNotes(RunContext &context, RunServers &servers, const RunWorkers &workers);

    /// A fault is at work until it is done: its entry is behind what nobody's command does meanwhile.
    void begin(std::int64_t server, entry::ServerFaulted fault);
    void end(std::int64_t server) { m_causes.erase(server); }

    void expect(What what) { m_operating = std::move(what); } ///< what the operator's next command is in the history

    std::int64_t holdings() const { return m_holdings; } ///< elements that are the lock, on all servers

private:
    void noteTurn(std::int64_t server, const ServerTurn &turn);
    void noteChanges(std::int64_t server, const std::vector<ElementChange> &changes, std::uint64_t cause);
    bool isTheLock(std::int64_t server, const ElementChange &change) const;
    void noteHolding(const ElementChange &change, std::vector<Condition> &happened);
    std::uint64_t causeOn(std::int64_t server) const;

    RunContext &m_context;
    RunServers &m_servers;
    const RunWorkers &m_workers;
    std::map<std::int64_t, std::uint64_t> m_causes; ///< by server: the entry of the fault that is at work
    std::optional<What> m_operating;
    std::int64_t m_holdings = 0;
};

} // namespace lockcore
