// SPDX-License-Identifier: MIT
// The demo's scene as data: its locks, the workers and timing of each lock, and the story of each. Every role runs as a separate process,
// `lockscope worker`, with a protocol of lockcore/locks and that protocol's flaws.
#pragma once

#include "lockcore/judge/entry.h"
#include "lockcore/locks/catalogue.h"

#include <QString>

#include <span>
#include <string_view>
#include <vector>

namespace lockscope {

struct Span
{
    lockcore::Milliseconds least{};
    lockcore::Milliseconds most{};
};

struct DemoRole
{
    enum class Ending {
        Releases,
        Dies,            ///< is killed after its work, so the lease must run out
        DiesBeforeLease, ///< is killed before its PEXPIRE reaches the server, so there is no lease
    };

    std::string_view name{};     ///< "checkout-1"
    std::string_view host{};     ///< `web-1` for a first connection named checkout-1@web-1#1
    std::string_view protocol{}; ///< its name in the catalogue
    lockcore::entry::Mode mode = lockcore::entry::Mode::Exclusive;
    lockcore::Milliseconds lease{};
    bool overTcp = false; ///< a trace can tell its connection from others
    bool renews = false;  ///< the protocol's watchdog renews it; otherwise the lease ends by itself
    lockcore::Wait wait{};
    lockcore::Milliseconds start{}; ///< time until its first turn
    Span work{};
    Span rest{}; ///< always positive, so that a server that is gone is not polled without a pause
    int reentries = 0;
    Ending ending = Ending::Releases;
    int goodTurns = 0; ///< how many turns each process ends normally before DiesBeforeLease
};

struct DemoLock
{
    std::string_view key; ///< `*` is replaced by a number that is drawn for each turn
    const char *story;    ///< what happens and why, shown for the selected lock; to be translated
    std::vector<DemoRole> roles;
};

std::span<const DemoLock> demoLocks();

/// The translated story of a key; empty for a key outside the scene.
QString demoStory(const lockcore::Bytes &key);

/// Divides all times of a role by `speed`, for tests that cannot wait for hours.
DemoRole fasterRole(DemoRole role, int speed);

} // namespace lockscope
