// SPDX-License-Identifier: MIT
// What a run was like at any moment: who believed what, what Redis said, where each worker stood in its source. Reads the history once;
// then each question costs a binary search, so that scrubbing through 100,000 entries stays smooth. Pure; any thread.
#pragma once

#include "lockcore/judge/history.h"
#include "lockcore/report/lanes.h"

#include <map>
#include <memory>

namespace lockcore {

/// A worker at a moment.
struct WorkerMoment
{
    std::string name;
    std::int64_t incarnation = 0;                           ///< 0: it was not started yet
    std::optional<WorkerSpan::State> state;                 ///< none: it is idle
    bool believes = false;                                  ///< that it holds the lock
    bool holds = false;                                     ///< a holding of its making is in Redis, on as many servers as a lock needs
    std::int64_t count = 0;                                 ///< how often it believes to hold it; more than 1 if it is re-entrant
    std::string command;                                    ///< its last one, upper case; empty: none yet
    std::optional<std::pair<std::string, std::int64_t>> at; ///< file and line where it said that it is; not to be trusted
    std::optional<entry::NetworkFault> network;             ///< what its gate does to it
    bool operator==(const WorkerMoment &) const = default;
};

/// The lock in Redis at a moment, on one server.
struct LockMoment
{
    std::string lock;
    std::int64_t server = 0;
    std::vector<std::optional<Incarnation>> owners; ///< of the holdings that are there; none: not a worker
    std::optional<Milliseconds> left;               ///< of the longest lease; none: no TTL, or no holding
    bool operator==(const LockMoment &) const = default;
};

struct RunMoment
{
    std::uint64_t entry = 0;             ///< the last one at or before it
    std::vector<WorkerMoment> workers;   ///< in the order of Lanes::workers
    std::vector<LockMoment> locks;       ///< in the order of Lanes::locks
    std::optional<std::int64_t> version; ///< of the resource
    std::optional<std::int64_t> stock;   ///< left, if the resource is a stock; may be negative
    std::int64_t sold = 0;
    bool operator==(const RunMoment &) const = default;
};

class Moments final
{
public:
    Moments(const History &history, const Lanes &lanes);
    ~Moments();
    Moments(Moments &&) noexcept;
    Moments &operator=(Moments &&) noexcept;

    RunMoment at(Microseconds time) const;

private:
    struct Index;
    std::unique_ptr<const Index> m_index;
};

} // namespace lockcore
