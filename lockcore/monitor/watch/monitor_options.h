// SPDX-License-Identifier: MIT
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/monitor/model/lock.h"
#include "lockcore/monitor/reading/user_pattern.h"
#include "lockcore/redis/endpoint.h"

#include <functional>
#include <memory>

namespace lockcore {

class Classifier;
class LockTable;

struct MonitorOptions
{
    std::vector<UserPattern> patterns;
    bool deep = false;          ///< look at every string value, whatever its name
    bool ownServer = false;     ///< the server belongs to Lockscope: its load and its persistence do not matter
    bool isOneOfMany = false;   ///< the server is a primary of a cluster that is watched as a whole
    Milliseconds timeout{5000}; ///< to connect, and for a command
    bool watch = true;          ///< false: one sweep, waiters, then Live without a feed (`list`)
    Milliseconds frame{16};     ///< at most one changed() in this time
    std::size_t eventRing = 200'000;
    Milliseconds refreshCycle{60'000};                 ///< the period in which each known lock is read even without an announced change
    double sweepShare = 0.01;                          ///< of the server's time, for every sweep except the first; 0…1
    Milliseconds attentionAfter = usualAttentionAfter; ///< a lock without a lease needs attention after this time; positive
    Milliseconds worstCall{5};                         ///< the limit for a single SCAN
    std::string auditDirectory;                        ///< where releases are recorded; empty: the usual directory (audit.h)
    std::function<Endpoint(const HostPort &announced)> nodeAt;               ///< of one of many: where another node of the cluster is
    std::function<std::unique_ptr<LockTable>(const Classifier &)> makeTable; ///< none: an ordinary one
};

} // namespace lockcore
