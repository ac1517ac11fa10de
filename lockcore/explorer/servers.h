// SPDX-License-Identifier: MIT
// What the servers can contain, by number, and what each command makes of it. The oracle is asked once for each pair.
#pragma once

#include "lockcore/explorer/bounds.h"
#include "lockcore/explorer/oracle.h"
#include "lockcore/explorer/request.h"

#include <limits>

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

    const Effect &execute(int server, int request, int now);
    int afterTime(int server, int milliseconds);
    int without(int server, const Bytes &key);

private:
    struct Known
    {
        Keyspace keys;
        TokenNames tokens = 0;
        int next = never;
    };

    Oracle &m_oracle;
    Vocabulary &m_vocabulary;
    const bool m_readsWallClock;
    const Mutant m_mutant;
    Interner m_keys;
    std::vector<Known> m_known;
    std::unordered_map<Bytes, Effect> m_effects;
};

} // namespace lockcore::explorer
