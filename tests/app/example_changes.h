// SPDX-License-Identifier: MIT
// Changes of a Monitor, for tests that feed them to a command's output.
#pragma once

#include "app/command/options.h"
#include "lockcore/monitor/monitor.h"

namespace lockscope::test {

inline const lockcore::ServerTime now{std::chrono::milliseconds(1'800'000'000'123)};

inline lockcore::LockInfo redissonLock(std::string key = "order:{42}")
{
    using namespace std::chrono_literals;
    lockcore::LockInfo lock;
    lock.id = {0, std::move(key)};
    lock.library = "redisson";
    lock.variant = "RLock";
    lock.confidence = 5;
    lock.why = {"one field is a UUID and a thread"};
    lock.holders = {{"9f3ac21e-1111-4222-8333-444444444444:17", 2, lockcore::Mode::Exclusive, {}, {}}};
    lock.deadline = now + 27100ms;
    lock.heldSince = now - 192s;
    lock.heldSinceObserved = true;
    lock.waiters = {lockcore::Waiters::Knowledge::AtLeast, 2, {}, {}, {}};
    lock.companions = {{"redisson_lock_queue:{order:{42}}", "queue of waiters", "2 entries", true}};
    lock.state = lockcore::LockState::Contended;
    return lock;
}

inline lockcore::LockInfo immortalLock(std::string key = "lock_sale_42")
{
    lockcore::LockInfo lock;
    lock.id = {0, std::move(key)};
    lock.library = "unknown";
    lock.kind = lockcore::LockKind::Anonymous;
    lock.confidence = 2;
    lock.holders = {{"1", 1, lockcore::Mode::Exclusive, {}, {}}};
    lock.heldSince = now;
    lock.state = lockcore::LockState::Immortal;
    return lock;
}

inline lockcore::LockEvent eventOf(const lockcore::LockInfo &lock, lockcore::EventType type)
{
    lockcore::LockEvent event;
    event.time = now;
    event.type = type;
    event.id = lock.id;
    event.library = lock.library;
    event.kind = lock.kind;
    event.confidence = lock.confidence;
    event.owner = lock.holders.front().owner;
    event.count = lock.holders.front().count;
    event.ttl = std::chrono::milliseconds(27100);
    event.why = "the key is there";
    return event;
}

inline lockcore::MonitorChange change(lockcore::MonitorState::Phase phase)
{
    lockcore::MonitorChange change;
    change.state.phase = phase;
    change.state.keysSeen = 12;
    change.state.keysTotal = 12;
    change.serverNow = now;
    return change;
}

inline Options options(const char *filter = "", bool json = false)
{
    Options options;
    options.filter = lockcore::Filter::parse(filter).value();
    options.json = json;
    return options;
}

} // namespace lockscope::test
