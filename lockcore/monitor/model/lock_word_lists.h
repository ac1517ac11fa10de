// SPDX-License-Identifier: MIT
// The words that lock_words.cpp knows in names of keys, in lower case and in the singular. How they are joined decides what a name means.
#pragma once

#include <array>
#include <string_view>

namespace lockcore::lockwords {

// Whole words only: otherwise `block`, `please` and `semantic` would match. Compounds written as one word are listed one by
// one: a rule such as `*lock` would include clock, block, unlock, Pollock … Less clear ones are in firstParts.
inline constexpr std::array<std::string_view, 34> lockWords = {
    "lock",
    "lck",
    "mutex",
    "mutexes",
    "mtx",
    "semaphore",
    "countdownlatch",
    "permitexpirablesemaphore",
    "singletonlock",
    "redlock",
    "rlock",
    "wlock",
    "rwlock",
    "qlock",
    "spinlock",
    "fairlock",
    "readlock",
    "writelock",
    "multilock",
    "dlock",
    "distlock",
    "distributedlock",
    "globallock",
    "joblock",
    "tasklock",
    "cronlock",
    "shedlock",
    "workerslock",
    "lockfile",
    "lockkey",
    "mylock",
    "lockid",
    "redislock",
    "reentrantlock",
};

inline constexpr std::array<std::string_view, 2> semaphores = {"semaphore", "sem"};

// These also have other meanings: a lease of a flat, the leader of a team, a locker with a number, a locked account.
inline constexpr std::array<std::string_view, 10> ambiguousWords = {
    "locked", "locker", "locking", "lease", "sem", "latch", "latches", "leader", "leadership", "singleton",
};

// What `lock_version`, `lockCount`, `lock:42:status` and `lock:42:pin` are about: something about a lock, and not a lock.
inline constexpr std::array<std::string_view, 43> properties = {
    "version", "count",   "counter",    "status",  "state",   "timeout",    "ttl",    "reason", "duration", "time",    "date",
    "by",      "at",      "until",      "since",   "level",   "type",       "screen", "icon",   "limit",    "attempt", "tries",
    "failure", "enabled", "disabled",   "expiry",  "expires", "expiration", "board",  "ratio",  "rate",     "hit",     "misses",
    "price",   "wait",    "contention", "latency", "error",   "retries",    "drift",  "code",   "pin",      "otp",
};

// Of these, `lock:enabled` says whether there are locks at all.
inline constexpr std::array<std::string_view, 2> onOrOff = {"enabled", "disabled"};

// What belongs to a lease of a flat or a car: `lease:7:rent`.
inline constexpr std::array<std::string_view, 14> tenancies = {
    "rent",      "rental",  "tenant", "tenancy", "landlord", "deposit", "flat",
    "apartment", "vehicle", "car",    "mileage", "contract", "start",   "end",
};

// Such a property after another word is that of a thing (`updated_at`); `lock:change-price` is the lock of an action.
inline constexpr std::array<std::string_view, 4> prepositions = {"by", "at", "until", "since"};

// What a device or a holder reports of itself, also with a word after it: `lock:42:online`, `lock:hall:battery_level`, `lock:42:fencing_token`.
inline constexpr std::array<std::string_view, 11> reports = {
    "battery", "rssi", "uptime", "voltage", "temperature", "humidity", "online", "offline", "connected", "heartbeat", "fencing",
};

// What a thing has: without a TTL, `lock:hall:name` is the name of that lock.
inline constexpr std::array<std::string_view, 26> details = {
    "name",    "title",    "label",    "kind",   "model", "vendor", "serial",  "mac",       "ip",
    "address", "location", "position", "mode",   "color", "colour", "health",  "firmware",  "key",
    "active",  "alarm",    "tamper",   "signal", "score", "size",   "created", "telemetry",
};

// What happens to locks, and how it is measured: `lock:acquire:count`, `lock_max_wait`, `lock_duration_seconds_bucket`.
inline constexpr std::array<std::string_view, 14> events = {
    "wait",        "waiting", "waiter",   "hold",       "held",     "acquire", "acquired",
    "acquisition", "release", "released", "contention", "deadlock", "failed",  "expired",
};
inline constexpr std::array<std::string_view, 27> measures = {
    "latency", "duration", "time", "max",    "min", "avg",    "mean", "sum",    "len", "length", "size", "bucket", "rate",    "count",
    "total",   "ms",       "msec", "millis", "sec", "second", "usec", "micros", "ns",  "nanos",  "byte", "pct",    "percent",
};

// What a thing is or has, or its latest event, if another word follows: `is_online`, `last_seen`, `next_id`.
inline constexpr std::array<std::string_view, 4> heads = {"last", "next", "is", "has"};

// What comes before `lock` in a usual compound: `redislock`, `orderlocks`. With any other word it may be a surname (Pollock, Tullock), a product
// (`smartlock`, `screenlock`) or something else (`padlock`, `warlock`, `hashlock`).
inline constexpr std::array<std::string_view, 179> firstParts = {
    "account",   "advisory",   "api",      "app",         "backfill",    "backup",    "balance",     "batch",     "bid",       "bill",
    "billing",   "booking",    "build",    "bulk",        "buy",         "cache",     "cart",        "chat",      "checkout",  "class",
    "client",    "cluster",    "config",   "coupon",      "course",      "crawler",   "create",      "cron",      "customer",  "daily",
    "data",      "db",         "delete",   "deploy",      "deposit",     "dist",      "distributed", "doc",       "document",  "draw",
    "edit",      "email",      "entity",   "etcd",        "event",       "exam",      "exclusive",   "export",    "file",      "flash",
    "follow",    "form",       "friend",   "game",        "get",         "gift",      "global",      "goods",     "group",     "guild",
    "hibernate", "host",       "hourly",   "image",       "import",      "index",     "init",        "instance",  "inventory", "invoice",
    "item",      "job",        "key",      "kill",        "leader",      "like",      "login",       "lottery",   "machine",   "mail",
    "main",      "market",     "master",   "message",     "migrate",     "migration", "money",       "mongo",     "monthly",   "msg",
    "mutex",     "my",         "mysql",    "nightly",     "node",        "object",    "order",       "page",      "pay",       "payment",
    "pid",       "player",     "point",    "poll",        "post",        "prize",     "process",     "product",   "purge",     "quartz",
    "queue",     "rank",       "read",     "rebuild",     "record",      "redis",     "redisson",    "redpacket", "refresh",   "refund",
    "reindex",   "reload",     "report",   "request",     "reservation", "resource",  "reward",      "room",      "row",       "run",
    "rush",      "save",       "schedule", "scheduler",   "score",       "seat",      "seckill",     "send",      "service",   "session",
    "settle",    "settlement", "shard",    "shared",      "sku",         "sms",       "spin",        "sql",       "startup",   "stats",
    "stock",     "store",      "submit",   "sync",        "system",      "table",     "task",        "tenant",    "test",      "thread",
    "ticket",    "timer",      "trade",    "transaction", "transfer",    "try",       "tx",          "update",    "upload",    "user",
    "video",     "vote",       "wallet",   "web",         "weekly",      "withdraw",  "worker",      "write",     "zk",
};

// Before `lock`, these are often of an account that is locked after wrong passwords.
inline constexpr std::array<std::string_view, 4> accounts = {"account", "customer", "login", "user"};

// In `account_locked:alice` and `locked_out:alice`, somebody may not log in or pay for a while.
inline constexpr std::array<std::string_view, 13> subjects = {
    "account", "auth", "card", "customer", "email", "ip", "login", "member", "password", "phone", "pin", "profile", "user",
};
inline constexpr std::array<std::string_view, 9> lockedOnes = {
    "out", "account", "accounts", "cards", "customers", "ips", "logins", "members", "users",
};

// `api_lease:10.0.0.7`: how many came.
inline constexpr std::array<std::string_view, 10> calls = {
    "api", "call", "calls", "captcha", "otp", "rate", "request", "requests", "signin", "sms",
};

// `lock:version:3` = 17, without a TTL: a setting or a figure, as the reports' are.
inline constexpr std::array<std::string_view, 16> figures = {
    "active", "color", "colour",  "config", "contention", "error",   "failure", "figure",
    "hit",    "index", "setting", "size",   "summary",    "timeout", "total",   "version",
};

// What is kept for a lock or for a page about one: the first part of the name, up to `:`, `/` or `.`. Nothing but a TTL shows that it is a lock.
inline constexpr std::array<std::string_view, 17> dataHeads = {
    "config", "configs", "feature",  "features",    "flag",         "flags", "homeassistant", "i18n",        "like",
    "likes",  "setting", "settings", "translation", "translations", "view",  "views",         "zigbee2mqtt",
};

// Before `lock`, after a point or a dash, these make the name of a file: `yarn.lock`, `package-lock`.
inline constexpr std::array<std::string_view, 14> lockfiles = {
    "bun", "cargo", "composer", "deno", "flake", "gemfile", "mix", "package", "packages", "pipfile", "pnpm", "podfile", "poetry", "yarn",
};

// In the name of a sorted set of tokens and times: they are those of requests, of those who wait, or of what happened.
inline constexpr std::array<std::string_view, 16> noHolders = {
    "rate",   "ratelimit", "ratelimiter", "limiter", "throttle", "throttled", "window", "request",
    "waiter", "waiting",   "queue",       "history", "audit",    "event",     "recent", "log",
};

inline constexpr std::array<std::string_view, 2> fences = {"fence", "fencing"};

// In the name of a record or a hash: what was, or what is known of many.
inline constexpr std::array<std::string_view, 16> reportsOfMany = {
    "history", "audit",  "event",  "recent",   "log",  "last", "prev",      "previous",
    "stats",   "metric", "record", "registry", "info", "seen", "statistic", "heartbeat",
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
inline constexpr std::array<std::string_view, 21> secrets = {
    "apikey",    "captcha", "challenge", "code", "csrf", "etag",     "hash",   "hashes", "jti",       "jwt",  "magic",
    "magiclink", "nonce",   "otp",       "pin",  "qr",   "recovery", "secret", "sha",    "signature", "xsrf",
};

// The same where nothing but the token suggests a lock: `session:7:locked`, `accountlock:reset:7`. `lock:7:reset` may be the lock of a reset.
inline constexpr std::array<std::string_view, 11> otherUses = {
    "confirm", "confirmation", "idempotency", "invitation", "invite", "refresh", "reset", "session", "token", "verification", "verify",
};

// The same under a name in which nothing suggests a lock: `cart:17`, `login:alice`. `lock_cart:17` is the lock of a cart.
inline constexpr std::array<std::string_view, 86> freeUses = {
    "tgt",        "gravatar",    "handshake", "share",        "pair",           "dedup",         "dedupe",        "access",
    "activation", "anonymous",   "assertion", "auth",         "authentication", "authorization", "authz",         "basket",
    "bearer",     "cache",       "cached",    "cart",         "checksum",       "cookie",        "credential",    "fa",
    "factor",     "fingerprint", "fragment",  "guest",        "guid",           "idempotent",    "impersonation", "jsessionid",
    "login",      "md",          "mfa",       "oauth",        "oidc",           "online",        "pairing",       "passcode",
    "passkey",    "passwd",      "password",  "passwordless", "phpsessid",      "pkce",          "presence",      "pwd",
    "remember",   "salt",        "saml",      "sess",         "sessid",         "sessionid",     "sid",           "signin",
    "signup",     "sms",         "socket",    "sso",          "state",          "totp",          "unsubscribe",   "uuid",
    "visit",      "visitor",     "webauthn",  "ws",           "download",       "multipart",     "typing",        "heartbeat",
    "ping",       "trace",       "span",      "correlation",  "cursor",         "scroll",        "hmac",          "unlock",
    "consent",    "preview",     "redeem",    "giftcard",     "wishlist",       "favorite",
};
inline constexpr std::array<std::string_view, 6> freeUseEnds = {"token",    "tokens", "session",
                                                                "sessions", "cart",   "carts"}; // `authtoken`, `usersession`

} // namespace lockcore::lockwords
