// SPDX-License-Identifier: MIT
// MonitorChanges without a server: a dozen locks in every state, which are renewed, expire, are taken over and re-entered as time passes.
// The caller provides the time, so that a test or a picture is the same at every run.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <string>

namespace fake {

lockcore::ServerTime serverTime(lockcore::Milliseconds since); ///< since the scene's beginning

lockcore::MonitorState liveState();

/// A held lock with a lease of 30 s, of which `left` remains.
lockcore::LockInfo lock(std::string key, lockcore::Milliseconds left, lockcore::Milliseconds now = {});

/// Renews, re-enters and expires its locks. Only the Scene changes them.
class Scene final
{
public:
    Scene();

    lockcore::MonitorChange first() const; ///< all locks, as the first sweep reports them

    /// The changes since the last call, up to `now`.
    lockcore::MonitorChange advance(lockcore::Milliseconds now);

    static lockcore::LockId expiringId(); ///< expires after 0.8 s
    static lockcore::LockId takenOverId();
    static lockcore::LockId renewedId(); ///< renewed at 2.9 s, then every 10 s

private:
    lockcore::LockInfo &of(const std::string &key);
    lockcore::MonitorChange begin(lockcore::Milliseconds now);
    void renew(lockcore::MonitorChange &change, lockcore::LockInfo &lock, lockcore::Milliseconds now);
    void note(lockcore::MonitorChange &change, const lockcore::LockInfo &lock, lockcore::EventType type, lockcore::Milliseconds now,
              std::string why);

    std::vector<lockcore::LockInfo> m_locks;
    lockcore::Milliseconds m_now{0};
    std::uint64_t m_number = 0;
};

/// `count` locks that are renewed in turn: for speed measurements.
lockcore::MonitorChange many(int count);
lockcore::MonitorChange renewSome(lockcore::MonitorChange &all, std::size_t from, std::size_t count, lockcore::Milliseconds now);

/// A handful of possible locks, and two kinds with many keys.
lockcore::PossibleLocks possibleLocks();

} // namespace fake
