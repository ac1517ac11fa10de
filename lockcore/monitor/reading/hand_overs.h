// SPDX-License-Identifier: MIT
// Names under which tokens were seen released before their deadline, one after the other: those of locks. A session, a code or a refresh token
// has a longer TTL, too, but it is rarely given back and drawn again within the hour, or it is rotated in place; and while one user logs out
// and in, the sessions of others stay. No I/O; one thread.
#pragma once

#include "lockcore/base/clock.h"

#include <list>
#include <string_view>
#include <unordered_map>

namespace lockcore {

/// Tokens that were released under one name, no two alike.
struct ReleasedTokens
{
    int count = 0;     ///< as far as it matters
    ServerTime last{}; ///< when the last one was

    void add(ServerTime at);
    bool prove() const { return count >= enough; }
    bool isLongAgo(ServerTime now) const { return count > 0 && now - last > longestAway; }

    static constexpr int enough = 2;
    static constexpr auto longestAway = std::chrono::hours(1);
    bool operator==(const ReleasedTokens &) const = default;
};

/// Of names that are not followed, because what is there is not listed: bounded, whatever a server shows. Names and tokens are kept as hashes.
class HandOvers
{
public:
    static constexpr std::size_t most = 10'000; ///< names; those that were not heard of for longest are dropped first

    /// Without a TTL, the deadline is ServerTime::max().
    void found(std::string_view name, std::string_view token, ServerTime deadline, ServerTime now);
    void gone(std::string_view name, ServerTime at); ///< perhaps because its time was over

    /// Were two tokens released under this name within the hour? But not if more than mostAlike others of its kind (free_tokens.h) have stayed
    /// longer than a lock is usually held. (Many locks of one kind may be held at once, each for a moment.)
    bool areProven(std::string_view name, ServerTime now) const;
    void clear() { m_names.clear(), m_order.clear(); } ///< the data is another's
    std::size_t size() const { return m_order.size(); }

private:
    using Hash = std::size_t;

    struct Name
    {
        Hash name = 0;
        Hash kind = 0;
        Hash token = 0; ///< while it is there
        Hash lastReleased = 0;
        ServerTime since{};    ///< there has been one
        ServerTime deadline{}; ///< of the token; 1970: there is no token
        ReleasedTokens released;
    };

    bool manyStay(Hash kind, ServerTime now) const;

    std::list<Name> m_order; ///< the one that was heard of last is the last one
    std::unordered_map<Hash, std::list<Name>::iterator> m_names;
};

} // namespace lockcore
