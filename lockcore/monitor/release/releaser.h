// SPDX-License-Identifier: MIT
// Carries out forced releases, each on a connection of its own (a WATCH, a time-out or a loss then affects nothing else), and
// records each. One thread, that of the event loop; a task must not outlive this object.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/look_request.h"
#include "lockcore/monitor/release/release.h"
#include "lockcore/redis/connection.h"

namespace lockcore {

class Releaser final
{
public:
    struct Options
    {
        Milliseconds timeout{5000}; ///< to connect, and for a command
        std::string auditDirectory; ///< empty: Audit::usualDirectory()
    };

    Releaser(Endpoint endpoint, Options options, const Classifier &classifier, EventLoop &loop, Clock &clock);

    /// Looks and plans. `around` and `known`: what watching has shown about the server and the lock.
    Task<ReleasePlan> plan(ReleaseWish wish, Surroundings around, std::optional<LockInfo> known);

    /// Plans again for the server as it is now, and runs the plan. `dry`: only compares, and checks the rights and the audit.
    /// Cancelled after sending, it is recorded as unknown.
    Task<ReleaseReport> release(ReleaseOrder order, bool dry = false);

    /// Looks at the lock until somebody holds it, for at most watchTime(). A holding between two looks is not seen.
    Task<ReleaseAftermath> watch(ReleaseReport report);

private:
    /// A connection and what belongs to it.
    struct Server
    {
        std::unique_ptr<Connection> connection;
        ReleaseServer facts;
        LookRequest::Way way;
    };

    Task<Result<void>> open(Server &server);
    Task<Result<Look>> lookAt(Server &server, LookRequest request);
    Task<Result<Look>> lookFor(Server &server, ReleaseWish wish);
    Task<Result<void>> readLeases(Server &server, std::vector<Bytes> keys, Look &look);
    Task<void> addChannels(Server &server, Bytes key, Surroundings &around);
    Finding findingFor(const ReleaseWish &wish, const Look &look, const Surroundings &around) const;
    Task<void> run(Server &server, ReleasePlan plan, ReleaseReport &report);
    Task<Result<ReleasePlan>> replanned(Server &server, ReleaseOrder order);
    Task<void> lookAfterwards(Server &server, ReleaseReport &report);
    Aftermath judge(const ReleaseReport &report, const Look &look, std::vector<Holder> &holders) const;

    const Endpoint m_endpoint;
    const Options m_options;
    const Classifier &m_classifier;
    EventLoop &m_loop;
    Clock &m_clock;
};

} // namespace lockcore
