// SPDX-License-Identifier: MIT
#include "lockcore/oracle/real_time_replay.h"

#include <algorithm>
#include <thread>

namespace lockcore {

using namespace explorer;
using RealClock = std::chrono::steady_clock;

namespace {

// What is as long as a tick or longer may be a time that is left, and then it is near enough if it differs by less than one.
bool isLike(std::int64_t number, std::int64_t predicted, int factor)
{
    return number == predicted || (predicted >= factor && std::abs(number - predicted) < factor);
}

bool isLike(const Reply &reply, const Reply &predicted, int factor)
{
    if (reply.type != predicted.type || reply.text != predicted.text || reply.elements.size() != predicted.elements.size())
        return false;
    for (std::size_t i = 0; i < reply.elements.size(); ++i) {
        if (!isLike(reply.elements[i], predicted.elements[i], factor))
            return false;
    }
    return isLike(reply.integer, predicted.integer, factor);
}

bool isLike(const Keyspace &keys, const Keyspace &predicted, int factor)
{
    return std::ranges::equal(keys, predicted, [&](const StoredKey &key, const StoredKey &other) {
        const bool isForEver = key.left == StoredKey::noDeadline;
        return key.name == other.name && key.dump == other.dump && isForEver == (other.left == StoredKey::noDeadline)
               && (isForEver || std::abs(key.left - other.left) < factor);
    });
}

// False: cancelled.
bool waitUntil(RealClock::time_point time, const std::atomic<bool> &cancelled)
{
    constexpr auto atOnce = Milliseconds(20);
    while (!cancelled && RealClock::now() < time)
        std::this_thread::sleep_for(std::min<RealClock::duration>(atOnce, time - RealClock::now()));
    return !cancelled;
}

} // namespace

Result<RealTimeReplay> RealTimeReplay::start(ServerOracleOptions options, int servers)
{
    options.holdsClock = false;
    RealTimeReplay replay;
    for (int i = 0; i < servers; ++i) {
        auto server = ServerOracle::start(options);
        if (!server)
            return server.error();
        replay.m_servers.push_back(*std::move(server));
    }
    return replay;
}

Result<std::optional<std::string>> RealTimeReplay::play(const TraceStep &step, int factor)
{
    auto &place = *m_servers.at(step.request.server);
    if (step.kind == Move::Kind::ServerForgets) {
        if (const auto done = place.forgetAll(step.at); !done)
            return done.error();
    }
    const auto judged = place.goOn(commandOf(step), step.at, ownConnectionOf(step));
    if (!judged)
        return judged.error();
    if (isExecuted(step) && !isLike(judged->reply, *step.reply, factor))
        return std::optional("another reply: " + toString(judged->reply));
    for (std::size_t server = 0; server < m_servers.size(); ++server) {
        const auto content = m_servers[server]->goOn({}, step.at);
        if (!content)
            return content.error();
        if (!isLike(content->after, step.servers[server], factor))
            return std::optional(std::string("other keys"));
    }
    return std::optional<std::string>();
}

// A key lives through its last millisecond, and is gone in the next one. So that both are half a tick away from its deadline, time runs a
// little faster here.
Result<RealTimeReplay::Outcome> RealTimeReplay::replay(const Trace &trace, int factor, Milliseconds lease,
                                                       const std::function<void(std::size_t)> &done, const std::atomic<bool> &cancelled)
{
    for (const auto &server : m_servers) {
        server->closeOwn();
        if (const auto done = server->forgetAll(0); !done)
            return done.error();
    }
    const double pace = (static_cast<double>(lease.count()) + 0.5) / (static_cast<double>(lease.count()) + 1);
    const auto begin = RealClock::now();
    Outcome outcome;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const auto &step = trace[i];
        const auto due = begin + std::chrono::duration_cast<RealClock::duration>(std::chrono::duration<double, std::milli>(step.at * pace));
        if (!waitUntil(due, cancelled)) {
            outcome.isCancelled = true;
            return outcome;
        }
        const auto difference = step.kind == Move::Kind::TimePasses ? Result<std::optional<std::string>>(std::nullopt) : play(step, factor);
        if (!difference)
            return difference.error();
        outcome.latest = std::max(outcome.latest, std::chrono::duration_cast<Milliseconds>(RealClock::now() - due));
        if (*difference) {
            outcome.difference = TraceReplay::Difference{i, **difference};
            outcome.isTooLate = outcome.latest.count() > factor / 4;
            return outcome;
        }
        done(i);
    }
    return outcome;
}

} // namespace lockcore
