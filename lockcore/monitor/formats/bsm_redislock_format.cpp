// SPDX-License-Identifier: MIT
// bsm/redislock (Go): unpadded base64url of 16 random bytes, and behind it whatever metadata the caller gave. Reference, §4.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "bsm-redislock";
constexpr std::size_t tokenLength = 22;

// Metadata may make the value longer than what is read of a string, so this does not ask for the whole of it.
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
        && text.find_first_of(digits) != text.npos; // or a word with dashes would pass
}

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = textOf(look);
    if (!text || !isToken(text->substr(0, tokenLength)))
        return std::nullopt;
    const auto metadata = text->substr(tokenLength);
    const auto confidence = stringlock::confidenceByName(look, surroundings, library, metadata.empty() ? 3 : 2);
    if (!confidence)
        return std::nullopt;
    auto finding = stringlock::finding(library, metadata.empty() ? "Lock" : "Lock with metadata", *confidence, look);
    finding.why = {metadata.empty()
                       ? "the value is unpadded base64url of 16 bytes, as this library draws its tokens"
                       : "the value begins with unpadded base64url of 16 bytes, as this library draws its tokens",
                   stringlock::whyByName(look)};
    finding.leaseRule = LeaseRule::Always;
    if (!metadata.empty())
        finding.holders.front().facts.push_back({"metadata", escaped(metadata)});
    return finding;
}

constexpr auto token = "q7Rk1vUe0FJxA-ZpYw3_bg";

Finding expectedLock(const Bytes &owner, int confidence)
{
    Finding finding;
    finding.library = "bsm-redislock";
    finding.variant = "Lock";
    finding.confidence = confidence;
    finding.why = {"the value is unpadded base64url of 16 bytes, as this library draws its tokens",
                   "the name says that it is a lock, and it has a TTL"};
    finding.holders = {{owner, 1, Mode::Exclusive, {}, {}}};
    finding.leaseRule = LeaseRule::Always;
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

Example metadataExample(const Bytes &metadata)
{
    const auto value = example::string(token + metadata);
    auto expected = expectedLock(value.text, 2);
    expected.variant = "Lock with metadata";
    expected.why.front() = "the value begins with unpadded base64url of 16 bytes, as this library draws its tokens";
    expected.holders.front().facts = {{"metadata", value.text.substr(22)}};
    return {"with metadata", example::look("lock:report", value, Milliseconds(4'000)), {}, expected};
}

Example freeNameExample()
{
    auto expected = expectedLock(token, 1);
    expected.why.back() = "it has a TTL, and the server knows the scripts of the library; the name says nothing";
    Surroundings loaded;
    loaded.fingerprints = {"bsm-redislock"};
    return {"under a free name", example::look("report", example::string(token), Milliseconds(4'000)), loaded, expected};
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(4'000);
    static const std::vector<Example> all = {
        {"under a lock word", example::look("lock:report", example::string(token), ttl), {}, expectedLock(token, 3)},
        metadataExample("host=web-3"),
        metadataExample(Bytes(300, 'x')),
        freeNameExample(),
        {"a token in a cache", example::look("session:42", example::string(token), ttl), {}, {}},
        {"no TTL: the library always sets one", example::look("lock:report", example::string(token)), {}, {}},
        {"words with dashes", example::look("lock:report", example::string("worker-node-of-the-wow"), ttl), {}, {}},
        {"too short", example::look("lock:report", example::string("q7Rk1vUe0FJxA-ZpYw3_b"), ttl), {}, {}},
    };
    return all;
}

} // namespace

extern const Format bsmRedislockFormat;
const Format bsmRedislockFormat = {
    .library = library,
    .names = {},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {"eb0c00d98f6f33b4262419a509002884540f30be", "9470c810040e272ee6c579d8d4331aaf6332a7b1"},
    .rank = 5,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of bsm/redislock may span several keys with the same value"}},
};

} // namespace lockcore
