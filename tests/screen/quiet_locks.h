// SPDX-License-Identifier: MIT
// A server of its own with locks that only this object changes, watched on a screen. The first one by name has an owner of its own, and is
// selected so that details and timeline show it, too.
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

    /// All locks are shown, in order. If they do not appear, later steps find nothing.
    Seen shown() const;
    void choose();

    /// True once the screen shows a bar of the selected lock.
    Seen barShown() const;

    Seen everyLeaseMoved() const; ///< since this call
    Seen detailsMoved() const;
    Seen barGrown() const;

    /// Each changes the selected lock on the server and returns where that becomes visible.
    std::vector<Sight> renew();
    std::vector<Sight> changeOwner();
    std::vector<Sight> release();
    void acquireAgain(); ///< by another owner
    void renewAll();
    lockcore::test::RedisServer &server() { return m_server; }

    const WatchedScreen &screen() const { return m_screen; }

private:
    std::set<int> bar() const { return m_screen.timelineColumns({0, chosen}, owner); }

    static constexpr auto owner = "9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17";
    static constexpr auto stranger = "51d0c7aa-0000-4d11-8a6f-2c5e90b7d4e1:3"; // the owner of all other locks
    static constexpr auto successor = "77777777-1111-4d11-8a6f-2c5e90b7d4e1:5";
    static constexpr auto chosen = "lock:00000";

    int m_count;
    lockcore::test::RedisServer m_server;
    WatchedScreen m_screen;
};

} // namespace lockscope
