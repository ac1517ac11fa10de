// SPDX-License-Identifier: MIT
#include "bench/keyspace_log.h"

#include "bench/redisson_locks.h"

#include <QtGlobal>

namespace lockcore::bench {

namespace {

constexpr std::string_view eventHead = "__keyevent@0__:";
constexpr auto clockChannel = "bench:clock";
constexpr auto endOfLog = "end";

} // namespace

KeyspaceLog::KeyspaceLog(test::RedisServer &server)
    : m_server(server)
    , m_client(server.endpoint())
{
    server.pipeline({{"CONFIG", "SET", "notify-keyspace-events", "EA"}, {"CONFIG", "SET", "client-output-buffer-limit", "pubsub 0 0 0"}});
    m_client.command({"SUBSCRIBE", clockChannel});
    m_client.command({"PSUBSCRIBE", std::string(eventHead) + '*'});
    m_client.command({"PSUBSCRIBE", RedissonLocks::channelOf("*")});
    m_thread = std::jthread([this] { run(); });
}

test::Command KeyspaceLog::mark()
{
    static const std::string script = "local t = redis.call('TIME') "
                                      "return redis.call('PUBLISH', 'bench:clock', string.format('%d%06d', t[1], t[2]))";
    return {"EVAL", script, "0"};
}

KeyspaceLog::ByKey KeyspaceLog::finish()
{
    m_server.command(mark());
    m_server.command({"PUBLISH", clockChannel, endOfLog});
    m_thread.join();
    return std::move(m_entries);
}

void KeyspaceLog::run()
{
    for (;;) {
        const auto message = m_client.read();
        const auto size = message.elements.size();
        if (message.isError() || size < 3)
            qFatal("the keyspace log is lost: %s", message.text.c_str());
        if (!take(message.elements[size - 2].text, message.elements[size - 1].text))
            return;
    }
}

bool KeyspaceLog::take(const std::string &channel, const std::string &payload)
{
    if (channel == clockChannel) {
        if (payload == endOfLog)
            return false;
        marked(ServerTime(Microseconds(std::stoll(payload))));
    } else if (channel.starts_with(eventHead)) {
        add(payload, channel.substr(eventHead.size()));
    } else {
        add(channel.substr(RedissonLocks::channelOf({}).size()), "announced");
    }
    return true;
}

void KeyspaceLog::add(const std::string &key, std::string what)
{
    auto &entries = m_entries[key];
    m_open.emplace_back(key, entries.size());
    entries.push_back({std::move(what), m_lastMark, ServerTime::max()});
}

void KeyspaceLog::marked(ServerTime at)
{
    for (const auto &[key, index] : m_open)
        m_entries[key][index].until = at;
    m_open.clear();
    m_lastMark = at;
}

} // namespace lockcore::bench
