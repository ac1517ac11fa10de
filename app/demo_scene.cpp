// SPDX-License-Identifier: MIT
#include "app/demo_scene.h"

#include "redis/script.h"

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view orderKey = "order:{4711}";
constexpr std::string_view orderChannel = "redisson_lock__channel:order:{4711}";

const Script &compareAndDelete()
{
    static const Script script("if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0");
    return script;
}

// As Redisson does it: free or mine, count up, lease anew; else how long the other one has.
const Script &takeReentrant()
{
    static const Script script("if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[2]) == 1 then "
                               "redis.call('hincrby', KEYS[1], ARGV[2], 1) redis.call('pexpire', KEYS[1], ARGV[1]) return nil end "
                               "return redis.call('pttl', KEYS[1])");
    return script;
}

const Script &releaseReentrant()
{
    static const Script script("if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then return nil end "
                               "if redis.call('hincrby', KEYS[1], ARGV[2], -1) > 0 then redis.call('pexpire', KEYS[1], ARGV[1]) return 0 end "
                               "redis.call('del', KEYS[1]) redis.call('publish', KEYS[2], '0') return 1");
    return script;
}

ConnectionOptions optionsFor(const char *name, bool subscriber)
{
    ConnectionOptions options;
    options.name = name;
    options.subscriber = subscriber;
    options.reconnect = true;
    return options;
}

} // namespace

DemoScene::DemoScene(Endpoint endpoint)
    : m_connection(endpoint, optionsFor("demo-worker", false), m_loop, m_clock)
    , m_subscriber(endpoint, optionsFor("demo-waiter", true), m_loop, m_clock)
    , m_scope(m_loop)
{
    m_scope.start(play());
}

Task<void> DemoScene::play()
{
    const auto opened = co_await m_connection.open();
    const auto subscribed = co_await m_subscriber.open();
    if (!opened || !subscribed)
        co_return; // the server has gone; the window says so
    // An abandoned flag: what people look for when something has not run for days.
    (void)co_await m_connection.command("SET", "lock_sale_42", "1", "NX");
    m_scope.start(report());
    const auto first = randomUuid() + ":17", second = randomUuid() + ":4";
    m_scope.start(order(first, false));
    m_scope.start(order(second, true));
    m_scope.start(crashed());
    for (int number = 1; number <= 3; ++number)
        m_scope.start(carts(number));
}

Task<void> DemoScene::report()
{
    const std::string key = "lock:nightly-report";
    for (;;) {
        const auto token = randomHex(32);
        const bool taken = co_await takeToken(key, token, 15s);
        if (taken) {
            for (int renewals = 0; renewals < 9; ++renewals) {
                co_await pause(5s);
                (void)co_await m_connection.command("PEXPIRE", key, "15000");
            }
            co_await pause(2s);
            co_await releaseToken(key, token);
        }
        co_await pause(4s);
    }
}

Task<void> DemoScene::order(std::string owner, bool second)
{
    if (second)
        co_await pause(6s);
    for (;;) {
        bool mine = co_await takeOrder(owner); // not in the loop's condition: g++ 12 then never resumes the coroutine
        while (!mine) {
            co_await waitForOrder();
            mine = co_await takeOrder(owner);
        }
        co_await holdOrder(owner);
        co_await pause(between(8s, 14s));
    }
}

Task<bool> DemoScene::takeOrder(std::string owner)
{
    const Args keys(1, Bytes(orderKey));
    const Args arguments = {"30000", owner};
    const auto reply = co_await evaluate(m_connection, takeReentrant(), keys, arguments);
    co_return reply && reply->isNil();
}

// Renewed every third of the lease; meanwhile entered a second time and left again.
Task<void> DemoScene::holdOrder(std::string owner)
{
    Args keys(1, Bytes(orderKey));
    keys.emplace_back(orderChannel);
    const Args arguments = {"30000", owner};
    co_await pause(4s);
    (void)co_await takeOrder(owner);
    for (int renewals = 0; renewals < 2; ++renewals) {
        co_await pause(10s);
        (void)co_await m_connection.command("PEXPIRE", orderKey, "30000");
    }
    (void)co_await evaluate(m_connection, releaseReentrant(), keys, arguments);
    co_await pause(5s);
    (void)co_await evaluate(m_connection, releaseReentrant(), keys, arguments);
}

// A real waiter: subscribed to the lock's channel for as long as it waits, so that it is counted.
Task<void> DemoScene::waitForOrder()
{
    (void)co_await m_subscriber.command("SUBSCRIBE", orderChannel);
    for (;;) {
        co_await pause(500ms);
        const auto exists = co_await m_connection.command("EXISTS", orderKey);
        if (!exists || exists->integer == 0)
            break;
    }
    (void)co_await m_subscriber.command("UNSUBSCRIBE", orderChannel);
}

Task<void> DemoScene::crashed()
{
    for (;;) {
        const auto token = randomUuid();
        (void)co_await takeToken("lock:import:eu-west-1", token, 20s);
        co_await pause(27s); // gone without a word; the lease frees it
    }
}

Task<void> DemoScene::carts(int number)
{
    for (;;) {
        const auto key = "cart:" + std::to_string(100 * number + static_cast<int>(m_random() % 4)) + ":lock";
        const auto token = randomUuid();
        const bool taken = co_await takeToken(key, token, 10s);
        co_await pause(between(400ms, 3s));
        if (taken)
            co_await releaseToken(key, token);
        co_await pause(between(1s, 6s));
    }
}

Task<bool> DemoScene::takeToken(std::string key, std::string token, Milliseconds lease)
{
    const auto milliseconds = std::to_string(lease.count());
    const auto reply = co_await m_connection.command("SET", key, token, "NX", "PX", milliseconds);
    co_return reply && !reply->isNil() && !reply->isError();
}

Task<void> DemoScene::releaseToken(std::string key, std::string token)
{
    const Args keys(1, key);
    const Args arguments(1, token);
    (void)co_await evaluate(m_connection, compareAndDelete(), keys, arguments);
}

Waiting<void> DemoScene::pause(Milliseconds time)
{
    return m_clock.after(time);
}

Milliseconds DemoScene::between(Milliseconds least, Milliseconds most)
{
    return Milliseconds(std::uniform_int_distribution<std::int64_t>(least.count(), most.count())(m_random));
}

std::string DemoScene::randomHex(int digits)
{
    std::string text;
    while (static_cast<int>(text.size()) < digits)
        text += "0123456789abcdef"[m_random() % 16];
    return text;
}

std::string DemoScene::randomUuid()
{
    auto hex = randomHex(32);
    hex[12] = '4';
    hex[16] = "89ab"[m_random() % 4];
    return hex.substr(0, 8) + '-' + hex.substr(8, 4) + '-' + hex.substr(12, 4) + '-' + hex.substr(16, 4) + '-' + hex.substr(20);
}

} // namespace lockscope
