// SPDX-License-Identifier: MIT
// A token of a common shape under a lock word, from a library that the shape does not reveal (reference, §1 and §7).
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

namespace lockcore::unknown_token_format {

namespace {

constexpr std::string_view library = "unknown";
constexpr std::size_t longest = 128; // anything longer carries data

bool isMixedAlnum(std::string_view text)
{
    constexpr std::string_view digits = "0123456789";
    const bool length = grammar::isAlnum(text, 16) || grammar::isAlnum(text, 20) || grammar::isAlnum(text, 22);
    return length && stringlock::hasBothCases(text) && text.find_first_of(digits) != text.npos;
}

/// What the shape is called; empty: not a token's shape.
std::string_view shapeOf(std::string_view text)
{
    if (grammar::isUuid4(text))
        return "a random UUID";
    if (grammar::isUuid4Hex(text))
        return "a random UUID without dashes";
    if (grammar::isHex(text, 32))
        return "32 hex digits";
    if (grammar::isBase64Of16(text) || grammar::isBase64UrlOf16(text))
        return "16 bytes in base64";
    if (grammar::isBase64Of32(text))
        return "32 bytes in base64";
    if (grammar::isBase64Of18(text) && stringlock::hasBothCases(text) && stringlock::changesSortOften(text))
        return "18 bytes in base64";
    if (isMixedAlnum(text))
        return "random letters and digits";
    if (grammar::isRandomBytes(text))
        return "random bytes";
    if (grammar::uuidAndNumber(text))
        return "a random UUID with a number";
    if (text.size() <= longest && grammar::looksDrawn(text))
        return "a long random text";
    return {};
}

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    const auto text = stringlock::textOf(look);
    if (!text || !hasLockWord(look.id.key))
        return std::nullopt;
    const auto shape = shapeOf(*text);
    if (shape.empty())
        return std::nullopt;
    auto match = stringlock::match(library, "token", 2, look);
    match.why = {"the value is " + std::string(shape) + ", which several libraries and hand-made locks write",
                 "the name says that it is a lock"};
    if (look.deadline && look.id.key.starts_with("mutex:") && grammar::isUuid4(*text))
        match.why.emplace_back("redis-semaphore writes the same, but the server does not know its scripts");
    if (const auto numbered = grammar::uuidAndNumber(*text))
        match.holders.front().facts = grammar::factsOf(*numbered);
    // Some draw one token for each process (Spring, Hangfire, Sentry), others one for each acquisition.
    match.ownerScope = OwnerScope::Unknown;
    return match;
}

// A UUID under a name with a colon may be Spring's. Publishing to channels that nobody listens to costs nothing.
ReleaseRecipe release(const ReleaseCase &what)
{
    ReleaseRecipe recipe;
    if (!grammar::isUuid4(what.look.value.text))
        return recipe;
    recipe.wakeUps = stringlock::tellSpring(what.look.id.key);
    for (auto &wakeUp : recipe.wakeUps)
        wakeUp.optional = true;
    if (!recipe.wakeUps.empty())
        recipe.warnings.push_back({ReleaseWarning::Kind::WakesByGuess, "Spring"});
    return recipe;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"token"},
    .types = {ValueType::String},
    .notes =
        {{"unknown",
          "a token, a mark such as `1`, a record, a set of tokens, or a timestamp that names no library; and what two libraries write: the evidence names both (the master lock of resque-scheduler and of node-resque 5 and 6; RedLock.net and pottery)",
          "any name with a word for a lock", "[below](#under-a-word-for-a-lock)"}},
    .rank = -5,
    .classify = classify,
    .release = release,
};

} // namespace lockcore::unknown_token_format
