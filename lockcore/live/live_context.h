// SPDX-License-Identifier: MIT
// A lock protocol's Context for real servers and real clocks. LiveServers holds the connections of a process; any number of
// LiveContexts (workers) share them. Use them all on the thread that created the LiveServers.
#pragma once

#include "lockcore/locks/context.h"
#include "lockcore/redis/connection.h"

#include <functional>

namespace lockcore {

class LiveServers final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveServers)

public:
    struct Options
    {
        Milliseconds commandTimeout{5000};
        std::optional<Milliseconds> connectTimeout{}; ///< none: as commandTimeout, at most 5 s
        std::string name = "lockscope";               ///< CLIENT SETNAME
        bool reconnect = true;
        bool sameClusterTwice = false; ///< several addresses of one cluster count as several servers: a mistake that the Lab shows
    };

    LiveServers(std::vector<Endpoint> endpoints, Options options, EventLoop &loop, Clock &clock);
    ~LiveServers() override;

    /// Of a cluster: finds the nodes; it is one server whose commands go to the nodes of their keys (see ClusterLinks). It must be the only
    /// endpoint, unless `sameClusterTwice` is set. Otherwise opens the shared connections. A majority of several servers is enough; otherwise returns the first server's error. If `reconnect` is
    /// set, the missing servers are tried again with back-off. Call it once.
    Task<Result<void>> open();

    const Bytes &instance() const; ///< the UUID of this process's locks

signals:
    /// A cluster's replica, or the server that sentinels name now, has taken over. What its predecessor did not pass on to it is gone.
    void failedOver(const lockcore::HostPort &to);

private:
    friend class LiveContext;
    struct Private;
    std::unique_ptr<Private> d;
};

/// One step of a worker, for an observer: what it does, and at which line.
struct Step
{
    std::int64_t worker = 0;
    std::string_view what; ///< the command's name, "sleep", "now" …
    std::source_location where;
};

/// How a command completes: with its reply; as lost (Transport, Timeout) if it was written to an open connection, and then it may have run;
/// immediately as "not-sent" if the connection is not open (see Answer). Destroy the LiveContext before its LiveServers. A coroutine
/// outside scope() that still waits for an answer then waits for ever.
class LiveContext final : public Context
{
public:
    struct Options
    {
        std::int64_t worker = 1;
        Milliseconds clockSkew{0}; ///< added to now(): a wrong wall clock
        std::uint64_t seed = 0;    ///< 0: from the system
        std::function<void(const Step &)> observer;
    };

    LiveContext(LiveServers &servers, Options options);
    ~LiveContext() override;

    /// Runs tasks as this worker. They and their companions end with the context.
    Scope &scope();

    std::size_t servers() const override;
    Waiting<void> sleep(Milliseconds duration, Where where = Where::current()) override;
    WorkerTime now(Where where = Where::current()) override;
    Moment steady(Where where = Where::current()) override;
    Moment bookkeeping() const override;
    Bytes uniqueToken(Where where = Where::current()) override;
    Milliseconds random(Milliseconds below, Where where = Where::current()) override;
    const Bytes &instance() const override;
    std::int64_t worker() const override;
    std::map<Bytes, std::int64_t> &memory() override;
    std::unique_ptr<Companion> spawn(Task<void> task, Where where = Where::current()) override;
    Waiting<std::unique_ptr<Subscription>> subscribe(std::string_view channel, Where where = Where::current()) override;

protected:
    Waiting<Answer> send(std::size_t server, bool alone, Verb verb, std::vector<Bytes> command) override;
    void forget(Where loop, Locals locals) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockcore
