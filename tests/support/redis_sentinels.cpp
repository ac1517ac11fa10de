// SPDX-License-Identifier: MIT
#include "support/redis_sentinels.h"

#include "support/eventually.h"

#include <algorithm>

namespace lockcore::test {

using namespace Qt::Literals::StringLiterals;

namespace {

std::unique_ptr<RedisServer> server(const std::string &password, const QStringList &config = {})
{
    RedisServerOptions options;
    options.tcp = true;
    options.password = password;
    options.config = config;
    if (!password.empty())
        options.config << u"masterauth "_s + QString::fromStdString(password);
    return std::make_unique<RedisServer>(std::move(options));
}

void insist(bool reached, const char *what, const RedisServer &server)
{
    if (!reached)
        qFatal("%s: %s", what, server.log().constData());
}

} // namespace

RedisSentinels::RedisSentinels(const std::string &password)
{
    m_servers[0] = server(password);
    const auto port = m_servers[0]->tcpEndpoint().port;
    m_servers[1] = server(password, {u"replicaof 127.0.0.1 %1"_s.arg(port)});
    RedisServerOptions options;
    options.tcp = true;
    options.sentinel = true;
    options.config = {u"sentinel monitor orders 127.0.0.1 %1 2"_s.arg(port), u"sentinel down-after-milliseconds orders 500"_s,
                      u"sentinel failover-timeout orders 3000"_s};
    if (!password.empty())
        options.config << u"sentinel auth-pass orders "_s + QString::fromStdString(password);
    for (auto &sentinel : m_sentinels)
        sentinel = std::make_unique<RedisServer>(options);
    waitReplicated();
    const auto knowsAll = [](const auto &sentinel) {
        const auto state = sentinel->command({"INFO", "sentinel"}).text;
        return state.find("status=ok,") != state.npos && state.find("slaves=1,sentinels=3") != state.npos;
    };
    insist(eventually([&] { return std::ranges::all_of(m_sentinels, knowsAll); }), "the sentinels do not find each other", *m_sentinels[0]);
}

Endpoint RedisSentinels::endpoint() const
{
    auto endpoint = m_servers[0]->tcpEndpoint();
    auto &group = endpoint.group.emplace();
    group.primary = "orders";
    for (const auto &sentinel : m_sentinels)
        group.sentinels.push_back({"127.0.0.1", sentinel->tcpEndpoint().port});
    return endpoint;
}

int RedisSentinels::named(RedisServer &sentinel) const
{
    const auto address = sentinel.command({"SENTINEL", "GET-MASTER-ADDR-BY-NAME", "orders"});
    return address.elements.size() == 2 ? static_cast<int>(address.elements[1].toInteger().value_or(0)) : 0;
}

RedisServer &RedisSentinels::primary() { return connected(m_servers[0]->tcpEndpoint().port == named(*m_sentinels[0]) ? 0 : 1); }

RedisServer &RedisSentinels::other() { return connected(m_servers[0]->tcpEndpoint().port == named(*m_sentinels[0]) ? 1 : 0); }

// A sentinel closes all connections of a server whose role it changes.
RedisServer &RedisSentinels::connected(std::size_t index)
{
    m_servers[index]->connectAgain();
    return *m_servers[index];
}

void RedisSentinels::waitReplicated()
{
    const auto lag = [&] {
        const auto state = m_servers[0]->command({"INFO", "replication"}).text + m_servers[1]->command({"INFO", "replication"}).text;
        return state.find("state=online") != state.npos && state.find("master_link_status:up") != state.npos;
    };
    insist(eventually(lag), "the replica does not follow its primary", *m_servers[1]);
}

void RedisSentinels::failOver()
{
    const auto before = primary().tcpEndpoint().port;
    const auto begins = [&] { return !m_sentinels[0]->command({"SENTINEL", "FAILOVER", "orders"}).isError(); };
    insist(eventually(begins), "there is no failover", *m_sentinels[0]);
    waitOther(before);
}

void RedisSentinels::waitOther(int port)
{
    const auto isOther = [&](const auto &sentinel) { return named(*sentinel) != port; };
    insist(eventually([&] { return std::ranges::all_of(m_sentinels, isOther); }), "there is no new primary", *m_sentinels[0]);
    const auto serves = [&] {
        const auto role = primary().command({"ROLE"});
        return !role.elements.empty() && role.elements[0].text == "master";
    };
    insist(eventually(serves), "the new primary does not serve", primary());
}

} // namespace lockcore::test
