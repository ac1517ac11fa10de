// SPDX-License-Identifier: MIT
#include "support/fake_redis.h"

#include <algorithm>

namespace lockcore::test {

namespace {

QByteArray bulk(const QByteArray &text) { return '$' + QByteArray::number(text.size()) + "\r\n" + text + "\r\n"; }

QByteArray number(qint64 n) { return ':' + QByteArray::number(n) + "\r\n"; }

QByteArray array(const QByteArrayList &elements) { return '*' + QByteArray::number(elements.size()) + "\r\n" + elements.join(); }

QByteArray bulks(const QByteArrayList &texts)
{
    QByteArrayList elements;
    for (const auto &text : texts)
        elements << bulk(text);
    return array(elements);
}

} // namespace

FakeRedis::FakeRedis()
{
    m_server.answerEach([this](const QByteArrayList &command) { return answer(command); });
}

ServerTime FakeRedis::now() const
{
    return m_stopped.value_or(std::chrono::time_point_cast<Microseconds>(std::chrono::system_clock::now())) + m_ahead;
}

void FakeRedis::invalidate(const QByteArrayList &keys)
{
    m_server.sendTo(m_subscriber, array({bulk("message"), bulk("__redis__:invalidate"), bulks(keys)}));
}

void FakeRedis::letGo() { m_server.sendTo(std::exchange(m_heldFrom, 0), std::exchange(m_held, {})); }

bool FakeRedis::wasAskedFor(const QByteArray &key) const
{
    return std::ranges::any_of(m_server.commands(), [&](const QByteArrayList &command) { return command.contains(key); });
}

QByteArray FakeRedis::answer(const QByteArrayList &command)
{
    auto bytes = answerNow(command);
    if (m_server.sender() != m_heldFrom)
        return bytes;
    m_held += bytes;
    return {};
}

QByteArray FakeRedis::answerNow(const QByteArrayList &command)
{
    const auto queue = m_queued.find(m_server.sender());
    if (command.front() == "MULTI") {
        m_queued[m_server.sender()];
        return "+OK\r\n";
    }
    if (command.front() == "EXEC" && queue != m_queued.end())
        return answerToAll(m_queued.extract(queue).mapped());
    if (queue != m_queued.end()) {
        queue->second << command;
        return "+QUEUED\r\n";
    }
    if (command.front() == m_closesAt)
        QMetaObject::invokeMethod(&m_server, &FakeServer::closeAll, Qt::QueuedConnection);
    if (const auto fixed = m_fixed.constFind(command.front()); fixed != m_fixed.constEnd())
        return *fixed;
    for (const auto &about : {aboutConnection(command), aboutServer(command), aboutKey(command)}) {
        if (!about.isEmpty())
            return about;
    }
    return "-ERR unknown command '" + command.front() + "'\r\n";
}

QByteArray FakeRedis::answerToAll(const QList<QByteArrayList> &queued)
{
    QByteArrayList answers;
    for (const auto &command : queued) {
        answers << (command.front() == "TIME" ? aboutServer(command) : aboutKey(command));
        if (command.front() != "PEXPIRETIME")
            continue;
        ++m_looks[command.value(1)];
        if (command.value(1) == m_holdFor) {
            m_holdFor.clear();
            m_heldFrom = m_server.sender();
        }
    }
    return array(answers);
}

QByteArray FakeRedis::aboutConnection(const QByteArrayList &command)
{
    const auto &verb = command.front();
    if (verb == "CLIENT" && command.value(1) == "ID")
        return number(m_server.sender());
    if (verb == "CLIENT" && command.value(1) == "TRACKINGINFO")
        return array({bulk("flags"), bulks({"on"})});
    if (verb == "CLIENT" || verb == "SELECT")
        return "+OK\r\n";
    if (verb == "PING")
        return m_server.sender() == m_subscriber ? bulks({"pong", ""}) : "+PONG\r\n";
    if (verb == "SUBSCRIBE" || verb == "PSUBSCRIBE") {
        m_subscriber = m_server.sender();
        return array({bulk(verb.toLower()), bulk(command.value(1)), number(1)});
    }
    return {};
}

QByteArray FakeRedis::aboutServer(const QByteArrayList &command)
{
    const auto &verb = command.front();
    if (verb == "TIME") {
        const auto micros = now().time_since_epoch().count();
        return bulks({QByteArray::number(qint64(micros / 1'000'000)), QByteArray::number(qint64(micros % 1'000'000))});
    }
    if (verb == "INFO")
        return bulk("redis_version:7.0.15\r\nredis_mode:standalone\r\nrole:master\r\nrun_id:f\r\n");
    if (verb == "DBSIZE")
        return number(qint64(m_hashes.size()));
    if (verb == "SCRIPT")
        return array(QByteArrayList(command.size() - 2, number(0)));
    if (verb == "PUBSUB" && command.value(1) == "NUMSUB")
        return numsub(command.mid(2));
    if (verb == "PUBSUB" || verb == "CONFIG")
        return array({});
    if (verb == "SCAN") {
        QByteArrayList names;
        for (const auto &[key, hash] : m_hashes)
            names << key;
        return array({bulk("0"), bulks(names)});
    }
    return {};
}

QByteArray FakeRedis::numsub(const QByteArrayList &channels)
{
    m_ahead += m_costOfNumsub;
    QByteArrayList counts;
    for (const auto &channel : channels) {
        ++m_asked[channel];
        counts << bulk(channel) << number(m_subscribers);
    }
    return array(counts);
}

QByteArray FakeRedis::aboutKey(const QByteArrayList &command) const
{
    const auto &verb = command.front();
    const auto *hash = find(verb == "OBJECT" ? command.value(2) : command.value(1));
    if (verb == "TYPE")
        return hash ? "+hash\r\n" : "+none\r\n";
    if (verb == "EXISTS" || verb == "HLEN")
        return number(hash ? 1 : 0);
    if (verb == "OBJECT")
        return hash ? bulk("listpack") : "$-1\r\n";
    if (verb == "HSCAN") {
        QByteArrayList pair;
        if (hash)
            pair << hash->field << QByteArray::number(hash->count);
        return array({bulk("0"), bulks(pair)});
    }
    if (verb == "PEXPIRETIME" && hash && hash->deadline)
        return number(std::chrono::floor<Milliseconds>(hash->deadline->time_since_epoch()).count());
    if (verb == "PEXPIRETIME")
        return number(hash ? -1 : -2);
    return {};
}

const FakeRedis::Hash *FakeRedis::find(const QByteArray &key) const
{
    const auto found = m_hashes.find(key);
    if (found == m_hashes.end())
        return nullptr;
    const auto &deadline = found->second.deadline;
    const bool past = deadline && std::chrono::floor<Milliseconds>(now()) > *deadline;
    return past ? nullptr : &found->second;
}

} // namespace lockcore::test
