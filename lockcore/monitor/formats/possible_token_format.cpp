// SPDX-License-Identifier: MIT
// A drawn token, or a process of a host, with a short TTL under a name that may be a lock's, because it is about one (`lock_price:7`, `lock:42:status`,
// `order:7:locked`). A property or a flag of something usually holds no token.
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

namespace lockcore::possible_token_format {

namespace {

constexpr std::string_view library = "unknown";
constexpr std::chrono::minutes longestTtl(5);
constexpr std::size_t shortest = 20;
constexpr std::size_t longest = 128; // anything longer carries data

bool isOwners(std::string_view text)
{
    if (grammar::isUuid4(text) || grammar::isHex(text, 32) || grammar::uuidAndNumber(text) || grammar::isProcess(text))
        return true;
    const bool random = stringlock::hasBothCases(text) || grammar::isHex(text, text.size());
    return text.size() >= shortest && text.size() <= longest && isUtf8(text) && random && grammar::looksDrawn(text);
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto text = stringlock::textOf(look);
    const auto ttl = grammar::ttlOf(look);
    if (!text || !ttl || *ttl > longestTtl || lockWordIn(look.id.key) != LockWord::Possible || !isOwners(*text))
        return std::nullopt;
    auto match = stringlock::match(library, "token", 2, look);
    match.why = {std::string(grammar::isProcess(*text) ? "the value is a process of a host" : "the value is a random text")
                     + " with a short TTL, as locks have them",
                 "the name may be that of a lock"};
    match.holders.front().facts = grammar::factsOfOwner(*text, look.at);
    match.ownerScope = OwnerScope::Unknown;
    match.byShortTtl = true;
    return match;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"token"},
    .types = {ValueType::String},
    .rank = -6,
    .classify = classify,
};

} // namespace lockcore::possible_token_format
