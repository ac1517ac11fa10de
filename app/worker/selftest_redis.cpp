// SPDX-License-Identifier: MIT
#include "app/worker/selftest_servers.h"

#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/lab/servers/server_address.h"
#include "lockcore/redis/connection.h"
#include "lockcore/redis/private_server.h"

#include <QByteArray>
#include <QUuid>

#include <algorithm>
#include <array>

namespace lockscope {

using namespace lockcore;

namespace {

// Excludes the commands that set up a connection, and our own.
bool isAboutLocks(std::string_view command)
{
    constexpr std::array<std::string_view, 12> others = {"auth", "client", "cluster", "command", "config", "dbsize",
                                                         "echo", "hello",  "info",    "ping",    "script", "select"};
    return std::none_of(others.begin(), others.end(),
                        [&](auto other) { return command == other || command.starts_with(std::string(other) + '|'); });
}

class RedisSelftestServer final : public SelftestServer
{
public:
    RedisSelftestServer(EventLoop &loop, Clock &clock)
        : m_loop(loop)
        , m_clock(clock)
    { }

    // With a password, as in the Lab.
    Task<Result<void>> open() override
    {
        Endpoint secret;
        secret.password = QUuid::createUuid().toString(QUuid::Id128).toStdString();
        m_address = addressOf(Store::Redis, secret, freeLoopbackPort());
        PrivateServerOptions options;
        options.config = "port " + std::to_string(m_address.port) + "\nbind 127.0.0.1\nrequirepass " + m_address.password;
        auto server = PrivateServer::start(options);
        if (!server)
            co_return server.error();
        m_server = std::move(server).value();
        auto endpoint = m_server->endpoint();
        endpoint.password = m_address.password;
        ConnectionOptions connection;
        connection.name = "lockscope-selftest";
        m_connection = std::make_unique<Connection>(endpoint, connection, m_loop, m_clock);
        auto opening = m_connection->open();
        const auto opened = co_await opening;
        co_return opened.ok() ? Result<void>() : opened.error();
    }

    Task<std::int64_t> commandsSeen() override
    {
        const auto info = co_await m_connection->command("INFO", "commandstats");
        std::int64_t seen = 0;
        if (!info)
            co_return seen;
        for (const auto &line : QByteArray::fromStdString(info->text).split('\n')) { // for example cmdstat_set:calls=3,usec=…
            const auto name = line.mid(8, line.indexOf(':') - 8).toStdString();
            const auto calls = line.indexOf("calls=");
            if (line.startsWith("cmdstat_") && calls > 0 && isAboutLocks(name))
                seen += line.mid(calls + 6, line.indexOf(',', calls) - calls - 6).toLongLong();
        }
        co_return seen;
    }

    Task<std::int64_t> connectionsSeen() override
    {
        const auto list = co_await m_connection->command("CLIENT", "LIST");
        co_return list ? QByteArray::fromStdString(list->text).trimmed().split('\n').size() - 1 : 0;
    }

    Task<bool> hasKeys(Bytes key, Bytes mark) override
    {
        const auto numbers = co_await databases();
        for (const auto &number : numbers) {
            [[maybe_unused]] const auto selected = co_await m_connection->command("SELECT", number);
            const bool exists = co_await has(key);
            const bool found = exists && (mark.empty() || co_await hasMark(key, mark));
            if (found)
                break;
        }
        co_return !numbers.empty();
    }

    Task<bool> has(Bytes key) override
    {
        const auto count = co_await integerOf("EXISTS", key);
        co_return count == 1;
    }

    Task<bool> hasMark(Bytes key, Bytes mark) override
    {
        const auto type = co_await m_connection->command("TYPE", key);
        const auto kind = type ? type->text : Bytes();
        if (kind == "string") {
            const auto value = co_await m_connection->command("GET", key);
            co_return value && value->text == mark;
        }
        if (kind == "hash" || kind == "set") {
            const auto found = co_await m_connection->command(kind == "hash" ? "HEXISTS" : "SISMEMBER", key, mark);
            co_return found && found->toInteger() == 1;
        }
        if (kind == "zset") {
            const auto score = co_await m_connection->command("ZSCORE", key, mark);
            co_return score && !score->isNil();
        }
        co_return kind != "none"; // other types have no element that a worker could name
    }

    Task<std::optional<Milliseconds>> leaseLeft(Bytes key) override
    {
        const auto left = co_await integerOf("PTTL", key);
        co_return left < 0 ? std::nullopt : std::optional(Milliseconds(left));
    }

    Task<bool> remove(Bytes key) override
    {
        const auto count = co_await integerOf("DEL", key);
        co_return count == 1;
    }

private:
    Task<std::vector<Bytes>> databases()
    {
        const auto keyspace = co_await m_connection->command("INFO", "keyspace"); // `db3:keys=1,expires=1,…`
        const auto text = keyspace ? keyspace->text : Bytes();
        std::vector<Bytes> numbers;
        for (auto begin = text.find("\ndb"); begin != Bytes::npos; begin = text.find("\ndb", begin + 1))
            numbers.push_back(text.substr(begin + 3, text.find(':', begin) - begin - 3));
        co_return numbers;
    }

    Task<std::int64_t> integerOf(std::string command, Bytes key)
    {
        const auto reply = co_await m_connection->command(command, key);
        co_return reply ? reply->toInteger().value_or(0) : 0;
    }

    EventLoop &m_loop;
    Clock &m_clock;
    std::unique_ptr<PrivateServer> m_server;
    std::unique_ptr<Connection> m_connection;
};

} // namespace

std::unique_ptr<SelftestServer> redisSelftestServer(EventLoop &loop, Clock &clock)
{
    return std::make_unique<RedisSelftestServer>(loop, clock);
}

} // namespace lockscope
