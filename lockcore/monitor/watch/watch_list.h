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
    static constexpr std::size_t mostGone = 10'000; ///< free names that stay followed; the oldest are dropped first

    explicit WatchList(int db = 0)
        : m_db(db)
    { }
    WatchList(const WatchList &) = delete;
    WatchList &operator=(const WatchList &) = delete;

    /// Follows the key from now on and reads it soon. A known key is only touched.
    void add(LookRequest request);
    bool contains(const Bytes &key) const { return m_keys.contains(key); }

    /// True if the key is followed and some look showed a companion of it.
    bool hadCompanion(const Bytes &key) const;

    /// True if the key is followed, its deadline had passed at this time, and no message has named it since its last delivered look.
    bool mayBeOverByTimeAlone(const Bytes &key, ServerTime at) const;

    /// A look at this time found the key gone, and the message of its removal may be in flight: reads the key once more after a while.
    /// False: that time is over.
    bool awaitsRemoval(const Bytes &key, ServerTime at);

    /// Reads the keys of awaitsRemoval(): their messages have arrived, or never will.
    void readAwaited();
    std::size_t size() const { return m_keys.size(); }

    /// The key or, if not `itself`, a companion may have changed, at `by` or earlier. False: the key is not followed. `secondHalf`: it may
    /// be the second message of one change (Hears::Changes).
    bool touch(const Bytes &key, std::optional<ServerTime> by = {}, bool itself = true, bool secondHalf = false);
    void touchAll();
    void readAgain(const Bytes &key); ///< although it did not change
    void readFirst(const Bytes &key); ///< the same, before all other keys

    /// Which changes send a message.
    enum class Hears {
        Turns,   ///< by broadcast: all changes of a key in one turn of the server's loop send one message
        Changes, ///< by keyspace events: each change sends one, and another (expire, del) if it sets a time or removes the last element
        First,   ///< by tracking of keys that were read: only the first change after a look certainly sends one
    };
    void setHears(Hears hears) { m_hears = hears; }

    /// The latest count of removed keys for which all earlier messages have arrived. None: not known.
    void setRemovals(CountedRemovals removals) { m_removals = std::move(removals); }

    void announced(const Bytes &key); ///< a release of the key was announced, so it changed: a look that was sent earlier may be older
    void subscriptionBroken();        ///< earlier announcements prove nothing from now on

    struct Ticket
    {
        LookRequest request;
        std::uint64_t generation = 0;
        bool last = false;                       ///< its look counts even if it is outrun
        std::optional<std::uint64_t> answered{}; ///< the generation when the answer arrived: the look counts if it was outrun only later
    };

    bool anyDirty() const { return !m_dirty.empty(); }
    std::size_t newborn() const { return m_newborn; } ///< keys without a delivered look
    std::vector<Ticket> take(std::size_t most);

    /// The looks are answered, and the wait for the subscription will be long: a key that changes often must not wait for it twice.
    void answered(std::vector<Ticket> &tickets);

    struct Verdict
    {
        bool deliver = false;
        bool first = false;           ///< first look since it is followed: the finder of the key did not wait for the subscription
        bool outrun = false;          ///< delivered although the key changed again, because a key may change faster than it can be read
        bool changed = false;         ///< value or deadline differ from the last delivered look, even if this look is not delivered
        bool announced = false;       ///< a release was announced since the last delivery
        bool announcedNearby = false; ///< announced while this look was read, or before a look that showed nothing new
        bool announces = false;       ///< announcements of this key are heard: an earlier release was announced
        bool unexplained = false;     ///< gone without the announcement that this key makes; the count of removed keys may explain it
        bool removedByNobody = false; ///< the server removed no key between the first change and the look
        ChangeNotifications heard;    ///< since the last delivery
    };

    /// A ticket was answered by a complete look, and all messages from before that look have arrived.
    Verdict accept(const Ticket &ticket, const KeySnapshot &look);

    /// A ticket was not answered completely: the key is read again soon, with this request from now on.
    void askAgain(LookRequest request);

    /// The key has no companion now, and a new one would call touch(): looks skip the companions until a message names one, if every name
    /// is heard.
    void nothingBeside(const Bytes &key);

    void drop(const Bytes &key); ///< stops following the key

    /// Reads the key again at this time as well, if nothing happens before. Call it after a delivery.
    void remindAlso(const Bytes &key, ServerTime when);

    /// The earliest deadline of the delivered keys. Each key is read again once its deadline has passed, although it was not touched.
    std::optional<ServerTime> nextDeadline() const;
    /// `quiet`: the subscription has said everything up to this time.
    void expireUntil(ServerTime now, std::optional<ServerTime> quiet = {});

    /// Marks for reading the `count` keys whose last turn is longest ago, with their companions, except keys that were read because of a
    /// change since then.
    void refresh(std::size_t count);

private:
    // A dropped key must leave nothing behind: if names are used once, a server shows millions a day. So each queue holds the nodes of
    // m_keys, and each node knows its places.
    struct Watched;
    using Node = std::pair<const Bytes, Watched>;
    using Queue = std::list<Node *>;

    struct Watched
    {
        LookForm form;
        std::uint64_t generation = 0;
        std::size_t lookHash = 0;
        ValueType type = ValueType::None; ///< in the last delivered look
        int discarded = 0;
        bool wasDelivered = false;
        bool isFresh = false;               ///< read because of a change since its last turn
        std::optional<ServerTime> deadline; ///< in the last delivered look
        Lazy<Heard> heard;
        bool announces = false;
        Queue::iterator turn{};               ///< in m_cycle
        std::optional<Queue::iterator> dirty; ///< in m_dirty
        std::optional<Queue::iterator> gone;  ///< in m_gone
        std::size_t alarm = 0;                ///< in m_alarms: when it is read even without a change
    };

    static std::size_t &alarmOf(Node &node) { return node.second.alarm; }

    Node *find(const Bytes &key);
    void changed(Node &node); // perhaps
    void mark(Node &node);
    void noteGone(Node &node, bool gone);
    void drop(Node &node);

    const int m_db;
    std::unordered_map<Bytes, Watched> m_keys;
    Queue m_dirty; ///< keys to be read, in order
    Queue m_cycle; ///< all keys, for refresh()
    Queue m_gone;  ///< names without a key, oldest first
    std::size_t m_newborn = 0;
    AlarmHeap<Node, alarmOf> m_alarms;
    CountedRemovals m_removals;
    Hears m_hears = Hears::Changes;
};

} // namespace lockcore
