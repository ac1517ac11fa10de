// SPDX-License-Identifier: MIT
// Where looks arrive from sweeps, new names and the feed. Applies them to the MonitorStore, and adds each lock to the WatchList. One thread.
#pragma once

#include "lockcore/monitor/reading/prober.h"
#include "lockcore/monitor/watch/feed.h"
#include "lockcore/monitor/watch/session_parts.h"

namespace lockcore {

class Intake
{
public:
    Intake(const SessionParts &parts, Feed &feed)
        : m_parts(parts)
        , m_feed(feed)
        , m_jumps(parts.serverClock)
    { }

    enum class By {
        Name,       ///< that was heard
        Sweep,      ///< earlier ones may have passed by what was denied, or only the scripts of its library or a short TTL betray
        FirstSweep, ///< of this connection: what came before was announced to nobody
    };
    void found(std::vector<Sighting> sightings, By by);

    /// Waits until at most mostNewborn found keys await their first look. Otherwise names that are used once pile up faster than they are read.
    Task<void> whenRoom();
    static constexpr std::size_t mostNewborn = 10'000;
    void looked(const std::vector<Feed::Delivery> &deliveries);
    void announced(const Bytes &key); ///< a release was announced for a key that is not followed
    void unreadable(const Bytes &key, const std::string &why);

    /// The MonitorStore forgets the free names that are not followed any more.
    void forgetFreeNames();

private:
    bool isFreeSemaphore(const KeySnapshot &look) const;

    const SessionParts &m_parts;
    Feed &m_feed;
    ClockJumps m_jumps;
    std::size_t m_followedFreeNames = 0; ///< at the last time when the others were forgotten
};

} // namespace lockcore
