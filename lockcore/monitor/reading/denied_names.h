// SPDX-License-Identifier: MIT
// Where the server's ACL forbids reads. SCAN lists names that the user may not touch, and every denied read is an entry in the
// server's ACL LOG (128 entries by default). After three refusals under one name prefix, Lockscope stops asking there. It never
// asks for many untested names at once. Also counts what could not be read for other reasons.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/clock.h"
#include "lockcore/base/result.h"
#include "lockcore/monitor/model/lock_words.h"
#include "lockcore/monitor/reading/large_names.h"
#include "lockcore/monitor/reading/unread_names.h"

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

    void denied(std::string_view key, std::string_view said = {}); ///< a read was answered with NOPERM
    void granted(std::string_view key);

    /// A read failed. The refusal of a command is no matter of this key and is not counted.
    void failed(std::string_view key, const Error &why);

    /// A structure was not read, because `why` refuses to say how large it is.
    void unmeasured(std::string_view key, const Error &why);

    LargeNames &large() { return m_large; }

    /// With what is too large.
    std::vector<UnreadKeys> unread() const;

    /// Rights may have been given back: from time to time, the next sweep asks for one key under a closed prefix, each time another one. If
    /// that is granted, one under each of the others is asked for, until three in a row are denied.
    void sweepEnds(Moment now);

private:
    static constexpr int sweepsUntilKnown = 2; // the one in which a prefix is opened may have passed some of its names

    bool mayRetry(const std::string &prefix);
    void count(std::string_view key, std::string_view said);

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
    UnreadNames m_unread;
};

} // namespace lockcore
