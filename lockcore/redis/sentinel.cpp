// SPDX-License-Identifier: MIT
#include "lockcore/redis/sentinel.h"

#include "lockcore/base/bytes.h"
#include "lockcore/redis/connection.h"

#include <algorithm>
#include <map>

namespace lockcore {

namespace {

constexpr Milliseconds sentinelPatience{1000};

Endpoint sentinelAt(const Endpoint &endpoint, const HostPort &address)
{
    Endpoint sentinel;
    sentinel.transport = endpoint.group->tls ? Endpoint::Transport::Tls : Endpoint::Transport::Tcp;
    sentinel.host = address.host;
    sentinel.port = address.port;
    sentinel.user = endpoint.group->user;
    sentinel.password = endpoint.group->password;
    sentinel.tls = endpoint.tls;
    return sentinel;
}

ConnectionOptions optionsFor(Milliseconds timeout, bool subscriber = false)
{
    ConnectionOptions options;
    options.connectTimeout = options.commandTimeout = std::min(timeout, sentinelPatience);
    options.subscriber = subscriber;
    return options;
}

// [host, port]; nil: a primary of this name is not known.
std::optional<HostPort> addressIn(const Reply &reply)
{
    constexpr std::int64_t highest = 65'535;
    if (reply.elements.size() != 2)
        return std::nullopt;
    const auto port = reply.elements[1].toInteger().value_or(0);
    if (reply.elements[0].text.empty() || port < 1 || port > highest)
        return std::nullopt;
    return HostPort{reply.elements[0].text, static_cast<int>(port)};
}

/// The answers of all sentinels to one question.
class Poll
{
public:
    Poll(const Endpoint &endpoint, Milliseconds timeout, EventLoop &loop, Clock &clock)
        : m_endpoint(endpoint)
        , m_scope(loop)
    {
        for (const auto &address : endpoint.group->sentinels)
            m_scope.start(ask(address, timeout, loop, clock));
    }

    Waiting<void> finished() { return m_finished.waiting(); }

    Result<HostPort> result() const
    {
        if (const auto named = agreed(m_answers))
            return *named;
        const auto name = '"' + escaped(m_endpoint.group->primary) + '"';
        if (!m_votes.empty())
            return Error{ErrorKind::Transport,
                         "the sentinels disagree about " + name + ": they name " + listed()
                             + "; try again when a failover is over, or name only sentinels of one group",
                         "sentinels-disagree"};
        if (m_unknown > 0)
            return Error{ErrorKind::Refused,
                         "the sentinels watch no primary named " + name + "; `redis-cli -h " + m_endpoint.group->sentinels.front().host
                             + " -p " + std::to_string(m_endpoint.group->sentinels.front().port)
                             + " SENTINEL MASTERS` lists those that they watch",
                         "unknown-primary"};
        return *m_firstError;
    }

private:
    Task<void> ask(HostPort address, Milliseconds timeout, EventLoop &loop, Clock &clock)
    {
        Connection connection(sentinelAt(m_endpoint, address), optionsFor(timeout), loop, clock);
        const auto opened = co_await connection.open();
        if (!opened) {
            count(address, opened.error());
            co_return;
        }
        const auto named = co_await connection.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", m_endpoint.group->primary);
        count(address, named);
    }

    void count(const HostPort &address, const Result<Reply> &reply)
    {
        ++m_ended;
        if (!reply || reply->isError()) {
            noteError(address, reply ? reply->toError() : reply.error());
        } else {
            ++m_answers;
            if (const auto named = addressIn(*reply))
                ++m_votes[*named];
            else
                ++m_unknown;
        }
        if (m_ended == m_endpoint.group->sentinels.size() || agreed(m_endpoint.group->sentinels.size()))
            m_finished.complete();
    }

