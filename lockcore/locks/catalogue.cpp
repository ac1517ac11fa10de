// SPDX-License-Identifier: MIT
#include "lockcore/locks/catalogue.h"

#include "lockcore/locks/fenced.h"
#include "lockcore/locks/get_then_del.h"
#include "lockcore/locks/get_then_del_watch.h"
#include "lockcore/locks/hash_reentrant.h"
#include "lockcore/locks/option_reader.h"
#include "lockcore/locks/prefix_del.h"
#include "lockcore/locks/redisson.h"
#include "lockcore/locks/redisson_fair.h"
#include "lockcore/locks/redisson_readwrite.h"
#include "lockcore/locks/redlock.h"
#include "lockcore/locks/script_boolean.h"
#include "lockcore/locks/set_nx_del.h"
#include "lockcore/locks/setnx_expire.h"
#include "lockcore/locks/thread_local.h"
#include "lockcore/locks/timestamp_expiry.h"
#include "lockcore/locks/timestamp_taken.h"
#include "lockcore/locks/token.h"
#include "lockcore/locks/token_watchdog.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

using std::chrono::seconds;
using MakeResult = Result<std::unique_ptr<Lock>>;

template <class Protocol, class... Arguments>
MakeResult create(const OptionReader &read, Context &context, Bytes key, Arguments... arguments)
{
    if (const auto error = read.error())
        return *error;
    return MakeResult(std::make_unique<Protocol>(context, std::move(key), arguments...));
}

template <class Protocol, int usualSeconds = 30>
MakeResult makeSimple(Context &context, Bytes key, const ProtocolOptions &options)
{
    OptionReader read(options);
    const auto lease = read.lease("lease", seconds(usualSeconds));
    return create<Protocol>(read, context, std::move(key), lease);
}

MakeResult makeSetnxExpire(Context &context, Bytes key, const ProtocolOptions &options)
{
    using Expire = SetnxExpireLock::Expire;
    OptionReader read(options);
    const auto lease = read.lease("lease", seconds(30));
    const auto expire = read.choice("expire", {"winner", "always"}) == 1 ? Expire::Always : Expire::ByWinner;
    return create<SetnxExpireLock>(read, context, std::move(key), lease, expire);
}

MakeResult makeToken(Context &context, Bytes key, const ProtocolOptions &protocolOptions)
{
    OptionReader read(protocolOptions);
    TokenLock::Options options;
    options.lease = read.lease("lease", options.lease);
    options.claimsWhenUnsure = read.choice("after-time-out", {"fail", "claim"}) == 1;
    options.oneForAll = read.choice("token", {"random", "client"}) == 1;
    return create<TokenLock>(read, context, std::move(key), options);
}

MakeResult makeGetThenDel(Context &context, Bytes key, const ProtocolOptions &options)
{
    using Token = GetThenDelLock::Token;
    OptionReader read(options);
    const auto lease = read.lease("lease", seconds(30));
    const auto kind = read.choice("token", {"random", "thread-id"}) == 1 ? Token::ThreadId : Token::Random;
    return create<GetThenDelLock>(read, context, std::move(key), lease, kind);
}

MakeResult makeScriptBoolean(Context &context, Bytes key, const ProtocolOptions &options)
{
    using Success = ScriptBooleanLock::Success;
    OptionReader read(options);
    const auto lease = read.lease("lease", seconds(30));
    const auto success = read.choice("success", {"one", "nil"}) == 1 ? Success::IsNil : Success::IsOne;
    return create<ScriptBooleanLock>(read, context, std::move(key), lease, success);
}

MakeResult makeTimestampExpiry(Context &context, Bytes key, const ProtocolOptions &options)
{
    using Release = TimestampExpiryLock::Release;
    OptionReader read(options);
    const auto lease = read.lease("lease", seconds(30));
    const auto release = read.choice("release", {"elapsed", "compare"}) == 1 ? Release::ByStamp : Release::ByElapsedTime;
    return create<TimestampExpiryLock>(read, context, std::move(key), lease, release);
}

WatchdogOptions watchdogOptions(OptionReader &read, WatchdogOptions usual)
{
    usual.firstDelay = read.lease("first-delay", usual.firstDelay);
    usual.period = read.lease("period", usual.period);
    usual.lease = read.lease("renewal-lease", usual.lease);
    usual.retryDelay = read.lease("retry-delay", usual.retryDelay);
    usual.givesUpOnError = read.choice("after-error", {"retry", "give-up"}) == 1;
    return usual;
}

