// SPDX-License-Identifier: MIT
// What the subscription has said of one key since its last delivered look: evidence that no look can give. No I/O.
#pragma once

#include "lockcore/monitor/watch/server_removals.h"

#include <optional>
#include <utility>

namespace lockcore {

struct ChangeNotifications
{
    std::optional<ServerTime> first; ///< the first change had happened by then
    std::optional<ServerTime> quiet; ///< until then, there had been none
    bool any = false;                ///< a message, or a reason to believe that one was missed
    bool named = false;              ///< a message named the key or a companion
    bool several = false;            ///< changes in more than one turn of the server's loop, or nobody would have heard of more than one
    bool after = false;              ///< one after a look that found it gone, perhaps because that look made it expire; or it was outrun
    CountedRemovals removals{};      ///< counted before the first change
    bool operator==(const ChangeNotifications &) const = default;
};

/// Adds a message, up to a limit. `secondHalf`: it may be that of a change which is counted already, such as SET with a time.
void countChange(std::uint16_t &changes, bool secondHalf = false);

class Heard
{
public:
    /// Of a key that nobody has read yet: what was heard since it was found was not noted.
    static Heard unread();

    /// "Maybe changed": the key itself, or a companion. `removals`: the last count of which the subscription has said everything before.
    /// `secondHalf`: it may be that of one change, such as SET with a time.
    void change(bool itself, std::optional<ServerTime> by, const CountedRemovals &removals = {}, bool secondHalf = false);

    /// A change may have been missed.
    void suspect(const CountedRemovals &removals = {});

    /// From now on, or since the last delivered look, the subscription may have told of the first change alone.
    void maybeMore() { m_maybeMore = true; }

    /// Nothing was on its way at this time.
    void quietUntil(ServerTime at);

    /// A look found it gone, and more was heard of it while that look was read.
    void alreadyGone() { m_alreadyGone = true; }

    /// Since the last delivered look. If a look was outrun, what was heard may belong to either side of it.
    ChangeNotifications take(bool outrun);

    /// Its release, in this generation of the key.
    void announce(std::uint64_t generation) { m_announced = {m_announced ? m_announced->first : generation, generation}; }

    struct Announced
    {
        bool between = false; ///< the last delivered look and this one
        bool nearby = false;  ///< of this look's change or of another one
    };

    /// By the time of a look of this generation that is delivered, and shows something new or not. An announcement comes on another connection than
    /// the message of the change. So one that was heard since the look was asked for, or with nothing new, may belong to the next look.
    Announced takeAnnounced(std::uint64_t generation, ServerTime at, bool isNew);

    bool named() const { return m_named; }            ///< by a message, since the last delivered look
    bool besides() const { return m_companions > 0; } ///< a companion was, since then

    /// A look at this time found the key gone, and the message of that may be on its way. Since when that has been so.
    ServerTime awaitRemoval(ServerTime at);
    void awaitNoMore() { m_awaitedSince.reset(); }
    bool awaits() const { return m_awaitedSince.has_value(); }

    bool operator==(const Heard &) const = default;

private:
    std::optional<ServerTime> m_first;
    std::optional<ServerTime> m_quiet;
    CountedRemovals m_removals;
    std::optional<ServerTime> m_awaitedSince;
    bool m_any = false;
    bool m_named = false;
    bool m_maybeMore = false;
    std::uint16_t m_itself = 0; ///< messages
    std::uint16_t m_companions = 0;
    std::optional<std::pair<std::uint64_t, std::uint64_t>> m_announced; ///< the first and the last one
    bool m_alreadyGone = false;
    std::optional<ServerTime> m_leftToTheNext; ///< an announcement; the time of the look that had it
};

} // namespace lockcore
