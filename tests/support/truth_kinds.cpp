// SPDX-License-Identifier: MIT
#include "support/truth_kinds.h"

#include <algorithm>
#include <array>

namespace lockcore::test {

namespace {

constexpr int owners = 3; // of each pool

Bytes drawn(TruthRandom &random, std::string_view alphabet, std::size_t size)
{
    Bytes text;
    while (text.size() < size)
        text += alphabet[random() % alphabet.size()];
    return text;
}

constexpr std::string_view hexDigits = "0123456789abcdef";
constexpr std::string_view base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

Bytes hexToken(TruthRandom &random, int) { return drawn(random, hexDigits, 32); }

Bytes uuidToken(TruthRandom &random)
{
    return drawn(random, hexDigits, 8) + '-' + drawn(random, hexDigits, 4) + "-4" + drawn(random, hexDigits, 3) + "-a"
           + drawn(random, hexDigits, 3) + '-' + drawn(random, hexDigits, 12);
}

// A random generator with one of a few fixed seeds per lock, so that the same owners occur again and again.
TruthRandom pooled(TruthRandom &random, int lock) { return TruthRandom(static_cast<unsigned>(lock) * 100 + random() % owners); }

Bytes hostOwner(TruthRandom &random, int lock) { return "web-" + std::to_string(random() % owners) + ":47" + std::to_string(10 + lock); }

Bytes uuidOfPool(TruthRandom &random, int lock)
{
    auto pool = pooled(random, lock);
    return uuidToken(pool);
}

Bytes threadOwner(TruthRandom &random, int lock) { return uuidOfPool(random, lock) + ":17"; }

Bytes base64Of18(TruthRandom &random, int lock)
{
    auto pool = pooled(random, lock);
    return "aZ" + drawn(pool, base64Digits, 22);
}

Bytes base64Of32(TruthRandom &random, int lock)
{
    auto pool = pooled(random, lock);
    return drawn(pool, base64Digits, 42) + "A=";
}

Bytes permitId(TruthRandom &random, int) { return drawn(random, "\x01\x7f\x80\xc3\xfe", 16); }

Bytes nobody(TruthRandom &, int) { return {}; }

bool isType(const Reply &dump, std::string_view type) { return dump.elements.at(0).text == type; }

std::optional<ServerTime> timeOf(std::int64_t milliseconds)
{
    return milliseconds < 0 ? std::nullopt : std::optional(ServerTime(Milliseconds(milliseconds)));
}

// The state without holders.
TrueState keyState(const Reply &dump)
{
    TrueState state;
    state.exists = !isType(dump, "none");
    state.deadline = timeOf(dump.elements.at(1).integer);
    return state;
}

TrueState stringState(const Reply &key, const Reply &, int)
{
    auto state = keyState(key);
    if (isType(key, "string"))
        state.holders = {{key.elements.at(2).text, 1, {}}};
    return state;
}

TrueState markState(const Reply &key, const Reply &, int)
{
    auto state = keyState(key);
    if (isType(key, "string"))
        state.holders = {{}};
    return state;
}

TrueState hashState(const Reply &key, const Reply &, int)
{
    auto state = keyState(key);
    if (!isType(key, "hash"))
        return state;
    for (std::size_t i = 2; i + 1 < key.elements.size(); i += 2) {
        auto owner = key.elements[i].text;
        if (owner == "mode")
            continue;
        if (owner.ends_with(":write"))
            owner.resize(owner.size() - 6);
        const auto count = key.elements[i + 1].toInteger();
        if (!count)
            return keyState(key); // data of another client
        state.holders.push_back({owner, *count, {}});
    }
    std::ranges::sort(state.holders, {}, &TrueHolder::owner);
    return state;
}

TrueState membersState(const Reply &members, TrueState state, Milliseconds later)
{
    if (!isType(members, "zset"))
        return state;
    for (std::size_t i = 2; i + 1 < members.elements.size(); i += 2) {
        const auto &owner = members.elements[i].text;
        if (owner != "__write__")
            state.holders.push_back({owner, 1, ServerTime(Milliseconds(std::stoll(members.elements[i + 1].text))) + later});
    }
    std::ranges::sort(state.holders, {}, &TrueHolder::owner);
    return state;
}

TrueState scoredByExpiry(const Reply &key, const Reply &, int) { return membersState(key, keyState(key), {}); }

TrueState scoredByStamp(const Reply &key, const Reply &, int lock) { return membersState(key, keyState(key), sharedLease(lock)); }

TrueState permitState(const Reply &key, const Reply &other, int)
{
    return isType(key, "string") ? membersState(other, keyState(key), {}) : keyState(key);
}

constexpr auto setNx = "if kind == 'none' and redis.call('SET', key, owner, 'NX', 'PX', lease) then return owner end";
constexpr auto setOver = "redis.call('SET', key, owner, 'PX', lease) return owner";
constexpr auto extendString =
    "if kind ~= 'string' then return end local h = redis.call('GET', key) redis.call('PEXPIRE', key, lease) return h";
constexpr auto deleteString = "if kind ~= 'string' then return end local h = redis.call('GET', key) redis.call('DEL', key) return h";

const std::vector<TruthOperation> stringLock = {{TrueAct::Acquire, 8, setNx},
                                                {TrueAct::Extend, 4, extendString},
                                                {TrueAct::Release, 5, deleteString},
                                                {TrueAct::Overwrite, 1, setOver}};

const std::vector<TruthOperation> markLock = {{TrueAct::Acquire, 8, "if kind == 'none' then redis.call('SET', key, '1', 'PX', lease) end"},
                                              {TrueAct::Extend, 3, "if kind == 'string' then redis.call('PEXPIRE', key, lease) end"},
                                              {TrueAct::Release, 5, "if kind == 'string' then redis.call('DEL', key) end"},
                                              {TrueAct::Overwrite, 1, "redis.call('SET', key, '1', 'PX', lease)"}};

constexpr auto enterHash = R"(if kind == 'hash' and redis.call('HEXISTS', key, owner) == 0 then return end
if kind ~= 'hash' and kind ~= 'none' then return end
redis.call('HINCRBY', key, owner, 1) redis.call('PEXPIRE', key, lease) return owner)";
constexpr auto extendHash = R"(if kind ~= 'hash' then return end
redis.call('PEXPIRE', key, lease) return redis.call('HKEYS', key)[1])";
constexpr auto leaveHash = R"(if kind ~= 'hash' then return end
local h = redis.call('HKEYS', key)[1]
if redis.call('HINCRBY', key, h, -1) > 0 then redis.call('PEXPIRE', key, lease) return h end
redis.call('DEL', key))";