// Renews after each third of the lease, as Redisson does: two renewals may fail before the lease ends.
WatchdogOptions everyThirdOf(Milliseconds lease)
{
    WatchdogOptions options;
    options.firstDelay = options.period = std::max(lease / 3, Milliseconds(1));
    options.lease = lease;
    return options;
}

MakeResult makeTokenWatchdog(Context &context, Bytes key, const ProtocolOptions &protocolOptions)
{
    OptionReader read(protocolOptions);
    TokenWatchdogLock::Options options;
    const bool article = read.choice("preset", {"none", "article"}) == 1;
    if (article)
        options = TokenWatchdogLock::Options::article();
    options.lease = read.lease("lease", options.lease);
    options.watchdog = watchdogOptions(read, article ? options.watchdog : everyThirdOf(options.lease));
    options.checksOwner = read.choice("owner-check", {"yes", "no"}, options.checksOwner ? 0 : 1) == 0;
    options.takesAgain = read.choice("after-loss", {"report", "take-again"}) == 1;
    options.release = TokenWatchdogLock::Release(read.choice("release", {"script", "loaded-script", "signal"}));
    options.renewsUntilFreed = read.choice("watchdog-ends", {"before-release", "after-release"}) == 1;
    return create<TokenWatchdogLock>(read, context, std::move(key), options);
}

RedissonOptions redissonOptions(OptionReader &read)
{
    RedissonOptions options;
    options.lease = read.lease("lease", options.lease);
    options.watchdog = watchdogOptions(read, everyThirdOf(options.lease));
    return options;
}

MakeResult makeRedisson(Context &context, Bytes key, const ProtocolOptions &protocolOptions)
{
    OptionReader read(protocolOptions);
    const auto options = redissonOptions(read);
    return create<RedissonLock>(read, context, std::move(key), options);
}

MakeResult makeHashReentrant(Context &context, Bytes key, const ProtocolOptions &options)
{
    OptionReader read(options);
    const auto lease = read.lease("lease", seconds(30));
    const bool checksOwner = read.choice("owner-check", {"yes", "no"}) == 0;
    return create<HashReentrantLock>(read, context, std::move(key), lease, checksOwner);
}

MakeResult makeRedissonFair(Context &context, Bytes key, const ProtocolOptions &protocolOptions)
{
    OptionReader read(protocolOptions);
    RedissonFairLock::Options options;
    options.lock = redissonOptions(read);
    options.queueTimeout = read.lease("queue-timeout", options.queueTimeout);
    return create<RedissonFairLock>(read, context, std::move(key), options);
}

MakeResult makeRedissonReadWrite(Context &context, Bytes key, const ProtocolOptions &protocolOptions)
{
    OptionReader read(protocolOptions);
    const auto options = redissonOptions(read);
    if (read.choice("mode", {"write", "read"}) == 1)
        return create<RedissonReadLock>(read, context, std::move(key), options);
    return create<RedissonWriteLock>(read, context, std::move(key), options);
}

MakeResult makeRedlock(Context &context, Bytes key, const ProtocolOptions &protocolOptions)
{
    OptionReader read(protocolOptions);
    Redlock::Options options;
    options.lease = read.lease("lease", options.lease);
    options.jitter = read.duration("jitter", options.jitter);
    options.grantsOwn = read.choice("grants", {"free", "free-or-own"}) == 1;
    return create<Redlock>(read, context, std::move(key), options);
}

template <class... Texts>
constexpr std::array<std::string_view, sizeof...(Texts)> codes(Texts... texts)
{
    return {texts...};
}

template <std::size_t... sizes>
constexpr auto joined(const std::array<std::string_view, sizes> &...lists)
{
    std::array<std::string_view, (sizes + ...)> all;
    auto *end = all.begin();
    ((end = std::copy(lists.begin(), lists.end(), end)), ...);
    return all;
}

// Codes that several protocols share.
constexpr auto anyLock = codes("L8", "L9", "L10", "R7");
constexpr auto oneServer = joined(codes("A10", "D1", "D3"), anyLock);
constexpr auto oneServersLease = joined(codes("L18"), oneServer); // Redis ends the lease, by its own clock
constexpr auto fixedLease = codes("L1", "C4");
constexpr auto renewedLease = codes("L2", "L3", "L5", "L6", "L7", "L16");
constexpr auto plainDel = codes("R1", "R5", "A9");
constexpr auto ownerIsTheWorker = codes("E4", "E9");
constexpr auto holdsInAHash = joined(codes("A9", "A18"), ownerIsTheWorker);
constexpr auto anyRedisson = joined(codes("E8"), holdsInAHash, renewedLease, oneServersLease);

