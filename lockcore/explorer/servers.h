// SPDX-License-Identifier: MIT
// What the servers can contain, by number, and what each command makes of it. The oracle is asked once for each pair.
#pragma once

#include "lockcore/explorer/bounds.h"
#include "lockcore/explorer/oracle.h"
#include "lockcore/explorer/request.h"

#include <deque>
#include <limits>
#include <map>

namespace lockcore::explorer {

/// Ends the search.
struct OracleFailed
{
    Error error;
};

class Servers
{
public:
    static constexpr int never = std::numeric_limits<int>::max();

    Servers(Oracle &oracle, Vocabulary &vocabulary, const Bounds &bounds);

    struct Effect
    {
        int after = 0;
        int reply = 0;
        std::vector<int> published;
    };

    static constexpr int empty = 0;
    int number(Keyspace keys);
    const Keyspace &keys(int server) const { return m_known[static_cast<std::size_t>(server)].keys; }
    TokenNames tokens(int server) const { return m_known[static_cast<std::size_t>(server)].tokens; }
    int nextExpiry(int server) const { return m_known[static_cast<std::size_t>(server)].next; } ///< in ms; never

    /// The content of the lock's key, by number; 0: there is none.
    int lock(int server) const { return m_known[static_cast<std::size_t>(server)].lock; }
    bool lockHasDeadline(int server) const { return m_known[static_cast<std::size_t>(server)].lockHasDeadline; }

    const Effect &execute(int server, int request, int now);

    struct Pending
    {
        int server;
        int request;
        int now;
    };
    /// Asks all that is not known yet at once. True: there was something.
    bool askAhead(std::span<const Pending> pending);
    bool touchesLock(int server, int request, int now); ///< a client that watches the lock would notice it
    int afterTime(int server, int milliseconds);
    int without(int server, const Bytes &key);

private:
    struct Known
    {
        Keyspace keys;
        TokenNames tokens = 0;
        int next = never;
        int lock = 0;
        bool lockHasDeadline = false;
    };
    std::optional<int> timeOf(int now) const;
    const Effect &remember(Judgement judged);
    using Asked = std::array<int, 3>; ///< a server, a request, and the time where it matters
    Asked asked(int server, int request, int now) const { return {server, request, timeOf(now).value_or(0)}; }

    Oracle &m_oracle;
    Vocabulary &m_vocabulary;
    const bool m_readsWallClock;
    const Mutant m_mutant;
    Numbers<Bytes> m_keys;
    Numbers<Bytes> m_locks;
    std::vector<Known> m_known;
    Numbers<Asked> m_asked;
    std::deque<Effect> m_effects; ///< of each
    std::map<Asked, bool> m_touches;
};

} // namespace lockcore::explorer
