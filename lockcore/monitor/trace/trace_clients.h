// SPDX-License-Identifier: MIT
// The clients behind the connections of a trace: from CLIENT LIST, asked only when a new one has used a traced lock, and from the names that
// clients give themselves. Keeps nothing of other clients. Pure; one thread.
#pragma once

#include "lockcore/monitor/trace/trace_line.h"

#include <map>
#include <unordered_map>

namespace lockcore {

struct ClientIdentity
{
    std::int64_t id = 0;
    Bytes name;
    Bytes user;
    Bytes library;      ///< "redis-py 5.0.1"; empty: it did not say (servers before 7.2 do not know)
    ServerTime since{}; ///< connected, to the second
    bool operator==(const ClientIdentity &) const = default;
};

struct TraceClient
{
    TraceActor actor;
    std::vector<ClientIdentity> identities; ///< more than one: connections that had this address one after the other
    Bytes nameSent;                         ///< by CLIENT SETNAME, if CLIENT LIST did not show the connection
    /// The connection was closed, and perhaps not the process.
    std::optional<std::pair<ServerTime, ServerTime>> closedBetween;

    std::vector<Bytes> names() const; ///< its address and its names, for a filter; none for a Unix socket, where it may be any client
    Bytes name() const { return !identities.empty() && !identities.back().name.empty() ? identities.back().name : nameSent; }
    bool operator==(const TraceClient &) const = default;
};

class TraceClients
{
public:
    void used(const TraceActor &actor, ServerTime at); ///< it has used a traced lock
    bool wantsAsking() const { return m_unknown; }     ///< a connection is not known yet

    /// The answer to CLIENT LIST at that time.
    void answered(std::string_view list, ServerTime at);

    TraceClient of(const TraceActor &actor, const std::unordered_map<Bytes, Bytes> &namesSent) const;
    bool isOneConnection(const TraceActor &actor) const; ///< false: several had its address, or it is a Unix socket

private:
    struct Known
    {
        std::vector<ClientIdentity> identities;
        ServerTime lastSeen{};
        std::optional<std::pair<ServerTime, ServerTime>> closedBetween;
        bool asked = false;
    };

    std::map<TraceActor, Known> m_known;
    bool m_unknown = false;
};

/// One line of CLIENT LIST as its fields.
std::map<std::string_view, std::string_view> clientFields(std::string_view line);

} // namespace lockcore
