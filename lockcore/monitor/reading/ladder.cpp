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
std::string behaviour(const LockMatch &match, const RecognitionContext &surroundings)
{
    if (surroundings.renewalSeen)
        return "its lease was seen renewed";
    if (surroundings.contentionSeen)
        return "others were seen waiting for it";
    if (surroundings.ownerRepeats && match.ownerScope != OwnerScope::Nobody)
        return "the same owner holds other keys of this prefix";
    return {};
}

void stepUp(LockMatch &match, const RecognitionContext &surroundings)
{
    if (surroundings.fingerprints.contains(match.library) && !match.byScriptsAlone) {
        match.why.push_back("the server has loaded scripts of " + match.library);
        match.confidence = std::min(match.confidence + 1, 5);
        return;
    }
    auto sentence = behaviour(match, surroundings);
    if (sentence.empty())
        return;
    match.why.push_back(std::move(sentence));
    const int most = match.library == unknownLibrary ? mostUnknown : mostByBehaviour;
    if (match.confidence >= 2 && match.confidence < most)
        ++match.confidence;
}

void stepDown(LockMatch &match, const KeySnapshot &look)
{
    const auto ttl = grammar::ttlOf(look);
    if (ttl && *ttl > std::chrono::hours(24))
        match.why.emplace_back("but its TTL is above 24 hours, which is long for a lock");
    else if (look.value.type == ValueType::String && look.value.length > Value::mostTextBytes)
        match.why.emplace_back("but its value is longer than 512 bytes, which is long for a token");
    else
        return;
    // A key whose name suggests a lock stays listed, if it would be.
    const int least = hasLockWord(look.id.key) ? std::min(match.confidence, Classifier::leastListed) : 1;
    match.confidence = std::max(match.confidence - 1, least);
}

} // namespace

void applyLadder(LockMatch &match, const KeySnapshot &look, const RecognitionContext &surroundings)
{
    stepUp(match, surroundings);
    stepDown(match, look);
}

} // namespace lockcore
