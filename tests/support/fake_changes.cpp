// SPDX-License-Identifier: MIT
#include "support/fake_changes.h"

#include <algorithm>

namespace fake {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr ServerTime beginning{std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + 1h + 43min + 38s};

Moment moment(Milliseconds since) { return Moment(1000s) + since; }

struct Row
{
    const char *key;
    const char *library;
    const char *variant;
    LockKind kind;
    LockState state;
    const char *owner;
    Milliseconds left; // 0: no lease
    Milliseconds lease;
    Milliseconds held;
    std::int64_t renewals;
    Milliseconds period;
};

constexpr Row rows[] = {
    {"order:{4711}", "redisson", "RLock", LockKind::Lock, LockState::Held, "9f3ac21e-4b7d-4e0a-9c55-0d1e2f3a4b5c:17", 27100ms, 30s, 192s,
     18, 10s},
    {"{inv}:rw", "redisson", "read/write", LockKind::RwLock, LockState::Contended, "c0ffee00-1111-4222-8333-444455556666:4", 21400ms, 30s,
     48s, 4, 10s},
    {"bull:mail:81:lock", "bullmq", "job lock", LockKind::JobLock, LockState::Held, "65f8df30-aaaa-4bbb-8ccc-ddddeeeeffff:0", 16500ms, 30s,
     103s, 6, 15s},
    {"redlock:settle", "node-redlock", "token", LockKind::Lock, LockState::Expiring, "91a18212ab81f00dcafe0123456789ab", 800ms, 10s, 29s, 0,
     0ms},
    {"sync:{9}", "redisson", "RLock", LockKind::Lock, LockState::Immortal, "e07b11c4-5555-4666-8777-88889999aaaa:3", 0ms, 0ms, 2460s, 0,
     0ms},
    {"invoice-render", "symfony", "exclusive", LockKind::Lock, LockState::Held, "0EAyQ7h3kLmN0pQrStUvWxYz0123456789abcdefghi=", 83900ms,
     90s, 6s, 0, 0ms},
    {"report:2026-11", "redis-py", "token", LockKind::Lock, LockState::Held, "f2a35662e54b11efb7a00242ac120002", 6200ms, 60s, 54s, 0, 0ms},
    {"semaphore:pool-3", "redis-semaphore", "2 permits", LockKind::Semaphore, LockState::Held, "30d6de4b-0b0b-4c0c-8d0d-0e0e0f0f1010",
     14200ms, 20s, 5s, 1, 5s},
    {"fair:gate", "redisson", "fair", LockKind::FairLock, LockState::RenewalOverdue, "5ff9b1ba-2323-4545-8686-a7a7b8b8c9c9:1", 13300ms, 30s,
     542s, 54, 10s},
    {"cart:{77}", "redisson", "RLock", LockKind::Lock, LockState::TakenOver, "b81c03aa-7777-4888-8999-aaaabbbbcccc:9", 29800ms, 30s, 200ms,
     0, 0ms},
    {"job-lock:prod:reconcile:eu-west-1", "shedlock", "job lock", LockKind::JobLock, LockState::Held, "node-4", 39600ms, 60s, 20s, 0, 0ms},
    {"lock_sale_42", "unknown", "", LockKind::Anonymous, LockState::NoLease, "1", 0ms, 0ms, 2460s, 0, 0ms},
};

Waiters waitersOf(LockState state)
{
    if (state == LockState::Contended || state == LockState::Immortal)
        return {Waiters::Knowledge::AtLeast, state == LockState::Contended ? 2 : 3, beginning - 1400ms, {}, "asked of the wait channel"};
    if (state == LockState::RenewalOverdue)
        return {Waiters::Knowledge::Exact, 2, {}, {"aaaa:1", "bbbb:7"}, "its queue is a list beside the lock"};
    return {Waiters::Knowledge::Unknown, 0, {}, {}, "this library's waiters poll"};
}

LockInfo made(const Row &row)
{
    LockInfo lock;
    lock.id = {0, row.key};
    lock.library = row.library;
    lock.kind = row.kind;
    lock.variant = row.variant;
    lock.confidence = row.kind == LockKind::Anonymous ? 2 : 4;
    lock.why = {"one field shaped <uuid4>:<number> with a small count", "a release was announced on redisson_lock__channel:order:{4711}",
                "could also be RSpinLock or RFencedLock"};
    lock.holders = {{row.owner, row.key == std::string("order:{4711}") ? 2 : 1, Mode::Exclusive, {}, {{"thread", "17"}}}};
    lock.structure = "hash, 1 field";
    if (row.left > 0ms) {
        lock.deadline = beginning + row.left;
        lock.lease = row.lease;
    }
    lock.heldSince = beginning - row.held;
    lock.heldSinceObserved = row.held < 1000s;
    lock.renewals.count = row.renewals;
    if (row.period > 0ms) {
        lock.renewals.period = row.period;
        lock.renewals.last = beginning + row.left - row.lease;
    }
    lock.waiters = waitersOf(row.state);
    lock.companions = {{"redisson_lock_token:{" + std::string(row.key) + "}", "fencing token", "token 34", true}};
    lock.state = row.state;
    lock.stateReason = row.state == LockState::RenewalOverdue ? "the next renewal was due 3.3 s ago" : "";
    return lock;
}

} // namespace

