// SPDX-License-Identifier: MIT
// Writes the events on the servers of a run into its history, and then reports them to the script. Thread of the event loop.
#pragma once

#include "lockcore/lab/servers/run_servers.h"
#include "lockcore/lab/workers/run_workers.h"

namespace lockcore {

class ServerNotes final
{
public:
    ServerNotes(RunContext &context, RunServers &servers, const RunWorkers &workers);

    /// A fault is the cause of all changes without a command until end(): they name its entry.
    void begin(std::int64_t server, entry::ServerFaulted fault);
    void end(std::int64_t server) { m_causes.erase(server); }

    void expect(What what) { m_operating = std::move(what); } ///< the entry for the operator's next command

    std::int64_t holdings(const std::string &lock) const; ///< number of elements, on all servers, that hold the lock

private:
    void noteTurn(std::int64_t server, const ServerTurn &turn);
    void noteChanges(std::int64_t server, const std::vector<ElementChange> &changes, std::uint64_t cause);
    std::optional<std::string> lockOf(std::int64_t server, const ElementChange &change) const; ///< none: it holds none of the scenario's
    void noteHolding(const ElementChange &change, const std::string &lock, std::vector<Condition> &happened);
    std::uint64_t noteOperation(std::int64_t server, const ServerTurn &turn);
    std::uint64_t placeMade(std::int64_t server, const ElementChange &change) const; ///< the turn's entry; 0: not known
    std::uint64_t causeOn(std::int64_t server) const;

    RunContext &m_context;
    RunServers &m_servers;
    const RunWorkers &m_workers;
    std::map<std::int64_t, std::uint64_t> m_causes; ///< by server: the entry of the fault that is active
    std::optional<What> m_operating;
    std::map<std::tuple<std::int64_t, Bytes, Bytes>, std::uint64_t> m_places; ///< turns that made places in queues, by server, key, element
    std::map<std::string, std::int64_t> m_holdings;                           ///< by lock
};

} // namespace lockcore
