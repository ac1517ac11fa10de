// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/check_loop.h"

namespace lockcore {

namespace {

constexpr auto period = std::chrono::seconds(10);

} // namespace

void CheckLoop::note(const ServerCheck &check)
{
    if (check.at != ServerTime{})
        m_parts.serverClock.observe(check.at, check.sent, check.received);
    auto &state = m_parts.store.state;
    const auto &reached = m_links.sweep().reached();
    const bool mayBeAnother = m_links.sweep().endpoint().group || m_parts.options.isOneOfMany;
    const auto primary = mayBeAnother ? toString(HostPort{reached.host, reached.port}) : std::string();
    const bool restarted = !state.runId.empty() && !check.runId.empty() && state.runId != check.runId;
    if (const auto before = std::exchange(state.primary, primary); !before.empty() && before != primary) {
        m_report.add({Notice::Kind::FailedOver, primary});
        m_parts.store.table().failedOver();
        m_parts.store.otherData();
    } else if (restarted) {
        m_report.add({Notice::Kind::Restarted, {}});
        m_parts.store.table().serverRestarted();
        m_parts.store.otherData();
    }
    if (!check.runId.empty())
        state.runId = check.runId;
    state.server = check.facts;
    m_feed.setServer(check);
    m_report.setServer(check);
}

// The right to use INFO may have been withdrawn: earlier facts stay valid, except those that change all the time.
void CheckLoop::keepFacts(ServerFacts &facts) const
{
    const auto &before = m_parts.store.state.server;
    facts.version = before.version;
    facts.mode = before.mode; // shows that a replica belongs to a cluster
    if (facts.role.empty())
        facts.role = before.role;
}

Task<Result<void>> CheckLoop::run()
{
    for (;;) {
        co_await m_parts.clock.after(period);
        auto check = co_await checkServer(m_links.sweep(), m_parts.clock);
        if (!check && check.error().kind != ErrorKind::Timeout)
            co_return check.error();
        if (!check || (check->info.empty() && !check->infoRefused)) // BUSY: the server answers nothing for now
            continue;
        if (check->infoRefused)
            keepFacts(check->facts);
        note(*check);
        if (m_parts.options.isOneOfMany && check->isClusterReplica())
            co_return notPrimary();
        if (check->isClusterReplica() && !m_links.readsReplica()) { // earlier it was a primary
            if (const auto reads = co_await m_links.readReplica(); !reads)
                co_return reads.error();
        }
    }
}

} // namespace lockcore
