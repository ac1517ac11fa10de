// SPDX-License-Identifier: MIT
#include "lockcore/judge/judge.h"

#include "lockcore/judge/properties.h"

namespace lockcore {

std::vector<Verdict> judge(const HistoryIndex &history)
{
    const detail::Case of(history);
    return {
        detail::mutualExclusion(of), detail::leaseOutlived(of), detail::ownership(of), detail::noImmortalLock(of), detail::progress(of),
        detail::resource(of),        detail::reentryCount(of),  detail::fairness(of),  detail::watchdog(of),       detail::tokenOrder(of),
    };
}

} // namespace lockcore
