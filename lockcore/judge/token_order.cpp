// SPDX-License-Identifier: MIT
// Fencing tokens increase: an acquire that was sent after another's `ok` had been received gets a greater token. If the server's data were lost
// in between, the counter was, too: no library can prevent that.
#include "lockcore/judge/ending.h"
#include "lockcore/judge/properties.h"
#include "lockcore/judge/words.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

struct TokenGrant
{
    const Attempt *attempt = nullptr;
    Number locked = 0; ///< when its element became the lock; 0: not known
};

// A later grant with a smaller token contradicts, and so do equal tokens of any two grants. Of two that asked at the same time, the record
// shows which came first.
bool contradicts(const TokenGrant &earlier, const TokenGrant &later)
{
    const auto &first = *earlier.attempt, &second = *later.attempt;
    if (*first.answer.token == *second.answer.token)
        return first.sent < second.sent;
    const bool isEarlier = first.answered < second.sent || (earlier.locked != 0 && earlier.locked < later.locked);
    return isEarlier && *first.answer.token > *second.answer.token;
}

std::vector<TokenGrant> grantsWithTokens(const Case &of)
{
    const auto &run = of.run;
    std::vector<TokenGrant> grants;
    for (std::size_t i = 0; i < run.claims.size(); ++i) {
        const auto &first = run.first(run.claims[i]);
        if (!first.answer.token || first.sent <= run.begin || first.mode == entry::Mode::Read)
            continue;
        const auto &holding = of.holdings[i];
        const bool isKnown = run.header().quorum <= 1 && holding.grants.front() == Grant::Found && holding.elements.size() == 1;
        grants.push_back({&first, isKnown ? becameLock(run, run.claims[i], run.elements[holding.elements.front()]) : 0});
    }
    return grants;
}

struct Contradiction
{
    const Attempt *earlier = nullptr, *later = nullptr;
    Number fault = 0; ///< the server lost data in between, perhaps its counter; 0: it did not
};

std::vector<Contradiction> contradictionsIn(const Run &run, const std::vector<TokenGrant> &grants)
{
    std::vector<Contradiction> all;
    for (const auto &second : grants) {
        for (const auto &first : grants) {
            const auto *const earlier = first.attempt, *const later = second.attempt;
            if (earlier != later && earlier->lock == later->lock && contradicts(first, second))
                all.push_back({earlier, later, serverChanged(run, earlier->sent, later->answered)});
        }
    }
    return all;
}

} // namespace

Verdict tokenOrder(const Case &of)
{
    const auto &run = of.run;
    const auto grants = grantsWithTokens(of);
    const auto contradictions = contradictionsIn(run, grants);
    const bool isServers =
        !contradictions.empty() && std::ranges::all_of(contradictions, [](const Contradiction &one) { return one.fault != 0; });
    Findings findings(run, Property::TokenOrder, isServers ? Importance::Informative : Importance::Promised);
    if (!hasCapability(run, Capability::Fencing)) { // without this capability, the number may mean anything
        findings.skip("the library has no fencing tokens");
        return std::move(findings).verdict();
    }
    if (grants.size() > 1)
        findings.exercised("each later grant has a greater fencing token");
    else
        findings.notExercised("fewer than two grants had a fencing token");
    for (const auto &[earlier, later, fault] : contradictions) {
        findings.add(Outcome::Violated, Cause::TokenOrder,
                     nameOf(*later) + " got the fencing token " + std::to_string(*later->answer.token) + " after " + nameOf(*earlier)
                         + " had got " + std::to_string(*earlier->answer.token),
                     fault != 0 ? "D13" : "", {earlier->sent, earlier->answered, later->sent, later->answered});
    }
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