    void noteError(const HostPort &address, const Error &error)
    {
        if (m_firstError)
            return;
        const auto where = "the sentinel at " + toString(address);
        if (error.text.find("unknown command") != error.text.npos)
            m_firstError = Error{ErrorKind::Refused,
                                 toString(address)
                                     + " is no Sentinel; if it is the Redis server itself, write redis:// instead of "
                                       "redis-sentinel://",
                                 "not-a-sentinel"};
        else if (error.kind == ErrorKind::Server)
            m_firstError = Error{ErrorKind::Refused,
                                 where + " refuses: " + escaped(error.text)
                                     + "; its password is that of LOCKSCOPE_SENTINEL_PASSWORD or --sentinel-password-file",
                                 "sentinel-refuses"};
        else
            m_firstError = Error{ErrorKind::Transport, where + " does not answer: " + escaped(error.text), "no-sentinel"};
    }

    std::optional<HostPort> agreed(std::size_t of) const
    {
        const auto found = std::ranges::find_if(m_votes, [&](const auto &vote) { return 2 * vote.second > of; });
        return found == m_votes.end() ? std::nullopt : std::optional(found->first);
    }

    std::string listed() const
    {
        std::string text;
        for (const auto &[address, votes] : m_votes)
            text += (text.empty() ? "" : " and ") + toString(address);
        return text;
    }

    const Endpoint &m_endpoint;
    std::map<HostPort, std::size_t> m_votes;
    std::size_t m_answers = 0; ///< of any kind but an error
    std::size_t m_unknown = 0; ///< sentinels that do not know the name
    std::size_t m_ended = 0;
    std::optional<Error> m_firstError;
    Completion<void> m_finished;
    Scope m_scope;
};

} // namespace

Task<Result<Endpoint>> primaryOf(Endpoint endpoint, Milliseconds timeout, EventLoop &loop, Clock &clock)
{
    Poll poll(endpoint, timeout, loop, clock);
    co_await poll.finished();
    const auto named = poll.result();
    if (!named)
        co_return named.error();
    const auto address = reachable(endpoint.group->reachable, *named);
    Endpoint primary = endpoint;
    primary.group.reset();
    primary.host = address.host;
    primary.port = address.port;
    co_return primary;
}

namespace {

/// One sentinel's announcements of new primaries.
class Announcements
{
public:
    Announcements(const Endpoint &endpoint, const HostPort &sentinel, EventLoop &loop, Clock &clock)
        : m_name(endpoint.group->primary)
        , m_connection(sentinelAt(endpoint, sentinel), optionsFor(sentinelPatience, true), loop, clock)
    {
        QObject::connect(&m_connection, &Connection::pushed, &m_connection, [this](const Reply &push) {
            if (push.elements.size() == 3 && push.elements[2].text.starts_with(m_name + ' '))
                m_ended.complete();
        });
        QObject::connect(&m_connection, &Connection::lost, &m_connection, [this] { m_ended.complete(); });
    }

    Task<bool> subscribe()
    {
        const auto opened = co_await m_connection.open();
        if (!opened)
            co_return false;
        const auto reply = co_await m_connection.command("SUBSCRIBE", "+switch-master");
        co_return reply.ok() && !reply->isError();
    }

    Waiting<void> ended() { return m_ended.waiting(); } ///< a new primary was announced, or this sentinel is lost; call it once

private:
    const std::string m_name;
    Connection m_connection;
    Completion<void> m_ended;
};

} // namespace

Task<Result<void>> untilFailover(Endpoint endpoint, HostPort now, EventLoop &loop, Clock &clock)
{
    Backoff backoff;
    for (std::size_t next = 0;; ++next) {
        const auto &sentinels = endpoint.group->sentinels;
        Announcements announcements(endpoint, sentinels[next % sentinels.size()], loop, clock);
        auto ended = announcements.ended();
        const bool hears = co_await announcements.subscribe();
        const auto primary = co_await primaryOf(endpoint, sentinelPatience, loop, clock);
        if (primary && HostPort{primary->host, primary->port} != now)
            co_return Error{ErrorKind::Transport,
                            "the sentinels name another primary now, " + toString(HostPort{primary->host, primary->port}), "failover"};
        if (hears) {
            backoff.reset();
            co_await ended;
        }
        co_await clock.after(backoff.next());
    }
}

} // namespace lockcore
