// SPDX-License-Identifier: MIT
// node-redlock 4 and 5: 32 random hex digits under each name that the caller locked. Reference, §4 and §7.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "node-redlock";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isHex(*text, 32) || grammar::uuid1Hex(*text, look.at))
        return std::nullopt;
    // Random digits look like a UUID4 once in 64 times; other libraries write nothing else.
    if (grammar::isUuid4Hex(*text) && !surroundings.fingerprints.contains(library))
        return std::nullopt;
    const auto confidence = stringlock::confidenceByName(look, surroundings, library, 2);
    if (!confidence)
        return std::nullopt;
    auto finding = stringlock::finding(library, "Redlock", *confidence, look);
    finding.why = {"the value is 32 hex digits that are no UUID: a token as node-redlock and Lockscope's protocols draw it, or a hash sum",
                   stringlock::whyByName(look)};
    finding.leaseRule = LeaseRule::Always;
    return finding;
}

// What redlock 5.0.0-beta.2 wrote
constexpr auto token = "e0d024d50d1990a6cc05cbf17ac5ddb1";
constexpr auto shared = "e9e44015d787d35ad62c0b2535d69c82";

Finding expectedLock(const char *owner, int confidence, const char *whyByName)
{
    Finding finding;
    finding.library = "node-redlock";
    finding.variant = "Redlock";
    finding.confidence = confidence;
    finding.why = {"the value is 32 hex digits that are no UUID: a token as node-redlock and Lockscope's protocols draw it, or a hash sum",
                   whyByName};
    finding.holders = {{owner, 1, Mode::Exclusive, {}, {}}};
    finding.leaseRule = LeaseRule::Always;
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

std::span<const Example> examples()
{
    constexpr auto word = "the name says that it is a lock, and it has a TTL";
    constexpr auto script = "it has a TTL, and the server knows the scripts of the library; the name says nothing";
    const auto ttl = Milliseconds(27'834);
    Surroundings loaded;
    loaded.fingerprints = {"node-redlock"};
    static const std::vector<Example> all = {
        {"under a lock word",
         example::look("locks:orders:42", example::string(token), ttl),
         {},
         expectedLock(token, 2, word)},
        {"redlock 5.0.0-beta.2, a name without a word", example::look("orders:42", example::string(token), ttl), loaded,
         expectedLock(token, 1, script), true},
        {"redlock 5.0.0-beta.2, one of two keys", example::look("a{x}", example::string(shared), ttl), loaded,
         expectedLock(shared, 1, script), true},
        {"a hash sum in a cache", example::look("etag:42", example::string(token), ttl), {}, {}},
        {"no TTL: the library always sets one", example::look("locks:orders:42", example::string(token)), loaded, {}},
        {"a UUID, and nothing speaks for the library",
         example::look("lock:x", example::string("5f1c2f5e6f0a4a3e8f6b0a1b2c3d4e5f"), ttl),
         {},
         {}},
        {"redis-py's token", example::look("lock:x", example::string("20630636e55811f18c5602fc00000001"), ttl), loaded, {}},
        {"31 digits", example::look("lock:x", example::string("e0d024d50d1990a6cc05cbf17ac5ddb"), ttl), loaded, {}},
    };
    return all;
}

} // namespace

extern const Format nodeRedlockFormat;
const Format nodeRedlockFormat = {
    .library = library,
    .names = {},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {"96da70f7716f27d278a5218544df37fd8b0a5e4c", "e4612211c9f8f51c257e26e056b0a654b3187242"},
    .rank = 5,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::SeveralKeys, "one lock of node-redlock may span several keys with the same value"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore
