// SPDX-License-Identifier: MIT
// Every lock protocol: what it is, what it is safe against, what breaks it (codes of the catalogue of pitfalls), and how to
// make one. Sources are shown from `source`, the file itself.
#pragma once

#include "locks/lock.h"

#include <span>

namespace lockcore {

/// Options that some protocols know; others ignore them. Each protocol's own header says what its options mean.
using ProtocolOptions = std::map<std::string, std::string>;

struct Protocol
{
    std::string_view name;       ///< "set-nx-del"
    std::string_view story;      ///< one sentence
    std::string_view safeAgainst;
    std::span<const std::string_view> brokenBy; ///< pitfall codes: "R1", "L1" …
    std::string_view source;     ///< "lockcore/locks/set_nx_del.cpp"
    bool sound = false;          ///< keeps mutual exclusion while work stays within the lease and clocks run alike
    bool reentrant = false;
    bool watchdog = false;       ///< renews by itself when no lease is given
    bool manyServers = false;
    Milliseconds usualLease{30'000};
    std::unique_ptr<Lock> (*make)(Context &, Bytes key, const ProtocolOptions &) = nullptr;
};

std::span<const Protocol> protocols();
const Protocol *findProtocol(std::string_view name);

} // namespace lockcore