constexpr auto setnxExpireBroken = joined(codes("A1", "A2"), plainDel, fixedLease, oneServersLease);
constexpr auto setNxDelBroken = joined(plainDel, fixedLease, oneServersLease);
constexpr auto getThenDelBroken = joined(codes("R2", "A15"), fixedLease, oneServersLease);
constexpr auto watchBroken = joined(codes("A18"), fixedLease, oneServersLease);
constexpr auto prefixDelBroken = joined(codes("D12"), fixedLease, oneServersLease);
constexpr auto scriptBooleanBroken = joined(fixedLease, oneServersLease);
constexpr auto tokenBroken = joined(codes("A12", "A15"), fixedLease, oneServersLease);
constexpr auto tokenWatchdogBroken = joined(codes("L11", "L12", "L14", "R8", "A16", "A17", "C4"), renewedLease, oneServersLease);
constexpr auto takenBroken = joined(codes("A5", "A6", "A8"), plainDel, fixedLease, oneServer);
constexpr auto expiryBroken = joined(codes("A5", "A6", "A7", "A8", "A9", "R1", "R2", "L19"), fixedLease, oneServer);
constexpr auto threadLocalBroken = joined(codes("E1"), ownerIsTheWorker, fixedLease, oneServersLease);
constexpr auto hashBroken = joined(codes("E6", "E8"), holdsInAHash, fixedLease, oneServersLease);
constexpr auto redissonBroken = joined(codes("C1", "C4"), anyRedisson);
constexpr auto fairBroken = joined(codes("C5"), anyRedisson);
constexpr auto readWriteBroken = joined(codes("E10", "C1", "C4"), anyRedisson);
constexpr auto redlockBroken = joined(codes("D4", "D5", "D6", "D7", "D9", "D10"), fixedLease, anyLock);
constexpr auto fencedBroken = joined(codes("D13", "D15"), fixedLease, oneServersLease);

