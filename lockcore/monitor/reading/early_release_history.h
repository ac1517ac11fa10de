// SPDX-License-Identifier: MIT
// Names under which several tokens were released before their deadline, one after the other: such names are locks. A session, a code or a
// refresh token also has a long TTL. But it is rarely released and replaced by a new one within the hour, or it is replaced in place; and
// while one user logs out and in, the sessions of others stay. No I/O; one thread.
#pragma once

#include "lockcore/base/clock.h"

#include <list>
#include <string_view>
#include <unordered_map>

namespace lockcore {

/// Counts the different tokens that were released under one name.
struct ReleasedTokens
{
    int count = 0;     ///< at most `enough`
    ServerTime last{}; ///< the time of the last release

    void add(ServerTime at);
    bool prove() const { return count >= enough; }
    bool isLongAgo(ServerTime now) const { return count > 0 && now - last > longestAway; }

    static constexpr int enough = 2;
    static constexpr auto longestAway = std::chrono::hours(1);
    bool operator==(const ReleasedTokens &) const = default;
};

/// Contains names whose keys are not listed and therefore not followed. Its size is limited, whatever a server contains. Names and tokens
/// are stored as hashes.
class EarlyReleaseHistory
{
public:
    static constexpr std::size_t most = 10'000; ///< names; the one that was seen least recently is dropped first

    /// Without a TTL, the deadline is ServerTime::max().
    void found(std::string_view name, std::string_view token, ServerTime deadline, ServerTime now);
    void gone(std::string_view name, ServerTime at); ///< the key is gone, perhaps because its lease has ended

    /// Whether two tokens were released under this name within the hour. False if more than mostAlike other tokens of its kind
    /// (kind_of_name.h) have stayed longer than a lock is usually held. (Many locks of one kind may be held at the same time, but each only
    /// for a moment.)
    bool areProven(std::string_view name, ServerTime now) const;
    void clear() { m_names.clear(), m_order.clear(); } ///< call it when the server's data is replaced
    std::size_t size() const { return m_order.size(); }

private:
    using Hash = std::size_t;

    struct Name
    {
        Hash name = 0;
        Hash kind = 0;
        Hash token = 0; ///< valid while a token exists
        Hash lastReleased = 0;
        ServerTime since{};    ///< a token has existed since this time
        ServerTime deadline{}; ///< of the token; 1970: there is no token
        ReleasedTokens released;
    };

    bool manyStay(Hash kind, ServerTime now) const;

    std::list<Name> m_order; ///< ordered by when they were last seen; the most recent is at the end
    std::unordered_map<Hash, std::list<Name>::iterator> m_names;
};

} // namespace lockcore