const Bytes leaveHashQuietly = Bytes(leaveHash) + " return h";
const Bytes leaveRedisson = Bytes(leaveHash) + " redis.call('PUBLISH', 'redisson_lock__channel:{' .. key .. '}', '0') return {h, 1}";

constexpr auto enterRead = R"(if kind == 'none' then redis.call('HSET', key, 'mode', 'read') end
if kind ~= 'none' and (kind ~= 'hash' or redis.call('HGET', key, 'mode') ~= 'read') then return end
redis.call('HINCRBY', key, owner, 1)
if redis.call('PTTL', key) < tonumber(lease) then redis.call('PEXPIRE', key, lease) end
return owner)";
constexpr auto enterWrite = R"(if kind ~= 'none' then return end
redis.call('HSET', key, 'mode', 'write', owner .. ':write', 1) redis.call('PEXPIRE', key, lease) return owner)";
constexpr auto renewReadWrite = R"(if kind ~= 'hash' then return end
local all = redis.call('HKEYS', key) local h = all[2 + pick % (#all - 1)]
if redis.call('PTTL', key) < tonumber(lease) then redis.call('PEXPIRE', key, lease) end
return (string.gsub(h, ':write$', '')))";
constexpr auto leaveReadWrite = R"(if kind ~= 'hash' then return end
local all = redis.call('HKEYS', key) local h = all[2 + pick % (#all - 1)]
local plain, writes = string.gsub(h, ':write$', '')
if redis.call('HINCRBY', key, h, -1) > 0 then return plain end
redis.call('HDEL', key, h)
if redis.call('HLEN', key) > 1 then return plain end
redis.call('DEL', key) redis.call('PUBLISH', 'redisson_rwlock:{' .. key .. '}', tostring(writes)) return {plain, 1})";

constexpr auto enterSemaphore = R"(if kind ~= 'none' and kind ~= 'zset' then return end
redis.call('ZREMRANGEBYSCORE', key, '-inf', now - shared)
if redis.call('ZCARD', key) >= 3 or redis.call('ZSCORE', key, owner) then return end
redis.call('ZADD', key, now, owner) redis.call('PEXPIRE', key, shared) return owner)";
constexpr auto refreshSemaphore = R"(if kind ~= 'zset' then return end
redis.call('ZREMRANGEBYSCORE', key, '-inf', now - shared)
local all = redis.call('ZRANGE', key, 0, -1) if #all == 0 then return end
local h = all[1 + pick % #all] redis.call('ZADD', key, 'XX', now, h) redis.call('PEXPIRE', key, shared) return h)";
constexpr auto leaveSemaphore = R"(if kind ~= 'zset' then return end
local all = redis.call('ZRANGE', key, 0, -1) local h = all[1 + pick % #all]
redis.call('ZREM', key, h) return h)";

constexpr auto collectPermits = R"(if kind == 'none' then redis.call('SET', key, 3) redis.call('DEL', other) kind = 'string' end
if kind ~= 'string' then return end
local dead = redis.call('ZREMRANGEBYSCORE', other, '-inf', now)
if dead > 0 then redis.call('INCRBY', key, dead) end
)";
const Bytes enterPermits = Bytes(collectPermits) + R"(if tonumber(redis.call('GET', key)) < 1 then return end
redis.call('DECR', key) redis.call('ZADD', other, now + lease, owner) return owner)";
constexpr auto renewPermit =
    R"(local all = kind == 'string' and redis.call('ZRANGEBYSCORE', other, '(' .. now, '+inf') or {} if #all == 0 then return end
