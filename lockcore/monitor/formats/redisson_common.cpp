// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/redisson_common.h"

#include "lockcore/monitor/formats/owner_facts.h"

#include <algorithm>
#include <array>

namespace lockcore::redisson {

namespace {

constexpr std::size_t hashLength = 22; // base64 of 128 bits, unpadded

LockMatch match(LockKind kind, std::string variant, int confidence)
{
    LockMatch match;
    match.library = library;
    match.kind = kind;
    match.variant = std::move(variant);
    match.confidence = confidence;
    return match;
}

bool isDerivedName(std::string_view key)
{
    constexpr std::array<std::string_view, 6> kinds = {
        ":lock", ":fairlock", ":rw_lock", ":semaphore", ":permitexpirablesemaphore", ":countdownlatch",
    };
    const auto end = key.rfind(':');
    if (end == key.npos || end < hashLength + 1 || key[end - hashLength - 1] != ':')
        return false;
    return std::find(kinds.begin(), kinds.end(), key.substr(end)) != kinds.end()
           && std::all_of(key.begin() + static_cast<std::ptrdiff_t>(end - hashLength), key.begin() + static_cast<std::ptrdiff_t>(end),
                          grammar::isBase64Digit);
}

} // namespace

LockMatch lockFinding(LockKind kind, std::string variant, int confidence)
{
    auto result = match(kind, std::move(variant), confidence);
    result.ownerScope = OwnerScope::Constant;
    result.leased(watchdogTimeout);
    return result;
}

LockMatch counterFinding(LockKind kind, std::string variant, int confidence)
{
    auto result = match(kind, std::move(variant), confidence);
    result.ownerScope = OwnerScope::Nobody;
    result.leaseRule = LeaseRule::NeverByDesign;
    return result;
}

Holder holder(const grammar::UuidAndNumber &owner, std::string_view count, Mode mode)
{
    Holder result;
    result.owner = std::string(owner.uuid) + ':' + std::string(owner.number);
    result.count = parseInteger(count).value_or(1);
    result.mode = mode;
    result.facts = grammar::factsOf(owner);
    return result;
}

void explainName(LockMatch &match, std::string_view key)
{
    if (isDerivedName(key))
        match.why.emplace_back("the name is one that Redisson derives for an element of a collection");
}

Waiters countedByChannel()
{
    Waiters waiters;
    waiters.why = "waiting Redisson instances subscribe to a channel; threads of one instance share the subscription";
    return waiters;
}

ReleaseStep tell(ReleaseWord channel, ReleaseWord payload)
{
    auto step = recipe::step("PUBLISH", {std::move(channel), std::move(payload)});
    step.sharded = true;
    return step;
}

} // namespace lockcore::redisson
