// SPDX-License-Identifier: MIT
// The keys of one database that are followed, and which of them must be read again. No I/O.
//
//     touch(key) ─▶ dirty ── take ─▶ in flight ── accept ─▶ clean      every touch raises the key's generation;
//                     ▲── askAgain, or touched meanwhile ─────┘       an answer from an older one is discarded
//
// The server's message may overtake the answer to an older read, and tracking forgets a key with its message. Only a read that
// was sent after the message proves anything and renews the subscription. And what is heard between the request for a look and a PING after
// it may be older or newer than the look: only a look in whose time nothing was heard can be told from its neighbours.
#pragma once

#include "lockcore/monitor/reading/look_request.h"
#include "lockcore/monitor/transition/lazy.h"
#include "lockcore/monitor/watch/alarm_heap.h"
#include "lockcore/monitor/watch/heard.h"

#include <list>
#include <map>
#include <unordered_map>

namespace lockcore {

class WatchList
{
public:
    static constexpr std::size_t mostGone = 10'000; ///< names without a key that stay followed; the oldest are dropped first

    explicit WatchList(int db = 0)
        : m_db(db)
    { }
    WatchList(const WatchList &) = delete;
    WatchList &operator=(const WatchList &) = delete;

    /// Follows the key from now on and reads it soon. A known key is only touched.
    void add(LookRequest request);
    bool contains(const Bytes &key) const { return m_keys.contains(key); }

    /// Followed, and there was a companion beside it when it was last read, or earlier.
    bool hadCompanion(const Bytes &key) const;

    /// Followed, its deadline had passed by then, and no message has named it since its last delivered look.
    bool mayBeOverByTimeAlone(const Bytes &key, ServerTime at) const;

    /// A look at this time found it gone, and the message of that may be on its way: reads it once more after a while. False: not any more.
    bool awaitsRemoval(const Bytes &key, ServerTime at);

    /// The messages for which it waits have been sent, or never will be.
    void readAwaited();
    std::size_t size() const { return m_keys.size(); }

    /// May have changed, by this time at the latest: itself, or a companion. False: not followed.
    /// `secondHalf`: of a change whose first half may have been told before (Hears::Changes).
    bool touch(const Bytes &key, std::optional<ServerTime> by = {}, bool itself = true, bool secondHalf = false);
    void touchAll();
    void readAgain(const Bytes &key); ///< without saying that it changed
    void readFirst(const Bytes &key); ///< the same, before all others

    /// Which changes leave a message.
    enum class Hears {
        Turns,   ///< by broadcast: all changes of a key in one turn of the server's loop leave one
        Changes, ///< by keyspace events: each change leaves one, and another one (expire, del) if it sets a time or removes the last element
        First,   ///< of keys that are tracked each for itself: only the first change after a look is sure to leave one
    };
    void setHears(Hears hears) { m_hears = hears; }

    /// What the server had removed at a time before which all changes have been heard. None: not known.
    void setRemovals(CountedRemovals removals) { m_removals = std::move(removals); }

    void announced(const Bytes &key); ///< its release was, so it changed: a look that was asked for earlier may be from before that
    void subscriptionBroken();        ///< earlier announcements prove nothing any more

    struct Ticket
    {
        LookRequest request;
        std::uint64_t generation = 0;
        bool last = false;                       ///< its look counts even if it is outrun
        std::optional<std::uint64_t> answered{}; ///< the generation when the answer came: its look counts even if it was outrun only later
    };

    bool anyDirty() const { return !m_dirty.empty(); }
    std::size_t newborn() const { return m_newborn; } ///< keys of which no look has been delivered yet
    std::vector<Ticket> take(std::size_t most);

    /// The looks were answered, and the wait for what the subscription has to say will be long: who changes often must not wait twice for that.
    void answered(std::vector<Ticket> &tickets);

    struct Verdict
    {
        bool deliver = false;
        bool first = false;           ///< since it is followed: who found it did not wait for the subscription
        bool outrun = false;          ///< delivered although it changed again, because a key may change faster than it can be read
        bool changed = false;         ///< another value or deadline than in the last delivery, also if this look is not delivered
        bool announced = false;       ///< a release was announced since the last delivery
        bool announcedNearby = false; ///< one was heard while this look was read, or belongs to a look before that showed nothing new
        bool announces = false;       ///< a release of this key was announced earlier, and another one would have been heard
        bool unexplained = false;     ///< gone without the announcement that it makes; the server's removals may tell more
        bool removedByNobody = false; ///< the server has removed no key between the first change and the look
        ChangeNotifications heard;    ///< since the last delivery
    };

    /// A ticket was answered by a complete look, and what the subscription said before that look has arrived since.
    Verdict accept(const Ticket &ticket, const KeySnapshot &look);

    /// A ticket was not answered completely: the key is asked for again soon, and in this way from now on.
    void askAgain(LookRequest request);

    /// There is no companion now, and touch() would be called for one: none is asked for until something is heard beside the key, as far as
    /// everything is heard.
    void nothingBeside(const Bytes &key);

    void drop(const Bytes &key); ///< not followed any more

    /// The key is to be read again at this time, too, if nothing happens before. To be called after a delivery.
    void remindAlso(const Bytes &key, ServerTime when);

    /// Deadlines of the delivered keys. Touches nothing, but each key is read again once its deadline has passed.
    std::optional<ServerTime> nextDeadline() const;
    /// `quiet`: the subscription has said everything up to this time.
    void expireUntil(ServerTime now, std::optional<ServerTime> quiet = {});

    /// It is the turn of `count` keys, those whose last turn is longest ago: each is marked for reading, and what is beside it, too, unless a
    /// change has led to reading it since.
    void refresh(std::size_t count);

private:
    // What was dropped must leave nothing behind: under names that are used once, a server shows millions a day. So each queue holds
    // the nodes of m_keys, and each node knows its places.
    struct Watched;
    using Node = std::pair<const Bytes, Watched>;
    using Queue = std::list<Node *>;

    struct Watched
    {
        LookForm form;
        std::uint64_t generation = 0;
        std::size_t lookHash = 0;
        ValueType type = ValueType::None; ///< at the last delivered look
        int discarded = 0;
        bool wasDelivered = false;
        bool isFresh = false;               ///< read because of a change since its last turn
        std::optional<ServerTime> deadline; ///< at the last delivered look
        Lazy<Heard> heard;
        bool announces = false;
        Queue::iterator turn{};               ///< in m_cycle
        std::optional<Queue::iterator> dirty; ///< in m_dirty
        std::optional<Queue::iterator> gone;  ///< in m_gone
        std::size_t alarm = 0;                ///< in m_alarms: when it is next read without a change
    };

    static std::size_t &alarmOf(Node &node) { return node.second.alarm; }

    Node *find(const Bytes &key);
    void changed(Node &node); // perhaps
    void mark(Node &node);
    void noteGone(Node &node, bool gone);
    void drop(Node &node);

    const int m_db;
    std::unordered_map<Bytes, Watched> m_keys;
    Queue m_dirty; ///< to be read, the first ones first
    Queue m_cycle; ///< all, for refresh()
    Queue m_gone;  ///< oldest first
    std::size_t m_newborn = 0;
    AlarmHeap<Node, alarmOf> m_alarms;
    CountedRemovals m_removals;
    Hears m_hears = Hears::Changes;
};

} // namespace lockcore
