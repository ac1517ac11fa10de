// SPDX-License-Identifier: MIT
// Decides whether a look shows a lock, and which. Asks every format, applies the ladder of confidence (§8 of the reference) and the user's
// own patterns. Pure; any thread.
#pragma once

#include "lockcore/monitor/formats/row_reader.h"
#include "lockcore/monitor/reading/user_pattern.h"

namespace lockcore {

class Classifier
{
public:
    static constexpr int leastListed = leastOfLock;
    static constexpr int mostByBehaviour = 4; ///< the behaviour that watching shows raises the confidence at most to this

    explicit Classifier(const std::vector<UserPattern> &patterns = {});

    /// Does this name suggest a lock, whatever the key's type? Called for every key of the server: allocates nothing.
    bool nameBetrays(std::string_view name) const;

    /// The lock's key, if this is the name of a companion or a channel; otherwise the name itself.
    Bytes lockOf(std::string_view name) const;

    /// Companions to read together with this key, with their likely types; None: not known.
    std::map<Bytes, ValueType> companions(const KeySnapshot &look) const;

    /// The lock's deadline, if its value names one and its format sets the value and the TTL together.
    static std::optional<ServerTime> deadlineIn(const KeySnapshot &look);

    /// The companions that outlive a lock of this name (queues of waiters), with their types.
    static std::map<Bytes, ValueType> queues(std::string_view key);

    /// The match for a lock that is gone, from the queue of waiters that the look shows.
    static std::optional<LockMatch> queueLeftBehind(const KeySnapshot &look);

    static std::vector<Bytes> channels(std::string_view key); ///< if one of these channels has subscribers, a key of this name is a lock

    /// The best match with its confidence on the ladder, or nothing. `why` ends with alternative matches.
    std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &surroundings) const;

    /// Whether the key is known not to be a lock: a fencing token, a library's bookkeeping.
    bool isNoLock(const KeySnapshot &look, const RecognitionContext &surroundings) const;

    std::optional<Announcement> announced(std::string_view channel, std::string_view payload) const;

    static std::vector<std::string> announcementPatterns();
    static std::vector<std::string> channelPatterns();   ///< the announcement patterns, and those of other channels that show locks
    static std::vector<std::string> broadcastPrefixes(); ///< at most ten, none a prefix of another
    static std::vector<std::pair<std::string, std::string>> fingerprintScripts(); ///< (SHA-1, library)

private:
    std::vector<RowReader> m_patterns;
};

} // namespace lockcore
