// SPDX-License-Identifier: MIT
// redlock-rb (Ruby): uuid4 under a name that the caller chose, so it takes the library's scripts on the server to tell it.
// Reference, §4 and §11.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "redlock-rb";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isUuid4(*text) || !surroundings.fingerprints.contains(library))
        return std::nullopt;
    const auto confidence = stringlock::confidenceByName(look, surroundings, library, 2);
    if (!confidence)
        return std::nullopt;
    auto finding = stringlock::finding(library, "Lock", *confidence, look);
    finding.why = {"the value is a random UUID, as this library and many others draw their tokens",
                   stringlock::whyByName(look)};
    finding.leaseRule = LeaseRule::Always;
    return finding;
}

constexpr auto token = "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f";

Finding expectedLock(int confidence, const char *whyByName)
{
    Finding finding;
    finding.library = "redlock-rb";
    finding.variant = "Lock";
    finding.confidence = confidence;
    finding.why = {"the value is a random UUID, as this library and many others draw their tokens", whyByName};
    finding.holders = {{token, 1, Mode::Exclusive, {}, {}}};
    finding.leaseRule = LeaseRule::Always;
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(9'000);
    Surroundings loaded;
    loaded.fingerprints = {"redlock-rb"};
    static const std::vector<Example> all = {
        {"under a lock word", example::look("report-lock", example::string(token), ttl), loaded,
         expectedLock(2, "the name says that it is a lock, and it has a TTL")},
        {"under a free name", example::look("report", example::string(token), ttl), loaded,
         expectedLock(1, "it has a TTL, and the server knows the scripts of the library; the name says nothing")},
        {"nothing speaks for the library", example::look("report-lock", example::string(token), ttl), {}, {}},
        {"no TTL: the library always sets one", example::look("report-lock", example::string(token)), loaded, {}},
        {"another value", example::look("report-lock", example::string("1"), ttl), loaded, {}},
    };
    return all;
}

} // namespace

extern const Format redlockRbFormat;
const Format redlockRbFormat = {
    .library = library,
    .names = {},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {"ceb2b2062e40c51a2b3963fd078bc71f11bdc65c", "8e4905cee18e7c3188d10f2b8b170e403baed34f"},
    .rank = 4,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::MayResurrect, "redlock-rb writes the key again when it is extended, unless extend_only_if_locked is set"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore
