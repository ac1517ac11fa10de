// SPDX-License-Identifier: MIT
// Carries out forced releases, each on its own connection, and records each. One thread, that of the event loop; a task
// must not outlive this object.
#pragma once

#include "lockcore/monitor/release/release_connection.h"

#include <functional>

namespace lockcore {

class Releaser final
{
public:
    using NodeAt = std::function<Endpoint(const HostPort &announced)>;

    struct Options
    {
        Milliseconds timeout{5000}; ///< to connect, and for a command
        std::string auditDirectory; ///< empty: Audit::usualDirectory()
        NodeAt nodeAt{};            ///< of a cluster: where its nodes are; empty: a lock whose slot is on its way is not released
    };

    Releaser(Endpoint endpoint, Options options, const Classifier &classifier, EventLoop &loop, Clock &clock);

    void setEndpoint(const Endpoint &endpoint) { m_endpoint = endpoint; } ///< its replica was promoted; also for what is in progress

    ReleaseConnection newConnection() const; ///< for one task

    /// Looks and plans. `around` and `known`: what watching has shown about the server and the lock. If the node says that the lock has gone
    /// ahead of its slot (ASK), looks there; then the release is for that node, too.
    Task<ReleasePlan> plan(ReleaseRequest wish, RecognitionContext around, std::optional<LockInfo> known);

    /// Plans again for the server's current state, and runs the plan. `dry`: only compares, and checks the rights and the audit. If it is
    /// cancelled after sending, it is recorded as unknown.
    Task<ReleaseReport> release(ReleasePlanInput order, bool dry = false);

    /// Looks at the lock repeatedly until it has a holder, for at most watchTime(). A holding that begins and ends between two looks is not
    /// seen.
    Task<ReleaseAftermath> watch(ReleaseReport report);

private:
    std::optional<Endpoint> importerOf(const ReleasePlanInput &order) const;
    ReleaseConnection connectionFor(const ReleasePlanInput &order) const;
    Task<ReleasePlan> planAt(std::optional<HostPort> importer, ReleaseRequest wish, RecognitionContext around,
                             std::optional<LockInfo> known);
    Task<void> run(ReleaseConnection &connection, ReleasePlan plan, ReleaseReport &report);
    Task<Result<ReleasePlan>> replanned(ReleaseConnection &connection, ReleasePlanInput order);
    Task<void> lookAfterwards(ReleaseConnection &connection, ReleaseReport &report);

    Endpoint m_endpoint;
    const Options m_options;
    const Classifier &m_classifier;
    EventLoop &m_loop;
    Clock &m_clock;
};

} // namespace lockcore
