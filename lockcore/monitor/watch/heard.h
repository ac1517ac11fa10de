// SPDX-License-Identifier: MIT
// The messages about one key since its last delivered look: evidence that a look cannot give. No I/O.
#pragma once

#include "lockcore/monitor/watch/server_removals.h"

#include <optional>
#include <utility>

namespace lockcore {

struct ChangeNotifications
{
    std::optional<ServerTime> first; ///< the first change happened at this time or earlier
    std::optional<ServerTime> quiet; ///< before this time, there was no change
    bool any = false;                ///< a message arrived, or one was perhaps missed
    bool named = false;              ///< a message named the key or a companion
    bool several = false;            ///< changes in several turns of the server's loop, or only the first one would have sent a message
    bool after = false;              ///< a message after a look that found the key gone (which the look may have caused), or an outrun look
    CountedRemovals removals{};      ///< the last count before the first change
    bool operator==(const ChangeNotifications &) const = default;
};

/// Counts a message, up to a limit. `secondHalf`: it may be the second message of a change that is already counted, such as SET with a
/// time.
void countChange(std::uint16_t &changes, bool secondHalf = false);

class Heard
{
public:
    /// For a key that was not read yet: messages since it was found were not recorded.
    static Heard unread();

    /// The key itself or a companion may have changed. `removals`: the latest count for which all earlier messages have arrived.
    /// `secondHalf`: see countChange().
    void change(bool itself, std::optional<ServerTime> by, const CountedRemovals &removals = {}, bool secondHalf = false);

    /// A change may have been missed.
    void suspect(const CountedRemovals &removals = {});

    /// Since the last delivered look, and from now on, perhaps only the first change sends a message.
    void maybeMore() { m_maybeMore = true; }

    /// At this time no message was in flight.
    void quietUntil(ServerTime at);

    /// A look found the key gone, and another message about it arrived while that look was read.
    void alreadyGone() { m_alreadyGone = true; }

    /// Everything since the last delivered look. If the look was outrun, each message may be older or newer than the look.
    ChangeNotifications take(bool outrun);

    /// A release of the key was announced, in this generation of the key.
    void announce(std::uint64_t generation) { m_announced = {m_announced ? m_announced->first : generation, generation}; }

    struct Announced
    {
        bool between = false; ///< heard between the last delivered look and this one
        bool nearby = false;  ///< may concern this look's change or the change of another look
    };

    /// For a delivered look of this generation, taken at this time; `isNew`: it shows something new. The announcement and the message of
    /// the change come on different connections. Therefore an announcement that arrived after the look was sent, or with a look that showed
    /// nothing new, may concern the next look.
    Announced takeAnnounced(std::uint64_t generation, ServerTime at, bool isNew);

    bool named() const { return m_named; }            ///< a message has named the key or a companion since the last delivered look
    bool besides() const { return m_companions > 0; } ///< a companion has changed since the last delivered look

    /// A look at this time found the key gone, and the message of its removal may be in flight. Returns the time of the first such look.
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
    std::uint16_t m_itself = 0; ///< number of messages
    std::uint16_t m_companions = 0;
    std::optional<std::pair<std::uint64_t, std::uint64_t>> m_announced; ///< the first and the last generation
    bool m_alreadyGone = false;
    std::optional<ServerTime> m_leftToTheNext; ///< an announcement that may concern the next look: the time of the look before
};

} // namespace lockcore
