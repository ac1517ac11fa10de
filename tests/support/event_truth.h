// SPDX-License-Identifier: MIT
// What really happened to locks, in the server's own order, and whether an event contradicts this order. Pure. It knows the meaning of the
// event types, but not how Lockscope detects events.
#pragma once

#include "lockcore/monitor/model/event.h"

#include <map>

namespace lockcore::test {

struct TrueHolder
{
    Bytes owner; ///< empty: the value names no owner
    std::int64_t count = 1;
    std::optional<ServerTime> deadline; ///< the holder's own deadline, if each holder has one: afterwards it holds nothing
    bool operator==(const TrueHolder &) const = default;
};

/// The state of a key as a script found it. A key that contains something else than a lock has no holders.
struct TrueState
{
    bool exists = false;
    std::optional<ServerTime> deadline;
    std::vector<TrueHolder> holders;
    bool operator==(const TrueState &) const = default;

    const TrueHolder *find(const Bytes &owner) const;
};

enum class TrueAct {
    Acquire,
    Extend, ///< a holder changes its lease, or acquires the lock once more
    Release,
    Leave,     ///< a holder releases one of its holds
    Lease,     ///< another client changes the lease
    Delete,    ///< another client deletes the key
    Overwrite, ///< a client overwrites the key with another lock, or with something that is not a lock
    Move,      ///< the key has gone to another node of a cluster, and its deadline may have changed by some milliseconds
    Failover   ///< another server has its data, or the same one again without them; what it had not got is undone. `before` is not known
};

struct TrueStep
{
    ServerTime at{};
    Bytes key;
    TrueAct act{};
    Bytes owner; ///< the client that did it
    bool announced = false;
    TrueState before;
    TrueState after;
};

class EventTruth
{
public:
    /// `tokens`: each acquisition of this key has a new random owner.
    void add(TrueStep step, bool tokens);

    /// Of a cluster: a lock may be out of sight, which claims nothing.
    void expectDoubt() { m_expectsDoubt = true; }

    /// Call it after the last step. Sorts the steps, and adds the expiries.
    void finish();

    /// What the event says against the server's order; empty: nothing.
    std::string faultIn(const LockEvent &event) const;

    /// The holdings of at least this length, and those of them that no event names.
    struct LongHoldings
    {
        int all = 0;
        std::vector<std::string> missed;
    };
    LongHoldings longHoldings(const std::vector<LockEvent> &events, Milliseconds least) const;

    /// Steps whose state before differs from the state after the previous step.
    const std::vector<std::string> &disorder() const { return m_disorder; }

private:
    enum class What { Began, Ended, Later, Sooner, Bare, Leased, More, Fewer, Undone };
    enum class How { ByHolder, ByTime, ByOther, Overwritten };

    struct Change
    {
        What what{};
        Bytes owner; ///< the owner of the holding; for a lease, the owner that changed it
        How how{};
    };

    struct Point
    {
        ServerTime at{};
        bool byTime = false; ///< an expiry: its time is known only to a few milliseconds
        bool announced = false;
        bool moved = false;
        TrueState state; ///< the state from this moment on
        std::vector<Change> changes;
    };

    struct History
    {
        bool tokens = true;
        std::vector<TrueStep> steps;
        std::vector<Point> points;
    };

    class Judgement;

    static void pass(History &history, const std::optional<ServerTime> &until, const TrueState &found = {});
    static Point pointOf(const TrueStep &step);
    static void compare(const TrueStep &step, std::vector<Change> &changes);
    static void compareUndone(const TrueStep &step, std::vector<Change> &changes);
    static void compareLease(const TrueStep &step, std::vector<Change> &changes);

    std::map<Bytes, History> m_histories;
    std::vector<std::string> m_disorder;
    bool m_expectsDoubt = false;
};

} // namespace lockcore::test
