// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/kept_look.h"

namespace lockcore {

KeptLook kept(Snapshot snapshot)
{
    auto &[look, finding] = snapshot;
    std::erase_if(look.companions, [](const auto &companion) { return !companion.second.exists(); });
    if (finding.waiters.knowledge == Waiters::Knowledge::Exact)
        finding.waitChannels = {};
    return {look.at, std::move(look.value), std::move(look.companions), static_cast<Traits &&>(finding)};
}

Snapshot restored(const KeptLook &kept, const LockInfo &lock)
{
    Snapshot snapshot;
    auto &[look, finding] = snapshot;
    look.id = lock.id;
    look.at = kept.at;
    look.value = kept.value;
    look.deadline = lock.deadline;
    look.companions = kept.companions;
    static_cast<Recognition &>(finding) = lock;
    static_cast<Traits &>(finding) = kept.traits;
    finding.waiters = lock.waiters;
    return snapshot;
}

} // namespace lockcore
