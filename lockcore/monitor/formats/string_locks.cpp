// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/string_locks.h"

#include "lockcore/monitor/formats/grammar.h"

#include <algorithm>

namespace lockcore::stringlock {

std::optional<std::string_view> textOf(const KeySnapshot &look)
{
    if (look.value.type != ValueType::String || !look.value.whole())
        return std::nullopt;
    return std::string_view(look.value.text);
}

LockMatch match(std::string_view library, std::string_view variant, int confidence, const KeySnapshot &look)
{
    LockMatch match;
    match.library = library;
    match.variant = variant;
    match.confidence = confidence;
    Holder holder;
    holder.owner = look.value.text;
    match.holders.push_back(std::move(holder));
    match.waiters = clientsPoll();
    return match;
}

std::optional<LockMatch> tokenUnderFreeName(std::string_view library, std::string_view variant, const char *shape, const KeySnapshot &look,
                                            const RecognitionContext &surroundings)
{
    if (!surroundings.fingerprints.contains(library))
        return std::nullopt;
    const auto ttl = grammar::ttlOf(look);
    const bool proven = surroundings.handedOver && (!ttl || *ttl <= longestLease);
    auto result = match(library, variant, proven ? 2 : 1, look);
    result.ownerScope = OwnerScope::Unknown;
    result.byScriptsAlone = true;
    result.leased();
    result.why = {
        shape,
        "the server knows the scripts of the library; nothing in the name says that it is a lock, and a token made by hand can look the same"};
    if (proven)
        result.why.push_back("other tokens under this name were seen released" + std::string(ttl ? " before their deadline" : ""));
    return result;
}

void namedByToken(LockMatch &match, OwnerScope scope, const RecognitionContext &surroundings)
{
    const bool isKnown = surroundings.fingerprints.contains(match.library);
    match.ownerScope = isKnown ? scope : OwnerScope::Unknown;
    if (match.library != unknownLibrary)
        match.why.emplace_back("a token made by hand can look the same"
                               + std::string(isKnown ? "" : ", and the server does not know the library's scripts"));
}

bool hasBothCases(std::string_view text)
{
    const auto within = [&](char first, char last) {
        return std::any_of(text.begin(), text.end(), [=](char c) { return c >= first && c <= last; });
    };
    return within('a', 'z') && within('A', 'Z');
}

bool changesSortOften(std::string_view text)
{
    enum class Sort { Small, Capital, Digit, Other };
    const auto sortOf = [](char c) {
        return c >= 'a' && c <= 'z' ? Sort::Small : c >= 'A' && c <= 'Z' ? Sort::Capital : c >= '0' && c <= '9' ? Sort::Digit : Sort::Other;
    };
    std::size_t changes = 0;
    for (std::size_t i = 1; i < text.size(); ++i)
        changes += sortOf(text[i]) != sortOf(text[i - 1]) ? 1 : 0;
    return changes * 3
           > text.size(); // of drawn ones, two neighbours in three differ; of 24 characters, one text in three hundred has fewer than nine changes
}

std::optional<HostAndNumber> hostAndNumber(std::string_view text, char separator)
{
    const auto at = text.rfind(separator);
    if (at == text.npos || at == 0)
        return std::nullopt;
    const auto host = text.substr(0, at);
    const auto number = text.substr(at + 1);
    const auto isOfHost = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == ':';
    };
    if (!grammar::isDigits(number, 1, 10) || !std::all_of(host.begin(), host.end(), isOfHost))
        return std::nullopt;
    return HostAndNumber{host, number};
}

std::vector<Bytes> springChannels(std::string_view key)
{
    constexpr std::size_t mostSplits = 8;
    std::vector<Bytes> channels;
    auto colon = key.find(':');
    for (std::size_t i = 0; colon != key.npos && i < mostSplits; ++i, colon = key.find(':', colon + 1)) {
        if (colon == 0 || colon + 1 == key.size())
            continue;
        const auto registry = Bytes(key.substr(0, colon));
        channels.push_back(registry + "-channel:" + Bytes(key));
        channels.push_back(registry + "-channel");
    }
    return channels;
}

std::vector<ReleaseStep> tellSpring(std::string_view key)
{
    std::vector<ReleaseStep> steps;
    for (auto &channel : springChannels(key))
        steps.push_back(recipe::step("PUBLISH", {recipe::channel(std::move(channel)), recipe::text(Bytes(key))}));
    return steps;
}

Waiters clientsPoll()
{
    Waiters waiters;
    waiters.why = "clients poll: Redis does not know who waits";
    return waiters;
}

Waiters nobodyWaits(std::string_view why)
{
    Waiters waiters;
    waiters.knowledge = Waiters::Knowledge::Exact;
    waiters.why = why;
    return waiters;
}

} // namespace lockcore::stringlock
