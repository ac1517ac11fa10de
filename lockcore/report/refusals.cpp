// SPDX-License-Identifier: MIT
#include "lockcore/report/refusals.h"

#include <algorithm>

namespace lockcore {

namespace {

using detail::Element;
using detail::Release;

bool metAnother(const HistoryIndex &run, const detail::Claim &claim, const Release &release)
{
    const auto &own = run.first(claim);
    return std::ranges::any_of(run.elements, [&](const Element &element) {
        return element.role == entry::Role::Holding && element.lock == own.lock && element.by && *element.by != own.who
               && element.created < release.answered && (element.ended == 0 || element.ended > release.sent);
    });
}

} // namespace

std::vector<std::uint64_t> refusalsIn(const HistoryIndex &run)
{
    std::vector<std::uint64_t> refusals;
    for (auto number = run.begin + 1; number <= run.size(); ++number) {
        const auto *const accessed = run.as<entry::Accessed>(number);
        if (accessed && accessed->refused)
            refusals.push_back(number);
    }
    for (const auto &claim : run.claims) {
        for (const auto &release : claim.releases) {
            if (release.refused && release.answered > run.begin && metAnother(run, claim, release))
                refusals.push_back(release.answered);
        }
    }
    std::ranges::sort(refusals);
    return refusals;
}

} // namespace lockcore
