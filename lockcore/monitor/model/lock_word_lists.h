// SPDX-License-Identifier: MIT
// The words that lock_words.cpp knows in names of keys, in lower case. How they are joined decides what a name means.
#pragma once

#include <array>
#include <string_view>

namespace lockcore::lockwords {

// Whole words only: otherwise `block`, `please` and `semantic` would match. Compounds written as one word are listed one by
// one: a rule such as `*lock` would include clock, block, unlock, Pollock … Less clear ones are in firstParts.
inline constexpr std::array<std::string_view, 36> lockWords = {
    "lock",           "locks",         "lck",       "mutex",
    "mutexes",        "mtx",           "semaphore", "semaphores",
    "countdownlatch", "singletonlock", "redlock",   "rlock",
    "wlock",          "rwlock",        "rwlocks",   "qlock",
    "spinlock",       "fairlock",      "readlock",  "writelock",
    "multilock",      "dlock",         "distlock",  "distributedlock",
    "globallock",     "joblock",       "tasklock",  "cronlock",
    "shedlock",       "workerslock",   "lockfile",  "lockfiles",
    "lockkey",        "mylock",        "lockid",    "permitexpirablesemaphore",
};

// These also have other meanings: a lease of a flat, the leader of a team, a locker with a number, a locked account.
inline constexpr std::array<std::string_view, 12> ambiguousWords = {
    "locked", "locker", "locking", "lease", "leases", "sem", "latch", "latches", "leader", "leaders", "leadership", "singleton",
};

// What `lock_version`, `lockCount` and `lock:42:status` are about: something about a lock, and not a lock.
inline constexpr std::array<std::string_view, 45> properties = {
    "version",  "versions", "count",    "counts",     "counter",    "status",   "state",  "timeout",  "timeouts",
    "ttl",      "reason",   "duration", "time",       "date",       "by",       "at",     "until",    "since",
    "level",    "type",     "screen",   "icon",       "limit",      "attempts", "tries",  "failures", "enabled",
    "disabled", "expiry",   "expires",  "expiration", "board",      "boards",   "ratio",  "rate",     "hits",
    "misses",   "price",    "wait",     "waits",      "contention", "latency",  "errors", "retries",  "drift",
};

// These are about a lock only after its number (`lease:7:rent`); `lock_config` and `lock:rent` may be locks of these things.
inline constexpr std::array<std::string_view, 59> details = {
    "code",    "pin",      "rent",    "tenant",    "tenants",  "cost",      "size",    "config",   "settings",  "options",
    "history", "log",      "logs",    "stats",     "metrics",  "note",      "notes",   "comment",  "comments",  "name",
    "title",   "label",    "kind",    "address",   "location", "color",     "colour",  "health",   "info",      "description",
    "meta",    "metadata", "terms",   "contract",  "payment",  "payments",  "deposit", "score",    "key",       "link",
    "otp",     "online",   "offline", "heartbeat", "serial",   "model",     "vendor",  "mac",      "connected", "position",
    "mode",    "active",   "ip",      "alarm",     "signal",   "telemetry", "tamper",  "timezone", "created",
};

// What a door's lock reports of itself. Nobody locks these, so its id may be any text: `lock:front-door:firmware`, `lock:hall:last_seen`.
inline constexpr std::array<std::string_view, 8> reports = {
    "firmware", "battery", "rssi", "uptime", "seen", "voltage", "temperature", "humidity",
};

// What a figure ends with: `lock_wait_ms`, `lock:wait_seconds`.
inline constexpr std::array<std::string_view, 14> units = {
    "ms", "msec", "millis", "sec", "secs", "seconds", "usec", "micros", "ns", "nanos", "bytes", "pct", "percent", "avg",
};

// The same beside the word for a lock. `lock:cart_total` is the lock of a total, `locks_acquired_total` a figure.
inline constexpr std::array<std::string_view, 4> totals = {"count", "counts", "total", "totals"};

// What figures about locks begin with, and what they are made of: `lock:acquire:count`, `lock_max_wait`, `lock_duration_seconds_bucket`.
inline constexpr std::array<std::string_view, 14> figureHeads = {
    "wait",       "waiting", "hold",     "held", "acquire", "acquired", "acquisition",
    "contention", "latency", "duration", "max",  "min",     "avg",      "mean",
};
inline constexpr std::array<std::string_view, 9> figureParts = {"time", "times", "queue", "len", "length", "sum", "bucket", "rate", "size"};

// What comes before `lock` in a usual compound: `redislock`, `orderlocks`. With any other word it may be a surname (Pollock, Tullock), a product
// (`smartlock`, `screenlock`) or something else (`padlock`, `warlock`, `hashlock`).
inline constexpr std::array<std::string_view, 82> firstParts = {
    "account",   "advisory",  "api",     "app",      "balance",     "batch",       "booking",  "cache",       "checkout",  "cluster",
    "config",    "coupon",    "cron",    "customer", "db",          "deploy",      "dist",     "distributed", "document",  "entity",
    "event",     "exclusive", "export",  "file",     "get",         "global",      "import",   "index",       "init",      "instance",
    "inventory", "item",      "job",     "key",      "leader",      "login",       "master",   "message",     "migration", "mutex",
    "my",        "node",      "object",  "order",    "page",        "pay",         "payment",  "process",     "product",   "queue",
    "read",      "record",    "redis",   "refresh",  "request",     "reservation", "resource", "row",         "scheduler", "seat",
    "seckill",   "service",   "session", "shard",    "shared",      "spin",        "startup",  "stock",       "sync",      "system",
    "table",     "task",      "tenant",  "thread",   "transaction", "try",         "update",   "upload",      "user",      "wallet",
    "worker",    "write",
};

struct SecondPart
{
    std::string_view word;
    bool behindAny; ///< no surname and no product ends so
};
inline constexpr std::array<SecondPart, 6> secondParts = {{
    {"lock", false},
    {"locks", false},
    {"mutex", true},
    {"mutexes", true},
    {"semaphore", true},
    {"semaphores", true},
}};

// What else a token is for: in `locked:otp:7` or `keylock:csrf` it is not that of a lock.
inline constexpr std::array<std::string_view, 29> secrets = {
    "apikey", "apikeys", "captcha",  "challenge", "code",      "codes", "csrf",      "etag",       "etags", "hash",
    "hashes", "jti",     "jwt",      "magic",     "magiclink", "nonce", "nonces",    "otp",        "otps",  "pin",
    "pins",   "qr",      "recovery", "secret",    "secrets",   "sha",   "signature", "signatures", "xsrf",
};

// The same where nothing but the token suggests a lock: `session:7:locked`, `accountlock:reset:7`. `lock:7:reset` may be the lock of a reset.
inline constexpr std::array<std::string_view, 15> otherUses = {
    "confirm", "confirmation", "idempotency", "invitation", "invite",       "invites", "refresh", "reset",
    "resets",  "session",      "sessions",    "token",      "verification", "tokens",  "verify",
};

// The same under a name in which nothing suggests a lock: `cart:17`, `login:alice`. `lock_cart:17` is the lock of a cart.
inline constexpr std::array<std::string_view, 71> freeUses = {
    "access",        "activation",   "anonymous",   "assertion",   "auth",       "authentication",
    "authorization", "authz",        "basket",      "baskets",     "bearer",     "cache",
    "cached",        "caches",       "cart",        "carts",       "checksum",   "cookie",
    "cookies",       "credential",   "credentials", "fa",          "factor",     "fingerprint",
    "fragment",      "guest",        "guests",      "guid",        "idempotent", "impersonation",
    "jsessionid",    "login",        "logins",      "md",          "mfa",        "oauth",
    "oidc",          "online",       "pairing",     "passcode",    "passkey",    "passwd",
    "password",      "passwordless", "passwords",   "phpsessid",   "pkce",       "presence",
    "pwd",           "remember",     "salt",        "saml",        "sess",       "sessid",
    "sessionid",     "sid",          "signin",      "signup",      "sms",        "socket",
    "sso",           "state",        "totp",        "unsubscribe", "uuid",       "visit",
    "visitor",       "visitors",     "visits",      "webauthn",    "ws",
};
inline constexpr std::array<std::string_view, 4> freeUseEnds = {"token", "tokens", "session", "sessions"}; // `authtoken`, `usersession`

} // namespace lockcore::lockwords