ServerTime serverTime(Milliseconds since) { return beginning + since; }

MonitorState liveState()
{
    MonitorState state;
    state.phase = MonitorState::Phase::Live;
    state.server = {"7.0.15", "primary", "standalone", 71 << 20, 1'010'214, {}};
    state.notices = {{Notice::Kind::EvictsLocks, "maxmemory-policy is volatile-lru"}};
    state.feed = MonitorState::Feed::Tracking;
    state.allNames = true;
    state.heartbeatOk = true;
    state.keysSeen = 1'010'214;
    state.keysTotal = 1'010'214;
    state.sweepInterval = Milliseconds(60'000);
    state.nextSweepIn = Milliseconds(41'000);
    state.roundTrip = Microseconds(400);
    state.commandsPerSecond = 84;
    state.locks = 12;
    return state;
}

LockInfo lock(std::string key, Milliseconds left, Milliseconds now)
{
    LockInfo lock = made(rows[0]);
    lock.id.key = std::move(key);
    lock.deadline = beginning + now + left;
    return lock;
}

Scene::Scene()
{
    for (const auto &row : rows)
        m_locks.push_back(made(row));
    auto &readers = of("{inv}:rw");
    readers.holders.push_back(readers.holders.front());
    readers.holders.back().owner = "deadbeef-1111-4222-8333-444455556666:12";
    readers.holders.front().mode = readers.holders.back().mode = Mode::Read;
}

LockId Scene::expiringId() { return {0, "redlock:settle"}; }
LockId Scene::takenOverId() { return {0, "cart:{77}"}; }
LockId Scene::renewedId() { return {0, "order:{4711}"}; }

LockInfo &Scene::of(const std::string &key)
{
    return *std::find_if(m_locks.begin(), m_locks.end(), [&](const LockInfo &lock) { return lock.id.key == key; });
}

MonitorChange Scene::begin(Milliseconds now)
{
    MonitorChange change;
    change.state = liveState();
    change.serverNow = serverTime(now);
    change.at = moment(now);
    change.state.locks = static_cast<std::int64_t>(m_locks.size());
    return change;
}

MonitorChange Scene::first() const
{
    auto change = Scene(*this).begin(m_now);
    change.changed = m_locks;
    std::uint64_t number = 0;
    for (const auto &lock : m_locks)
        change.events.push_back({number++,
                                 change.serverNow,
                                 EventType::Seen,
                                 lock.id,
                                 lock.library,
                                 lock.kind,
                                 lock.confidence,
                                 lock.holders.front().owner,
                                 1,
                                 {},
                                 {},
                                 "found by the first sweep",
                                 false});
    return change;
}

void Scene::note(MonitorChange &change, const LockInfo &lock, EventType type, Milliseconds now, std::string why)
{
    change.events.push_back({m_number++,
                             serverTime(now),
                             type,
                             lock.id,
                             lock.library,
                             lock.kind,
                             lock.confidence,
                             lock.holders.front().owner,
                             lock.holders.front().count,
                             lock.lease,
                             {},
                             std::move(why),
                             false});
}

void Scene::renew(MonitorChange &change, LockInfo &lock, Milliseconds now)
{
    lock.deadline = serverTime(now) + *lock.lease;
    ++lock.renewals.count;
    lock.renewals.last = serverTime(now);
    note(change, lock, EventType::Renewed, now, "the same owner, deadline later");
    change.changed.push_back(lock);
}

MonitorChange Scene::advance(Milliseconds now)
{
    auto change = begin(now);
    std::vector<LockInfo> left;
    for (auto &lock : m_locks) {
        const bool due = lock.renewals.period && lock.deadline && *lock.deadline - serverTime(now) <= *lock.lease - *lock.renewals.period
                         && lock.state == LockState::Held;
        if (due)
            renew(change, lock, now);
        if (lock.deadline && *lock.deadline <= serverTime(now)) {
            change.gone.push_back({lock, EventType::Expired});
            note(change, lock, EventType::Expired, now, "gone after its deadline");
        } else {
            left.push_back(lock);
        }
    }
    m_locks = std::move(left);
    m_now = now;
    return change;
}

MonitorChange many(int count)
{
    MonitorChange change;
    change.state = liveState();
    change.serverNow = serverTime({});
    change.at = moment({});
    for (int i = 0; i < count; ++i) {
        auto info = lock("order:{" + std::to_string(i) + "}", Milliseconds(5000 + i % 25000));
        info.holders.front().owner = "9f3ac21e-4b7d-4e0a-9c55-0d1e2f3a4b5c:" + std::to_string(i % 200);
        change.changed.push_back(std::move(info));
    }
    change.state.locks = count;
    return change;
}

MonitorChange renewSome(MonitorChange &all, std::size_t from, std::size_t count, Milliseconds now)
{
    MonitorChange change;
    change.state = all.state;
    change.serverNow = serverTime(now);
    change.at = moment(now);
    for (std::size_t i = 0; i < count; ++i) {
        auto &lock = all.changed[(from + i) % all.changed.size()];
        lock.deadline = serverTime(now) + 30s;
        ++lock.renewals.count;
        change.changed.push_back(lock);
        change.events.push_back({0,
                                 change.serverNow,
                                 EventType::Renewed,
                                 lock.id,
                                 lock.library,
                                 lock.kind,
                                 lock.confidence,
                                 lock.holders.front().owner,
                                 1,
                                 lock.lease,
                                 {},
                                 "the same owner, deadline later",
                                 false});
    }
    return change;
}

PossibleLocks possibleLocks()
{
    std::vector<LockInfo> locks;
    for (const auto *key : {"closing:2026:11", "invoice-render", "month-end", "stock:17", "stock:18", "tax-report"}) {
        auto lock = fake::lock(key, Milliseconds(25 * 60'000));
        lock.library = locks.size() % 2 == 0 ? "redis-py" : "symfony";
        lock.variant = "Lock";
        lock.confidence = 1;
        lock.state = LockState::Held;
        lock.why = {"the value looks like a token that " + lock.library + " draws", "the name does not say that it is a lock"};
        lock.holders = {{"ea3ad53" + std::to_string(locks.size()) + "e67c11f1a40b02fc00000001", 1, Mode::Exclusive, {}, {}}};
        locks.push_back(std::move(lock));
    }
    return {std::move(locks), {{"session:#", 90'000}, {"shop:visitor:*", 1'204}}, 0, false};
}

} // namespace fake
