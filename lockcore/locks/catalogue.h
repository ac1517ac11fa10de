// SPDX-License-Identifier: MIT
// Every lock protocol: what it is, what it is safe against, what breaks it (codes of the catalogue of pitfalls), and how to
// make one. Sources are shown from `source`, the file itself: so it is called in the source tree, and behind ":/" as a resource of
// Lockscope::LockSources.
#pragma once

#include "locks/lock.h"

#include <span>

namespace lockcore {

/// By name. A protocol refuses those that it does not know; durations are written as in base/duration.h.
///
///   lease          all: what an acquisition without a lease gets; the lifetime of the timestamp protocols
///   first-delay, period, renewal-lease, retry-delay   those with a watchdog; by default a third of the lease, twice, the lease, 1 s
///   owner-check    token-watchdog: yes, no
///   preset         token-watchdog: article (sets the five before)
///   after-error    those with a watchdog: retry, give-up (as Redisson 3.16.4 did)
///   expire         setnx-expire: winner, always (whatever SETNX said)
///   token          get-then-del: random, thread-id
///   release        timestamp-expiry: elapsed, compare
///   queue-timeout  redisson-fair
///   mode           redisson-readwrite: write, read
///   jitter         redlock
using ProtocolOptions = std::map<std::string, std::string>;

struct Protocol
{
    std::string_view name;       ///< "set-nx-del"
    std::string_view story;      ///< one sentence
    std::string_view safeAgainst;
    /// Codes of the pitfalls that the protocol's own steps, with any of its options, do not prevent; first those that few others
    /// share. Left out is what no lock can prevent: an operator (D11, D12, R12), the application around it (R9, L20, L21), the
    /// policy of its waiters (C2, C3).
    std::span<const std::string_view> brokenBy;
    std::string_view source;     ///< "lockcore/locks/set_nx_del.cpp"
    bool sound = false;          ///< keeps mutual exclusion while work stays within the lease and clocks run alike
    bool reentrant = false;
    bool watchdog = false;       ///< renews by itself when no lease is given
    bool manyServers = false;
    Milliseconds usualLease{30'000};
    Milliseconds usualInterval{100}; ///< between two tries of a worker that polls

    /// Refused when it has no such option (the error lists those that it has), or a value makes no sense.
    Result<std::unique_ptr<Lock>> (*make)(Context &, Bytes key, const ProtocolOptions &) = nullptr;
};

std::span<const Protocol> protocols();
const Protocol *findProtocol(std::string_view name);

} // namespace lockcore
