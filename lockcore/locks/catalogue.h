// SPDX-License-Identifier: MIT
// Every lock protocol: what it does, what it is safe against, what breaks it (codes of the catalogue of pitfalls), and how to
// create it. `source` is the file that users see: its path in the source tree and, after ":/", as a resource of
// Lockscope::LockSources.
#pragma once

#include "lockcore/locks/lock.h"

#include <span>

namespace lockcore {

/// By name. A protocol refuses names that it does not know. Durations are written as in base/duration.h.
///
///   lease          all: the lease of an acquisition that gives none; the lifetime of the timestamp protocols
///   first-delay, period, renewal-lease, retry-delay   with a watchdog: defaults are lease / 3, lease / 3, lease, 1 s
///   owner-check    hash-reentrant, token-watchdog: yes, no
///   preset         token-watchdog: none, article (sets lease, first-delay, period, renewal-lease and owner-check)
///   after-error    with a watchdog: retry, give-up (as Redisson 3.16.4 did)
///   expire         setnx-expire: winner, always (whatever SETNX answered)
///   token          get-then-del: random, thread-id
///   release        timestamp-expiry: elapsed, compare; token-watchdog: script, loaded-script, signal
///   watchdog-ends  token-watchdog: before-release, after-release
///   queue-timeout  redisson-fair
///   mode           redisson-readwrite: write, read
///   jitter         redlock
///   grants         redlock: free, free-or-own (as redlock-rb does)
using ProtocolOptions = std::map<std::string, std::string>;

struct Protocol
{
    std::string_view name;  ///< "set-nx-del"
    std::string_view story; ///< one sentence
    std::string_view safeAgainst;
    /// Codes of the pitfalls that the protocol's steps do not prevent with at least one value of its options. Pitfalls that few other
    /// protocols share come first. Pitfalls outside the protocol are left out: operators (D11, R12, and D12 unless the protocol itself deletes by pattern), the application around the lock
    /// (R9, L20, L21), and the waiting policy (C2, C3, and C1 where waiters poll: the policy decides how many retry at once). C1 is listed
    /// if the protocol itself wakes all waiters.
    std::span<const std::string_view> brokenBy;
    std::string_view source; ///< "lockcore/locks/set_nx_del.cpp"
    bool sound = false;      ///< excludes others while work ends within the lease and all clocks agree
    bool reentrant = false;
    bool watchdog = false; ///< renews the lease if the acquisition gives none
    bool manyServers = false;
    bool extends = false;   ///< renew() works
    bool fencing = false;   ///< Acquired::fencingToken
    bool fair = false;      ///< in the order of arrival
    bool readWrite = false; ///< option `mode`
    bool onlyInLab = false; ///< reaches keys that are not the lock's: refused on every server but the Lab's own
    bool wallClock = false; ///< reads Context::now(): a difference between the workers' clocks matters
    Milliseconds usualLease{30'000};
    Milliseconds usualInterval{100}; ///< between two tries of a polling worker

    /// Refused: an unknown option (the error lists the known ones), or an invalid value.
    Result<std::unique_ptr<Lock>> (*make)(Context &, Bytes key, const ProtocolOptions &) = nullptr;
};

std::span<const Protocol> protocols();
const Protocol *findProtocol(std::string_view name);

} // namespace lockcore
