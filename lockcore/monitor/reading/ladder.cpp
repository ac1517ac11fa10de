// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/ladder.h"

#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/model/lock_words.h"
#include "lockcore/monitor/reading/classifier.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr int mostByBehaviour = 4;
constexpr int mostUnknown = 3;

/// The sentence for the supporting evidence; empty if there is none.
std::string behaviour(const Finding &finding, const Surroundings &surroundings)
{
    if (surroundings.renewalSeen)
        return "its lease was seen renewed";
    if (surroundings.contentionSeen)
        return "others were seen waiting for it";
    if (surroundings.ownerRepeats && finding.ownerScope != OwnerScope::Nobody)
        return "the same owner holds other keys of this prefix";
    return {};
}

void stepUp(Finding &finding, const Surroundings &surroundings)
{
    if (surroundings.fingerprints.contains(finding.library) && !finding.byScriptsAlone) {
        finding.why.push_back("the server has loaded scripts of " + finding.library);
        finding.confidence = std::min(finding.confidence + 1, 5);
        return;
    }
    auto sentence = behaviour(finding, surroundings);
    if (sentence.empty())
        return;
    finding.why.push_back(std::move(sentence));
    const int most = finding.library == unknownLibrary ? mostUnknown : mostByBehaviour;
    if (finding.confidence >= 2 && finding.confidence < most)
        ++finding.confidence;
}

void stepDown(Finding &finding, const Look &look)
{
    const auto ttl = grammar::ttlOf(look);
    if (ttl && *ttl > std::chrono::hours(24))
        finding.why.emplace_back("but its TTL is above 24 hours, which is long for a lock");
    else if (look.value.type == ValueType::String && look.value.length > Value::mostTextBytes)
        finding.why.emplace_back("but its value is longer than 512 bytes, which is long for a token");
    else
        return;
    // A key whose name suggests a lock stays listed.
    finding.confidence = std::max(finding.confidence - 1, hasLockWord(look.id.key) ? Classifier::leastListed : 1);
}

} // namespace

void applyLadder(Finding &finding, const Look &look, const Surroundings &surroundings)
{
    stepUp(finding, surroundings);
    stepDown(finding, look);
}

} // namespace lockcore
