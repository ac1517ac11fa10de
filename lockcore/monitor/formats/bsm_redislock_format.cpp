// SPDX-License-Identifier: MIT
// bsm/redislock (Go): unpadded base64url of 16 random bytes, followed by any metadata that the caller gave. Reference, §4.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::bsm_redislock_format {

namespace {

constexpr std::string_view library = "bsm-redislock";
constexpr std::size_t tokenLength = 22;

// Metadata may make the value longer than what is read of a string, so the value need not be whole.
std::optional<std::string_view> textOf(const Look &look)
{
    if (look.value.type != ValueType::String)
        return std::nullopt;
    return std::string_view(look.value.text);
}

bool isToken(std::string_view text)
{
    constexpr std::string_view digits = "0123456789";
    return grammar::isBase64UrlOf16(text) && stringlock::hasBothCases(text)
           && text.find_first_of(digits) != text.npos; // otherwise a word with dashes would match
}

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = textOf(look);
    if (!text || !isToken(text->substr(0, tokenLength)) || !surroundings.fingerprints.contains(library))
        return std::nullopt; // without the scripts it may be anybody's: token_urlsafe(16) of Python is the same
    const auto metadata = text->substr(tokenLength);
    auto finding =
        stringlock::tokenByName(library, metadata.empty() ? "Lock" : "Lock with metadata", metadata.empty() ? 3 : 2,
                                metadata.empty() ? "the value is unpadded base64url of 16 bytes, as this library draws its tokens"
                                                 : "the value begins with unpadded base64url of 16 bytes, as this library draws its tokens",
                                look, surroundings);
    if (finding && !metadata.empty())
        finding->holders.front().facts.push_back({"metadata", escaped(metadata)});
    return finding;
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"Lock", "Lock with metadata"},
    .types = {ValueType::String},
    .scripts = {"eb0c00d98f6f33b4262419a509002884540f30be", "9470c810040e272ee6c579d8d4331aaf6332a7b1",
                "80a1b5f2cfccec3b7119ba7721d2127682b691a7"},
    .rank = 5,
    .classify = classify,
    .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of bsm/redislock may span several keys with the same value"}},
};

} // namespace lockcore::bsm_redislock_format