constexpr Protocol all[] = {
    {.name = "setnx-expire",
     .story = "SETNX acquires the lock, PEXPIRE sets its lease, DEL releases it.",
     .safeAgainst = "two workers that acquire at the same time",
     .brokenBy = setnxExpireBroken,
     .source = "lockcore/locks/setnx_expire.cpp",
     .make = makeSetnxExpire},
    {.name = "set-nx-del",
     .story = "SET NX PX acquires the lock and sets its lease in one command; DEL releases it.",
     .safeAgainst = "a crash during the acquisition",
     .brokenBy = setNxDelBroken,
     .source = "lockcore/locks/set_nx_del.cpp",
     .make = makeSimple<SetNxDelLock>},
    {.name = "get-then-del",
     .story = "The value is a token; its owner checks with GET that it is still there, then deletes it.",
     .safeAgainst = "a release long after the lease has ended",
     .brokenBy = getThenDelBroken,
     .source = "lockcore/locks/get_then_del.cpp",
     .make = makeGetThenDel},
    {.name = "get-then-del-watch",
     .story = "GET and DEL run inside WATCH, MULTI, EXEC: the deletion fails if the key changed in between.",
     .safeAgainst = "a lease that ends at any moment, without a script",
     .brokenBy = watchBroken,
     .source = "lockcore/locks/get_then_del_watch.cpp",
     .sound = true,
     .make = makeSimple<GetThenDelWatchLock>},
    {.name = "token",
     .story = "The value is a random token; one script compares and deletes it.",
     .safeAgainst = "a lease that ends at any moment",
     .brokenBy = tokenBroken,
     .source = "lockcore/locks/token.cpp",
     .sound = true,
     .extends = true,
     .make = makeToken},
    {.name = "prefix-del",
     .story = "Like token, but its script deletes every key that begins with the lock's name.",
     .safeAgainst = "a lease that ends at any moment, as long as no lock's name begins with another's",
     .brokenBy = prefixDelBroken,
     .source = "lockcore/locks/prefix_del.cpp",
     .onlyInLab = true,
     .make = makeSimple<PrefixDelLock>},
    {.name = "script-boolean",
     .story = "Like token, but a script acquires the lock, and the client library makes a Boolean of its answer.",
     .safeAgainst = "a lease that ends at any moment, if the script answers 1 for yes",
     .brokenBy = scriptBooleanBroken,
     .source = "lockcore/locks/script_boolean.cpp",
     .make = makeScriptBoolean},
    {.name = "token-watchdog",
     .story = "Like token, and a watchdog renews the lease while the worker lives.",
     .safeAgainst = "work that takes longer than the lease",
     .brokenBy = tokenWatchdogBroken,
     .source = "lockcore/locks/token_watchdog.cpp",
     .sound = true,
     .watchdog = true,
     .extends = true,
     .make = makeTokenWatchdog},
    {.name = "timestamp-taken",
     .story = "The value is the time of acquisition; GETSET takes over a lock that is too old.",
     .safeAgainst = "a crash, without any TTL",
     .brokenBy = takenBroken,
     .source = "lockcore/locks/timestamp_taken.cpp",
     .wallClock = true,
     .usualLease = seconds(5),
     .make = makeSimple<TimestampTakenLock, 5>},
    {.name = "timestamp-expiry",
     .story = "The value is the time at which the lock expires; GETSET takes over an expired lock.",
     .safeAgainst = "a crash, without any TTL",
     .brokenBy = expiryBroken,
     .source = "lockcore/locks/timestamp_expiry.cpp",
     .wallClock = true,
     .usualInterval = Milliseconds(10),
     .make = makeTimestampExpiry},
    {.name = "thread-local",
     .story = "Like token, and the worker counts its holds in its own memory, so that a re-entry sends nothing.",
     .safeAgainst = "a worker that waits for itself",
     .brokenBy = threadLocalBroken,
     .source = "lockcore/locks/thread_local.cpp",
     .sound = true,
     .reentrant = true,
     .extends = true,
     .make = makeSimple<ThreadLocalLock>},
    {.name = "hash-reentrant",
     .story = "A hash of owner and hold count, changed only by scripts.",
     .safeAgainst = "a worker that waits for itself, or re-enters a lock that it has lost",
     .brokenBy = hashBroken,
     .source = "lockcore/locks/hash_reentrant.cpp",
     .sound = true,
     .reentrant = true,
     .extends = true,
     .make = makeHashReentrant},
    {.name = "redisson",
     .story = "Redisson's RLock: a hash of owner and hold count, a watchdog, and a message that wakes waiters.",
     .safeAgainst = "work that takes longer than the lease, and a worker that waits for itself",
     .brokenBy = redissonBroken,
     .source = "lockcore/locks/redisson.cpp",
     .sound = true,
     .reentrant = true,
     .watchdog = true,
     .extends = true,
     .make = makeRedisson},
    {.name = "redisson-fair",
     .story = "Redisson's RFairLock: an RLock whose waiters form a queue.",
     .safeAgainst = "starvation",
     .brokenBy = fairBroken,
     .source = "lockcore/locks/redisson_fair.cpp",
     .sound = true,
     .reentrant = true,
     .watchdog = true,
     .extends = true,
     .fair = true,
     .wallClock = true,
     .make = makeRedissonFair},
    {.name = "redisson-readwrite",
     .story = "Redisson's RReadWriteLock: many readers, or one writer.",
     .safeAgainst = "readers that exclude each other",
     .brokenBy = readWriteBroken,
     .source = "lockcore/locks/redisson_readwrite.cpp",
     .sound = true,
     .reentrant = true,
     .watchdog = true,
     .extends = true,
     .readWrite = true,
     .make = makeRedissonReadWrite},
    {.name = "redlock",
     .story = "The same token on several independent servers; a majority holds the lock.",
     .safeAgainst = "the loss of a minority of the servers",
     .brokenBy = redlockBroken,
     .source = "lockcore/locks/redlock.cpp",
     .sound = true,
     .manyServers = true,
     .extends = true,
     .usualLease = seconds(10),
     .usualInterval = Milliseconds(200),
     .make = makeRedlock},
    {.name = "fenced",
     .story = "Like token, and each holder gets a greater number than all before it, which the resource checks.",
     .safeAgainst = "a stale holder's write, if the resource checks the number",
     .brokenBy = fencedBroken,
     .source = "lockcore/locks/fenced.cpp",
     .sound = true,
     .extends = true,
     .fencing = true,
     .make = makeSimple<FencedLock>},
};

} // namespace

std::span<const Protocol> protocols() { return all; }

const Protocol *findProtocol(std::string_view name)
{
    const auto found = std::find_if(std::begin(all), std::end(all), [&](const Protocol &protocol) { return protocol.name == name; });
    return found == std::end(all) ? nullptr : found;
}

} // namespace lockcore
