// SPDX-License-Identifier: MIT
// Where the server's ACL forbids reads. SCAN lists names that the user may not touch, and every denied read is an entry in the
// server's ACL LOG (128 entries by default). After three refusals under one name prefix, Lockscope stops asking there. It never
// asks for many untested names at once. Also counts what else could not be read.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/clock.h"
#include "lockcore/base/result.h"
#include "lockcore/monitor/model/lock_words.h"
#include "lockcore/monitor/reading/large_names.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace lockcore {

class DeniedNames
{
public:
    static constexpr int mostDenials = 3;
    static constexpr Duration leastUntilRetry = std::chrono::minutes(1); ///< it doubles with each refusal
    static constexpr Duration mostUntilRetry = std::chrono::hours(1);

    /// Does a name suggest a lock? `large` outlives this.
    explicit DeniedNames(LargeNames &large, std::function<bool(std::string_view)> suggestsLock = hasLockWord)
        : m_large(large)
        , m_suggestsLock(std::move(suggestsLock))
    { }

    /// Are names like this one denied?
    bool isClosed(std::string_view key) const;

    /// Was one like it denied, until lately? Then it may have been there unread.
    bool wasDenied(std::string_view key) const;

    /// Indices of those `keys` that may be asked for at once, in order; the others are asked later or never. While nothing was denied:
    /// three, and four for each that was granted. After that: all under a prefix that was granted once, and of every other prefix as many
    /// as keep its denials to three. A key under a closed prefix is counted, and its index is added to `leftOut`.
    std::vector<std::size_t> nextOf(const std::vector<std::string_view> &keys, std::vector<std::size_t> &leftOut);

    void denied(std::string_view key); ///< a read was answered with NOPERM
    void granted(std::string_view key);

    /// A structure was not read, because `why` refuses to say how large it is.
    void unmeasured(const Error &why);

    LargeNames &large() { return m_large; }

    struct Counts
    {
        std::int64_t denied = 0;     ///< keys that were denied or left out
        std::int64_t named = 0;      ///< those of them whose names suggest a lock
        std::int64_t unmeasured = 0; ///< structures
    };

    /// In the current sweep or in the one before, whichever is larger.
    Counts counts() const;
    const std::optional<Error> &whyUnmeasured() const { return m_whyUnmeasured; } ///< the last one

    /// Rights may have been given back: from time to time, the next sweep asks for one key under a closed prefix, each time another one. If
    /// that is granted, one under each of the others is asked for, until three in a row are denied.
    void sweepEnds(Moment now);

private:
    static constexpr int sweepsUntilKnown = 2; // the one in which a prefix is opened may have passed some of its names

    bool mayRetry(const std::string &prefix);
    void count(std::string_view key);

    LargeNames &m_large;
    const std::function<bool(std::string_view)> m_suggestsLock;
    std::unordered_map<std::string, int> m_denials; ///< by prefix
    std::unordered_set<std::string> m_open;         ///< prefixes that answered; kept only after something was denied
    std::size_t m_granted = 0;
    std::unordered_map<std::string, int> m_reopened; ///< prefixes that were denied, and for how many sweeps that matters
    std::unordered_set<std::string> m_retried;       ///< prefixes that have had their turn
    int m_retries = 0;                               ///< so many keys under other closed prefixes may be asked for
    std::optional<Moment> m_nextRetry;
    Duration m_untilRetry = leastUntilRetry;
    Counts m_counts;
    Counts m_countsBefore;
    std::optional<Error> m_whyUnmeasured;
};

} // namespace lockcore
