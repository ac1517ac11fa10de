// SPDX-License-Identifier: MIT
// Names that the server's ACL does not let us read. SCAN also lists such names, and every denied read is an entry in the server's ACL LOG
// (128 entries by default). After three refusals under one name prefix, Lockscope stops reading there. It never reads many untested names
// at once. Also counts keys that could not be read for other reasons.
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
    static constexpr Duration leastUntilRetry = std::chrono::minutes(1); ///< doubles with each refusal
    static constexpr Duration mostUntilRetry = std::chrono::hours(1);

    /// `suggestsLock`: whether a name suggests a lock. `large` outlives this object.
    explicit DeniedNames(LargeNames &large, std::function<bool(std::string_view)> suggestsLock = hasLockWord)
        : m_large(large)
        , m_suggestsLock(std::move(suggestsLock))
    { }

    /// Whether names like this one are denied.
    bool isClosed(std::string_view key) const;

    /// Whether a name like this one was denied until recently. Then the key may have existed unread.
    bool wasDenied(std::string_view key) const;

    /// Indices of the `keys` that may be read now, in order; the others are read later or never. While nothing has been denied: three, plus
    /// four for each key that was granted. Afterwards: all keys under a prefix that was granted once, and of every other prefix only so
    /// many that at most three can be denied. A key under a closed prefix is counted, and its index is added to `leftOut`.
    std::vector<std::size_t> nextOf(const std::vector<std::string_view> &keys, std::vector<std::size_t> &leftOut);

    void denied(std::string_view key, std::string_view said = {}); ///< a read was answered with NOPERM
    void granted(std::string_view key);

    /// A read failed. If the server refuses the command itself, this says nothing about the key, and is not counted.
    void failed(std::string_view key, const Error &why);

    /// A structure was not read, because `why` refuses to report its size.
    void unmeasured(std::string_view key, const Error &why);

    LargeNames &large() { return m_large; }

    /// Includes the keys that are too large.
    std::vector<UnreadKeys> unread() const;

    /// The user's rights may have changed: from time to time, the next sweep reads one key under a closed prefix, each time another prefix.
    /// If this is granted, it reads one key under each of the other closed prefixes, until three in a row are denied.
    void sweepEnds(Moment now);

private:
    static constexpr int sweepsUntilKnown = 2; // the sweep during which a prefix is opened may already have passed some of its names

    bool mayRetry(const std::string &prefix);
    void count(std::string_view key, std::string_view said);

    LargeNames &m_large;
    const std::function<bool(std::string_view)> m_suggestsLock;
    std::unordered_map<std::string, int> m_denials; ///< by prefix
    std::unordered_set<std::string> m_open;         ///< prefixes of granted keys; kept only after something was denied
    std::size_t m_granted = 0;
    std::unordered_map<std::string, int> m_reopened; ///< prefixes that were denied, and the number of sweeps for which this still matters
    std::unordered_set<std::string> m_retried;       ///< prefixes that were tried again
    int m_retries = 0;                               ///< the number of keys under other closed prefixes that may be tried
    std::optional<Moment> m_nextRetry;
    Duration m_untilRetry = leastUntilRetry;
    UnreadNames m_unread;
};

} // namespace lockcore
