// SPDX-License-Identifier: MIT
// The demo's scene as data: which locks there are, who works under them in what rhythm, and what each has to tell.
// Every role is a process of its own; it speaks a protocol of lockcore/locks, its flaws included.
#pragma once

#include "locks/catalogue.h"

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
        Dies,            ///< kills itself with SIGKILL after its work: the lease has to run out
        DiesBeforeLease, ///< likewise when it is about to send PEXPIRE: there is no lease
    };

    std::string_view name{};     ///< "checkout-1", as in `lockscope demo-worker checkout-1`
    std::string_view host{};     ///< the name of its connection is checkout-1@web-1
    std::string_view protocol{}; ///< of the catalogue
    lockcore::ProtocolOptions options{};
    lockcore::Milliseconds lease{};
    bool renews = false;         ///< the protocol's watchdog keeps it; else the lease ends when it ends
    lockcore::Wait wait{};
    lockcore::Milliseconds start{}; ///< until its first turn
    Span work{};
    Span rest{};                    ///< more than nothing: a server that has gone must not be asked without a pause
    int reentries = 0;
    Ending ending = Ending::Releases;
    int goodTurns = 0;              ///< of each process, that end well, before DiesBeforeLease
};

struct DemoLock
{
    std::string_view key; ///< `*` stands for a number that is drawn for each turn
    const char *story;    ///< what happens and why, for whoever selects it; to be translated
    std::vector<DemoRole> roles;
};

std::span<const DemoLock> demoLocks();

/// The lock's key and the role. Null: there is no such role.
struct DemoPart
{
    std::string_view key;
    const DemoRole *role = nullptr;
};
DemoPart findDemoRole(std::string_view name);

/// The story of a key, translated; empty for one that is not of the scene.
QString demoStory(const lockcore::Bytes &key);

/// All of a role's times divided by `speed`, for tests that cannot wait for hours.
DemoRole fasterRole(DemoRole role, int speed);

} // namespace lockscope
