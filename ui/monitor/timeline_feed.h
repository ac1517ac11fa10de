// SPDX-License-Identifier: MIT
// Writes the Monitor's changes into a TimelineHistory: a lane for each lock, a span for each holding, a mark for each event.
// Pure except for its own state; GUI thread.
#pragma once

#include "lockcore/monitor/monitor.h"
#include "ui/monitor/wait_change.h"
#include "ui/widgets/timeline_source.h"

#include <list>
#include <unordered_map>

namespace lockscope {

class TimelineFeed final
{
public:
    /// The kinds of a mark: an EventType, or one of these.
    enum Mark { Joined = 20, Left, WaitingBegan, WaitingEnded, MarkCount };

    /// How many ended locks keep a lane.
    static constexpr std::size_t mostGone = 1000;

    explicit TimelineFeed(std::size_t ring = TimelineHistory::defaultRing);

    void apply(const lockcore::MonitorChange &change, lockcore::ServerTime now);
    void noteWait(const WaitChange &wait); ///< one that the changes do not show
    void noteDropped(lockcore::ServerTime begin, lockcore::ServerTime end, std::int64_t events);
    void clear();

    const TimelineHistory &history() const { return m_history; }
    int laneOf(const lockcore::LockId &id) const;                                 ///< -1: unknown
    int colourOf(const lockcore::LockId &id, const lockcore::Bytes &owner) const; ///< in the lock's lane; -1: none
    const lockcore::LockId &idOf(int lane) const { return m_ids[static_cast<std::size_t>(lane)]; }

    /// Ended locks as last known; the most recent one first.
    const std::list<lockcore::MonitorChange::Gone> &gone() const { return m_gone; }

    const lockcore::MonitorChange::Gone *findGone(
        const lockcore::LockId &id) const; ///< `at` is set. Null: the lock has not ended, or it ended too long ago

    /// A period without observation.
    struct Blindness
    {
        TimelineTime begin{};
        std::optional<TimelineTime> end{};
        std::int64_t dropped = 0;          ///< events that were seen and not kept; 0: the connection was lost
        std::optional<std::size_t> node{}; ///< of a cluster: its number, see NodeState; none: of all lanes
        std::string address{};             ///< of the node
    };
    const std::deque<Blindness> &blindness() const { return m_blindness; }
    std::vector<Blindness> blindnessOf(int lane) const; ///< while the lane's lock lived on a node that was not read

    /// Indexed by TimelineMark::what.
    static std::vector<TimelineLook> looks();

private:
    using Present = std::unordered_map<lockcore::LockId, const lockcore::LockInfo *>;

    struct Home ///< of a lock: a node of the cluster
    {
        TimelineTime since{};
        std::size_t node = 0;
    };

    int ensureLane(const lockcore::LockId &id);
    void note(const lockcore::LockEvent &event, const Present &present);
    void end(lockcore::MonitorChange::Gone gone, lockcore::ServerTime now);
    void adjust(const lockcore::LockInfo &lock, lockcore::ServerTime now);
    void setAwaited(int lane, bool awaited, lockcore::ServerTime at);
    void noteBlindness(const lockcore::MonitorState &state, lockcore::ServerTime now);
    void setBlind(const Blindness &begin, bool blind, lockcore::ServerTime now);
    void noteHome(int lane, const lockcore::LockInfo &lock, const lockcore::MonitorState &state, lockcore::ServerTime now);
    void forgetGone(const lockcore::LockId &id);
    TimelineSpan spanOf(int lane, const lockcore::Bytes &owner, TimelineTime begin, bool beginSeen) const;

    TimelineHistory m_history;
    std::unordered_map<lockcore::LockId, int> m_lanes;
    std::vector<lockcore::LockId> m_ids;    ///< indexed by lane
    std::vector<std::vector<Home>> m_homes; ///< of a cluster: indexed by lane, in the order of time
    std::list<lockcore::MonitorChange::Gone> m_gone;
    std::unordered_map<lockcore::LockId, std::list<lockcore::MonitorChange::Gone>::iterator> m_goneAt;
    std::deque<Blindness> m_blindness;
};

} // namespace lockscope
