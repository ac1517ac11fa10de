// SPDX-License-Identifier: MIT
// Fencing tokens increase: an acquire that was sent after another's `ok` had been received gets a greater token.
#include "lockcore/judge/properties.h"
#include "lockcore/judge/words.h"

namespace lockcore::detail {

namespace {

// A later grant with a smaller token contradicts, and so do equal tokens of any two grants.
bool contradicts(const Attempt &earlier, const Attempt &later)
{
    if (*earlier.answer.token == *later.answer.token)
        return earlier.sent < later.sent;
    return earlier.answered<later.sent && * earlier.answer.token> * later.answer.token;
}

std::vector<const Attempt *> grantsWithTokens(const Run &run)
{
    std::vector<const Attempt *> grants;
    for (const auto &claim : run.claims) {
        const auto &first = run.first(claim);
        if (first.answer.token && first.sent > run.begin && first.mode != entry::Mode::Read)
            grants.push_back(&first);
    }
    return grants;
}

} // namespace

Verdict tokenOrder(const Case &of)
{
    const auto &run = of.run;
    Findings findings(run, Property::TokenOrder, Importance::Promised);
    if (!hasCapability(run, Capability::Fencing)) { // without this capability, the number may mean anything
        findings.skip("the library has no fencing tokens");
        return std::move(findings).verdict();
    }
    const auto grants = grantsWithTokens(run);
    if (grants.size() > 1)
        findings.exercised("each later grant has a greater fencing token");
    else
        findings.notExercised("fewer than two grants had a token");
    for (const auto *const later : grants) {
        for (const auto *const earlier : grants) {
            if (earlier == later || earlier->lock != later->lock || !contradicts(*earlier, *later))
                continue;
            const auto fault = serverChanged(run, earlier->sent, later->answered);
            findings.add(Outcome::Violated, Cause::TokenOrder,
                         nameOf(*later) + " got the token " + std::to_string(*later->answer.token) + " after " + nameOf(*earlier)
                             + " had got " + std::to_string(*earlier->answer.token),
                         fault != 0 ? "D13" : "", {earlier->sent, earlier->answered, later->sent, later->answered});
        }
    }
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
