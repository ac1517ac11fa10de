// SPDX-License-Identifier: MIT
// Receives the looks from sweeps, new names and the feed. Applies them to the MonitorStore, and adds each lock to the WatchList. One
// thread.
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
        Name,       ///< a message named the key
        Sweep,      ///< earlier sweeps may not have recognised it: a denied key, or only a short TTL or its library's scripts reveal it
        FirstSweep, ///< first sweep of this connection: no message announced earlier keys
    };
    void found(std::vector<Sighting> sightings, By by);

    /// Waits while more than mostNewborn found keys await their first look. Otherwise names that are used once pile up faster than they are
    /// read.
    Task<void> whenRoom();
    static constexpr std::size_t mostNewborn = 10'000;
    void looked(const std::vector<Feed::Delivery> &deliveries);
    void announced(const Bytes &key); ///< a release was announced for a key that is not in the WatchList
    void unreadable(const Bytes &key, const std::string &why);

    /// Removes free names from the MonitorStore that the WatchList no longer follows.
    void forgetFreeNames();

private:
    bool isFreeSemaphore(const KeySnapshot &look) const;

    const SessionParts &m_parts;
    Feed &m_feed;
    ClockJumps m_jumps;
    std::size_t m_followedFreeNames = 0; ///< after the last forgetFreeNames()
};

} // namespace lockcore
