// SPDX-License-Identifier: MIT
// What the judge says about one property of one run, and the numbered events that prove it.
#pragma once

#include "lockcore/judge/enum_words.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockcore {

enum class Property {
    MutualExclusion, ///< no two live workers hold the lock at once, within the lease
    LeaseOutlived,   ///< no worker holds on to a lock whose lease has ended
    Ownership,       ///< nobody removes or extends a lock that another worker holds
    NoImmortalLock,  ///< a lock that nobody claims can be taken again
    Progress,        ///< a waiter gets a lock that is free, and owners do not wait for each other
    Resource,        ///< no lost update, no oversold stock, no stale write
    ReentryCount,    ///< each acquire needs exactly one release
    Fairness,        ///< first come, first served
    Watchdog,        ///< a lock whose holder lives and runs is renewed
    TokenOrder,      ///< a later grant has a greater fencing token
};

enum class Outcome {
    Held,         ///< exercised, and not violated in this run
    Violated,     ///< proved by the events
    Outlived,     ///< the lease ended first: not the fault of a protocol
    Inconclusive, ///< `sentence` says why
    NotExercised, ///< the run did not put it to the test
    Skipped,      ///< the library does not offer it
};

enum class Importance {
    Must,
    Promised, ///< by a capability of the library
    Informative,
};

/// The root cause of a violation or of an outlived lease, or what qualifies a property that held.
enum class Cause {
    None,
    NeverHeld,     ///< an `ok` without a grant in Redis
    Removed,       ///< the command of a worker removed the key
    Shared,        ///< two workers rely on one holding, or two keys are held at once
    ShorterLease,  ///< the key expired before the lease that was asked for, or that its worker published
    NotRenewed,    ///< the watchdog was alive and running, and the key expired
    TwoClaims,     ///< no record of the server: two claims overlap within their leases
    Extended,      ///< the command of a worker extended another's holding
    Operator,      ///< an operator's action
    ServerFault,   ///< eviction, flush, restart without data, failover, a stopped server, a clock step
    ScheduledWork, ///< the script kept the worker busy for longer than the lease
    InjectedFault, ///< a pause, a stall, a network fault or a skewed clock
    NoLease,       ///< a key without TTL
    StaysTaken,    ///< a new worker is refused though nobody claims the lock
    NotServed,     ///< a waiter is not served though the lock is free
    CircularWait,  ///< owners of several locks wait for each other
    LostUpdate,
    DecidedOutside, ///< a lost update, decided before its worker held the lock
    StaleWrite,
    Oversold,
    Miscounted, ///< the hold count is wrong, or a holding ended too early or never
    Overtaken,
    TokenOrder,
    AfterLease, ///< of mutual exclusion that held while the leases lasted: afterwards two were inside at once
    MadeAgain,  ///< a renewal or an extension made a lock again that another has, or had meanwhile
};

struct Verdict
{
    Property property = Property::MutualExclusion;
    Outcome outcome = Outcome::NotExercised;
    Importance importance = Importance::Must;
    Cause cause = Cause::None;
    std::string sentence;              ///< locale-free English, one sentence
    std::string pitfall;               ///< code in the catalogue of pitfalls, for example `R1`; or empty
    std::vector<std::uint64_t> events; ///< numbers of the entries that prove it, ascending
    std::uint64_t more = 0;            ///< further findings of the same outcome in this run
    std::string note;                  ///< a fact besides the verdict, for example a key without a lease; or empty
    bool operator==(const Verdict &) const = default;
};

std::string toString(const Verdict &verdict); ///< one line, for logs and test output

template <>
inline constexpr std::array<std::string_view, 10> wordsOf<Property>{
    "mutual-exclusion", "lease-outlived", "ownership", "no-immortal-lock", "progress",
    "resource",         "reentry-count",  "fairness",  "watchdog",         "token-order"};

template <>
inline constexpr std::array<std::string_view, 6> wordsOf<Outcome>{"held",         "violated",      "outlived",
                                                                  "inconclusive", "not-exercised", "skipped"};

template <>
inline constexpr std::array<std::string_view, 3> wordsOf<Importance>{"must", "promised", "informative"};

template <>
inline constexpr std::array<std::string_view, 25> wordsOf<Cause>{
    "none",        "never-held",      "removed",     "shared",         "shorter-lease", "not-renewed", "two-claims",  "extended",
    "operator",    "server-fault",    "work",        "injected-fault", "no-lease",      "stays-taken", "not-served",  "circular-wait",
    "lost-update", "decided-outside", "stale-write", "oversold",       "miscounted",    "overtaken",   "token-order", "after-lease",
    "made-again"};

} // namespace lockcore
