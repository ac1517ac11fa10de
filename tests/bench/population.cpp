// SPDX-License-Identifier: MIT
#include "bench/population.h"

#include "bench/key_names.h"

#include <QtGlobal>

#include <chrono>

namespace lockcore::bench {

using test::Command;

namespace {

constexpr auto lease = "3600000"; // ms: lasts longer than the benchmark

// Writes in portions, because one large pipeline would be in memory twice.
class Writer
{
public:
    explicit Writer(test::RedisServer &server)
        : m_server(server)
    { }
    ~Writer() { flush(); }
    Writer(const Writer &) = delete;
    Writer &operator=(const Writer &) = delete;

    void add(Command command)
    {
        m_commands.push_back(std::move(command));
        if (m_commands.size() >= 2'000)
            flush();
    }

private:
    void flush()
    {
        for (const auto &reply : m_server.pipeline(m_commands)) {
            if (reply.isError())
                qFatal("the server cannot be filled: %s", reply.text.c_str());
        }
        m_commands.clear();
    }

    test::RedisServer &m_server;
    std::vector<Command> m_commands;
};

void addHash(Writer &writer, std::size_t n)
{
    static constexpr const char *fields[] = {"name", "email", "city", "country", "phone", "plan", "locale", "created", "visits"};
    Command command = {"HSET", otherKeyName(n)};
    for (std::size_t i = 0; i < 1 + n / 5 % 9; ++i) {
        command.push_back(fields[i]);
        command.push_back("text " + std::to_string(n + i));
    }
    writer.add(std::move(command));
}

std::string stringValue(std::size_t n)
{
    switch (n % 4) {
    case 0: return R"({"id":)" + std::to_string(n) + R"(,"title":"A page that was rendered once and is kept for a while"})";
    case 1: return uuid4(n);
    case 2: return std::to_string(n);
    default: return "ready";
    }
}

void addOther(Writer &writer, std::size_t n)
{
    const auto name = otherKeyName(n);
    if (n % 5 == 0)
        addHash(writer, n);
    else if (n % 50 == 1)
        writer.add({"ZADD", name, std::to_string(n), "first", std::to_string(n + 1), "second"});
    else if (n % 50 == 2)
        writer.add({"SADD", name, "red", "green", "blue"});
    else if (n % 50 == 3)
        writer.add({"RPUSH", name, "one", "two"});
    else if (n % 3 == 0)
        writer.add({"SET", name, stringValue(n)});
    else
        writer.add({"SET", name, stringValue(n), "PX", lease});
}

std::int64_t nowMs()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string addRedisson(Writer &writer, std::size_t n)
{
    const auto key = "order:{" + std::to_string(n) + '}';
    writer.add({"HSET", key, uuid4(n % 8) + ':' + std::to_string(n % 50), "1"});
    writer.add({"PEXPIRE", key, lease});
    return key;
}

std::string addRedissonFair(Writer &writer, std::size_t n)
{
    const auto name = "printer-" + std::to_string(n);
    const auto waiter = uuid4(n + 1) + ":7";
    writer.add({"HSET", name, uuid4(n % 8) + ":3", "2"});
    writer.add({"PEXPIRE", name, lease});
    writer.add({"RPUSH", "redisson_lock_queue:{" + name + '}', waiter});
    writer.add({"ZADD", "redisson_lock_timeout:{" + name + '}', std::to_string(nowMs() + 3'600'000), waiter});
    return name;
}

std::string addRedissonReadWrite(Writer &writer, std::size_t n)
{
    const auto key = "stock-" + std::to_string(n);
    const bool write = n % 2 == 0;
    writer.add({"HSET", key, "mode", write ? "write" : "read", uuid4(n % 8) + (write ? ":5:write" : ":5"), "1"});
    writer.add({"PEXPIRE", key, lease});
    if (!write)
        writer.add({"SET", '{' + key + "}:" + uuid4(n % 8) + ":5:rwlock_timeout:1", "1", "PX", lease});
    return key;
}

std::string addBullMq(Writer &writer, std::size_t n)
{
    const auto job = "bull:mail:" + std::to_string(n);
    writer.add({"HSET", job, "name", "send", "data", "{}", "processedOn", std::to_string(nowMs()), "timestamp", std::to_string(nowMs()),
                "opts", "{}", "ats", "1"});
    writer.add({"SET", job + ":lock", uuid4(n) + ":5", "PX", lease});
    return job + ":lock";
}

std::string addSemaphore(Writer &writer, std::size_t n)
{
    const auto key = "semaphore:pool-" + std::to_string(n);
    writer.add({"ZADD", key, std::to_string(nowMs()), uuid4(n), std::to_string(nowMs()), uuid4(n + 1)});
    writer.add({"PEXPIRE", key, lease});
    return key;
}

std::string addSymfony(Writer &writer, std::size_t n)
{
    const auto key = "report." + std::to_string(n);
    const auto until = std::to_string(nowMs() + 3'600'000);
    writer.add({"ZADD", key, until, "3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", until, "__write__"});
    writer.add({"PEXPIRE", key, lease});
    return key;
}

std::string addString(Writer &writer, std::string key, std::string value)
{
    writer.add({"SET", key, std::move(value), "PX", lease});
    return key;
}

std::string addLock(Writer &writer, std::size_t n)
{
    const auto number = std::to_string(n);
    switch (n % 12) {
    case 0: return addRedissonFair(writer, n);
    case 1: return addRedissonReadWrite(writer, n);
    case 2: return addBullMq(writer, n);
    case 3: return addSemaphore(writer, n);
    case 4: return addSymfony(writer, n);
    case 5: return addString(writer, "lock:invoice:" + number, hexDigits(n, 32));
    case 6: return addString(writer, "mutex:" + number, uuid4(n));
    case 7: return addString(writer, "job-lock:prod:cleanup-" + number, "ADDED:2026-11-21T11:59:30.250Z@web-3:" + uuid4(n));
    case 8: return addString(writer, "lock." + number, std::to_string(nowMs() / 1000 + 3'600));
    case 9: {
        const auto key = "lock_sale_" + number; // a crash after SETNX: the lock never ends
        writer.add({"SET", key, "1"});
        return key;
    }
    default: return addRedisson(writer, n);
    }
}

} // namespace

void addOtherKeys(test::RedisServer &server, std::size_t count)
{
    Writer writer(server);
    for (std::size_t n = 0; n < count; ++n)
        addOther(writer, n);
}

std::set<std::string> addLocks(test::RedisServer &server, std::size_t count)
{
    Writer writer(server);
    std::set<std::string> keys;
    for (std::size_t n = 0; n < count; ++n)
        keys.insert(addLock(writer, n));
    return keys;
}

} // namespace lockcore::bench
