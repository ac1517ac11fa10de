// SPDX-License-Identifier: MIT
// A Session up to its first sweep: what the server is, and what it can report at once.
#include "lockcore/monitor/watch/session.h"

#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

Task<Result<void>> Session::connectAndCheck()
{
    if (const auto opened = co_await m_links.openSweep(); !opened)
        co_return opened.error();
    auto check = co_await checkServer(m_links.sweep(), m_clock);
    if (!check)
        co_return check.error();
    const auto begin = m_clock.now();
    if (const auto pong = co_await m_links.sweep().command("PING"); !pong)
        co_return pong.error();
    m_roundTrip = std::chrono::duration_cast<Microseconds>(m_clock.now() - begin);
    if (check->at != ServerTime{})
        m_serverClock.observe(check->at, check->sent, check->received);
    m_check = *std::move(check);
    const auto persistence = co_await checkPersistence(m_links.sweep());
    if (!persistence)
        co_return persistence.error();
    if (!m_options.ownServer) // nobody expects a demo to be persistent
        m_ownNotices.insert(m_ownNotices.end(), persistence->begin(), persistence->end());
    if (const auto fingerprints = co_await readFingerprints(); !fingerprints)
        co_return fingerprints.error();
    if (const auto channels = co_await readChannels(); !channels)
        co_return channels.error();
    Prober::Options options;
    options.db = m_endpoint.db;
    options.hasPexpiretime = m_check->atLeast(7, 0);
    options.now = [this] { return serverNow(); };
    options.freeStrings = freeStrings();
    m_prober = std::make_unique<Prober>(m_links.sweep(), m_classifier, m_denied, std::move(options));
    noteServer(*m_check);
    co_return Result<void>();
}

bool Session::freeStrings() const { return m_options.deep || m_check->facts.keys <= Sweep::smallDatabase; }

// The libraries whose scripts the server has loaded. If this is not permitted, nothing is known about them, which does not matter.
Task<Result<void>> Session::readFingerprints()
{
    const auto scripts = Classifier::fingerprintScripts();
    Args command = {"SCRIPT", "EXISTS"};
    for (const auto &[sha1, library] : scripts)
        command.push_back(sha1);
    const auto reply = co_await m_links.sweep().command(command);
    if (!reply)
        co_return reply.error();
    noteDenied(*reply, "SCRIPT EXISTS");
    std::set<std::string, std::less<>> libraries;
    for (std::size_t i = 0; i < std::min(scripts.size(), reply->elements.size()); ++i) {
        if (reply->elements[i].integer == 1)
            libraries.insert(scripts[i].second);
    }
    if (!freeStrings()) {
        for (const auto &library : libraries)
            m_ownNotices.push_back({Notice::Kind::DeepOffered, library});
    }
    m_board.table().setFingerprints(std::move(libraries));
    co_return Result<void>();
}

// The channels of contended locks show their names without a scan. The server walks through all its channels for each pattern;
// if that takes long, the rest is not asked.
Task<Result<void>> Session::readChannels()
{
    constexpr auto mostCost = 2ms;
    std::set<Bytes, std::less<>> channels;
    for (const auto &pattern : Classifier::announcementPatterns()) {
        const auto begin = m_clock.now();
        const auto reply = co_await m_links.sweep().command("PUBSUB", "CHANNELS", pattern);
        if (!reply)
            co_return reply.error();
        for (const auto &channel : reply->elements)
            channels.insert(channel.text);
        noteDenied(*reply, "PUBSUB CHANNELS");
        if (reply->isError() || m_clock.now() - begin - m_roundTrip > mostCost)
            break;
    }
    m_board.table().setChannels(std::move(channels));
    co_return Result<void>();
}

void Session::noteServer(const ServerCheck &check)
{
    const bool restarted = !m_board.state.runId.empty() && !check.runId.empty() && m_board.state.runId != check.runId;
    if (restarted) {
        m_ownNotices.push_back({Notice::Kind::Restarted, {}});
        m_board.table().serverRestarted();
    }
    if (!check.runId.empty())
        m_board.state.runId = check.runId;
    m_board.state.server = check.facts;
}

void Session::noteDenied(const Reply &reply, const char *command)
{
    if (reply.isError() && isCommandRefused(reply.toError()))
        m_ownNotices.push_back({Notice::Kind::DeniedCommand, command});
}

} // namespace lockcore