local h = all[1 + pick % #all] redis.call('ZADD', other, 'XX', 'GT', now + lease, h) return h)";
constexpr auto leavePermits =
    R"(local all = kind == 'string' and redis.call('ZRANGEBYSCORE', other, '(' .. now, '+inf') or {} if #all == 0 then return end
local h = all[1 + pick % #all] redis.call('ZREM', other, h)
redis.call('PUBLISH', 'redisson_sc:{' .. key .. '}', redis.call('INCR', key)) return {h, 1})";

constexpr auto releasePython = R"(if kind ~= 'string' then return end local h = redis.call('GET', key)
redis.call('DEL', other) redis.call('LPUSH', other, 1) redis.call('PEXPIRE', other, 1000) redis.call('DEL', key) return h)";
constexpr auto wokenPython = R"(redis.call('LPOP', other)
if kind == 'none' and redis.call('SET', key, owner, 'NX', 'PX', lease) then return owner end)";

constexpr auto purgeSymfony = R"(if kind ~= 'none' and kind ~= 'zset' then return end
redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
)";
constexpr auto holdSymfony =
    R"(local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES') redis.call('PEXPIREAT', key, last[2]) return owner)";
const Bytes writeSymfony = Bytes(purgeSymfony) + R"(if redis.call('ZCARD', key) > 0 then return end
redis.call('ZADD', key, now + lease, owner, now + lease, '__write__') )"
                           + holdSymfony;
const Bytes readSymfony = Bytes(purgeSymfony)
                          + R"(if redis.call('ZSCORE', key, '__write__') or redis.call('ZSCORE', key, owner) then return end
redis.call('ZADD', key, now + lease, owner) )"
                          + holdSymfony;
constexpr auto leaveSymfony = R"(if kind ~= 'zset' then return end
local all = redis.call('ZRANGE', key, 0, -1) local h
for _, m in ipairs(all) do if m ~= '__write__' then h = m if pick % 2 == 0 then break end end end
redis.call('ZREM', key, h, '__write__') return h)";

constexpr auto takeStamp = R"(if kind ~= 'none' and (kind ~= 'string' or tonumber(redis.call('GET', key)) >= now) then return end
redis.call('SET', key, string.format('%.0f', now + lease + 1)) return redis.call('GET', key))";

const Bytes enterFenced = "if kind == 'none' then redis.call('INCR', other) end " + Bytes(setNx);

