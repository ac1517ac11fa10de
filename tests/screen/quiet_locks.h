// SPDX-License-Identifier: MIT
// A server of its own with locks that nobody touches but this object, watched on a screen. The first one by name has an owner
// of its own, and is chosen to be seen in details and timeline, too.
#pragma once

#include "screen/watched_screen.h"

#include "support/eventually.h"

namespace lockscope {

class QuietLocks final
{
public:
    using Seen = std::function<bool()>;
    struct Sight
    {
        const char *where;
        Seen seen;
    };

    explicit QuietLocks(int count);

    /// All locks are shown, in order. Where they do not come, later steps find nothing.
    Seen shown() const;
    void choose();

    /// Once a bar of the chosen lock is seen that can be told from any other sight.
    Seen barShown() const;

    Seen everyLeaseMoved() const; ///< since this call
    Seen detailsMoved() const;
    Seen barGrown() const;

    /// Each changes the chosen lock on the server and returns where that is to be seen.
    std::vector<Sight> renew();
    std::vector<Sight> changeOwner();
    std::vector<Sight> release();

    const WatchedScreen &screen() const { return m_screen; }

private:
    std::set<int> bar() const { return m_screen.timelineColumns(owner); }

    static constexpr auto owner = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17";
    static constexpr auto stranger = "51d0c7aa-0000-4d11-8a6f-2c5e90b7d4e1:3"; // of all the other locks
    static constexpr auto successor = "77777777-1111-4d11-8a6f-2c5e90b7d4e1:5";
    static constexpr auto chosen = "lock:00000";

    int m_count;
    lockcore::test::RedisServer m_server;
    WatchedScreen m_screen;
};

} // namespace lockscope
