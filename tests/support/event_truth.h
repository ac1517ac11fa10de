// SPDX-License-Identifier: MIT
// What really happened to locks, in the server's own order, and whether an event says anything that this order contradicts. Pure. It knows
// what the words of events mean, but nothing of how Lockscope finds them.
#pragma once

#include "lockcore/monitor/model/event.h"

#include <map>

namespace lockcore::test {

struct TrueHolder
{
    Bytes owner; ///< empty: the value names nobody
    std::int64_t count = 1;
    std::optional<ServerTime> deadline; ///< its own, if each holder has one: from then on it holds nothing
    bool operator==(const TrueHolder &) const = default;
};

/// A key as a script found it. A key that holds something else than a lock has no holders.
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
    Extend, ///< a holder changes its lease, or enters once more
    Release,
    Leave,    ///< a holder gives back one of its holds
    Lease,    ///< somebody else changes the lease
    Delete,   ///< somebody else deletes it
    Overwrite ///< somebody writes over it: a lock of its own, or something that is not a lock
};

struct TrueStep
{
    ServerTime at{};
    Bytes key;
    TrueAct act{};
    Bytes owner; ///< who did it
    bool announced = false;
    TrueState before;
    TrueState after;
};

class EventTruth
{
public:
    /// `tokens`: this key's owners are drawn for each acquisition.
    void add(TrueStep step, bool tokens);

    /// After the last step: orders them, and adds what ended by itself.
    void finish();

    /// What the server's order contradicts in this event; empty: nothing.
    std::string faultIn(const LockEvent &event) const;

    /// Holdings of at least this length, and those of them that none of the events names.
    struct LongHoldings
    {
        int all = 0;
        std::vector<std::string> missed;
    };
    LongHoldings longHoldings(const std::vector<LockEvent> &events, Milliseconds least) const;

    const std::vector<std::string> &disorder() const { return m_disorder; } ///< steps that do not follow from each other

private:
    enum class What { Began, Ended, Later, Sooner, Bare, Leased, More, Fewer };
    enum class How { ByHolder, ByTime, ByOther, Overwritten };

    struct Change
    {
        What what{};
        Bytes owner; ///< whose holding; of a lease: who changed it
        How how{};
    };

    struct Point
    {
        ServerTime at{};
        bool byTime = false; ///< a deadline passed: the moment is known to a few milliseconds
        bool announced = false;
        TrueState state; ///< from then on
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
    static void compareLease(const TrueStep &step, std::vector<Change> &changes);

    std::map<Bytes, History> m_histories;
    std::vector<std::string> m_disorder;
};

} // namespace lockcore::test