const std::array kinds = {
    TruthKind{"lock:tok:%", nullptr, true, true, true, hexToken, stringState, stringLock},
    TruthKind{"plain:%:lock", nullptr, false, true, true, uuidOfPool, stringState, stringLock},
    TruthKind{"mark:%:lock", nullptr, false, false, true, nobody, markState, markLock},
    TruthKind{"mutex:%", nullptr, false, false, false, uuidOfPool, stringState, stringLock},
    TruthKind{"hash:lock:%",
              nullptr,
              false,
              true,
              true,
              hostOwner,
              hashState,
              {{TrueAct::Acquire, 8, enterHash}, {TrueAct::Extend, 3, extendHash}, {TrueAct::Leave, 8, leaveHashQuietly.c_str()}}},
    TruthKind{"rlock:%",
              nullptr,
              false,
              true,
              true,
              threadOwner,
              hashState,
              {{TrueAct::Acquire, 8, enterHash}, {TrueAct::Extend, 3, extendHash}, {TrueAct::Leave, 8, leaveRedisson.c_str()}}},
    TruthKind{"rw:%",
              nullptr,
              false,
              false,
              true,
              threadOwner,
              hashState,
              {{TrueAct::Acquire, 6, enterRead},
               {TrueAct::Acquire, 3, enterWrite},
               {TrueAct::Extend, 3, renewReadWrite},
               {TrueAct::Leave, 9, leaveReadWrite}}},
    TruthKind{"semaphore:%",
              nullptr,
              false,
              false,
              false,
              uuidOfPool,
              scoredByStamp,
              {{TrueAct::Acquire, 8, enterSemaphore}, {TrueAct::Extend, 4, refreshSemaphore}, {TrueAct::Leave, 6, leaveSemaphore}}},
    TruthKind{"perm:%",
              "{perm:%}:timeout",
              true,
              false,
              false,
              permitId,
              permitState,
              {{TrueAct::Acquire, 8, enterPermits.c_str()}, {TrueAct::Extend, 3, renewPermit}, {TrueAct::Leave, 6, leavePermits}}},
    TruthKind{"lock:prl:%",
              "lock-signal:prl:%",
              false,
              false,
              true,
              base64Of18,
              stringState,
              {{TrueAct::Acquire, 5, setNx},
               {TrueAct::Acquire, 4, wokenPython},
               {TrueAct::Extend, 2, extendString},
               {TrueAct::Release, 8, releasePython}}},
    TruthKind{"sym:%",
              nullptr,
              false,
              false,
              false,
              base64Of32,
              scoredByExpiry,
              {{TrueAct::Acquire, 4, writeSymfony.c_str()}, {TrueAct::Acquire, 6, readSymfony.c_str()}, {TrueAct::Leave, 8, leaveSymfony}}},
    TruthKind{"lock.stamp:%",
              nullptr,
              true,
              false,
              false,
              nobody,
              stringState,
              {{TrueAct::Overwrite, 8, takeStamp}, {TrueAct::Release, 3, deleteString}}},
    TruthKind{"fenced:%",
              "fenced:%:fence",
              true,
              false,
              true,
              hexToken,
              stringState,
              {{TrueAct::Acquire, 8, enterFenced.c_str()}, {TrueAct::Extend, 4, extendString}, {TrueAct::Release, 5, deleteString}}},
};

constexpr std::array strangers = {
    TruthOperation{TrueAct::Delete, 3, "redis.call('DEL', key)"},
    TruthOperation{TrueAct::Overwrite, 1, "redis.call('DEL', key) redis.call('RPUSH', key, 'data')"},
    TruthOperation{TrueAct::Overwrite, 1, "redis.call('DEL', key) redis.call('HSET', key, 'name', 'data', 'mail', 'x@y')"},
    TruthOperation{TrueAct::Lease, 2, "if loose == '1' then redis.call('PEXPIRE', key, math.floor(lease / 4) + 1) end"},
    TruthOperation{TrueAct::Lease, 1, "if loose == '1' then redis.call('PERSIST', key) end"},
};

} // namespace

std::span<const TruthKind> truthKinds() { return kinds; }

std::span<const TruthOperation> strangersOperations() { return strangers; }

// redis-semaphore's default. With a shorter lease, a client whose first look comes after the newest permit has gone could not know it.
Milliseconds sharedLease(int) { return Milliseconds(10'000); }

} // namespace lockcore::test
