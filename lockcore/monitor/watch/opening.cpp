// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/opening.h"

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/watch/sweep.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

Task<Result<Opened>> Opening::run()
{
    auto check = co_await checkServer(m_connection, m_clock);
    if (!check)
        co_return check.error();
    m_opened.check = *std::move(check);
    m_opened.freeStrings = m_options.deep || m_opened.check.facts.keys <= Sweep::smallDatabase;
    if (const auto measured = co_await measureRoundTrip(); !measured)
        co_return measured.error();
    const auto persistence = co_await checkPersistence(m_connection);
    if (!persistence)
        co_return persistence.error();
    if (!m_options.ownServer) // a demo server does not need persistence
        m_opened.notices = *persistence;
    if (const auto fingerprints = co_await readFingerprints(); !fingerprints)
        co_return fingerprints.error();
    if (const auto channels = co_await readChannels(); !channels)
        co_return channels.error();
    co_return std::move(m_opened);
}

Task<Result<void>> Opening::measureRoundTrip()
{
    const auto begin = m_clock.now();
    if (const auto pong = co_await m_connection.command("PING"); !pong)
        co_return pong.error();
    m_opened.roundTrip = std::chrono::duration_cast<Microseconds>(m_clock.now() - begin);
    co_return Result<void>();
}

// Asks for the libraries whose scripts the server has loaded. If that is not permitted, they stay unknown, and nothing else changes.
Task<Result<void>> Opening::readFingerprints()
{
    auto libraries = co_await loadedLibraries(m_connection);
    if (!libraries && libraries.error().kind != ErrorKind::Server)
        co_return libraries.error();
    if (!libraries && isCommandRefused(libraries.error()))
        m_opened.notices.push_back(noticeOfRefused(libraries.error(), "SCRIPT EXISTS"));
    m_opened.knowsScripts = libraries.operator bool();
    if (libraries)
        m_opened.fingerprints = *std::move(libraries);
    if (!m_opened.freeStrings) {
        for (const auto &library : m_opened.fingerprints)
            m_opened.notices.push_back({Notice::Kind::DeepOffered, library});
    }
    co_return Result<void>();
}

// The channels of contended locks show their names without a scan. The server visits all its channels for each pattern; if that takes long,
// the other patterns are skipped.
Task<Result<void>> Opening::readChannels()
{
    constexpr auto mostCost = 2ms;
    for (const auto &pattern : Classifier::channelPatterns()) {
        const auto begin = m_clock.now();
        const auto reply = co_await m_connection.command("PUBSUB", "CHANNELS", pattern);
        if (!reply)
            co_return reply.error();
        for (const auto &channel : reply->elements)
            m_opened.channels.insert(channel.text);
        noteDenied(*reply, "PUBSUB CHANNELS");
        if (reply->isError() || m_clock.now() - begin - m_opened.roundTrip > mostCost)
            break;
    }
    co_return Result<void>();
}

void Opening::noteDenied(const Reply &reply, const char *command)
{
    if (reply.isError() && isCommandRefused(reply.toError()))
        m_opened.notices.push_back(noticeOfRefused(reply.toError(), command));
}

} // namespace lockcore
