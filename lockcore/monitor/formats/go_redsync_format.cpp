// SPDX-License-Identifier: MIT
// go-redsync: padded base64 of 16 random bytes under a name that the caller chose. Reference, §4.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "go-redsync";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isBase64Of16(*text))
        return std::nullopt;
    const auto confidence = stringlock::confidenceByName(look, surroundings, library, 3);
    if (!confidence)
        return std::nullopt;
    auto finding = stringlock::finding(library, "Mutex", *confidence, look);
    finding.why = {"the value is padded base64 of 16 bytes, as this library draws its tokens", stringlock::whyByName(look)};
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(8'000);
    return finding;
}

constexpr auto token = "q7Rk1vUe0FJxA+ZpYw3/bg==";

Finding expectedLock(int confidence, const char *whyByName)
{
    Finding finding;
    finding.library = "go-redsync";
    finding.variant = "Mutex";
    finding.confidence = confidence;
    finding.why = {"the value is padded base64 of 16 bytes, as this library draws its tokens", whyByName};
    finding.holders = {{token, 1, Mode::Exclusive, {}, {}}};
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(8'000);
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(6'200);
    Surroundings loaded;
    loaded.fingerprints = {"go-redsync"};
    static const std::vector<Example> all = {
        {"under a lock word",
         example::look("my-global-mutex", example::string(token), ttl),
         {},
         expectedLock(3, "the name says that it is a lock, and it has a TTL")},
        {"under the name of a job", example::look("report", example::string(token), ttl), loaded,
         expectedLock(1, "it has a TTL, and the server knows the scripts of the library; the name says nothing")},
        {"a hash sum in a cache", example::look("md5:42", example::string(token), ttl), {}, {}},
        {"no TTL: the library always sets one", example::look("my-mutex", example::string(token)), loaded, {}},
        {"bits left over: no such base64",
         example::look("my-mutex", example::string("q7Rk1vUe0FJxA+ZpYw3/bh=="), ttl),
         {},
         {}},
        {"not padded", example::look("my-mutex", example::string("q7Rk1vUe0FJxA+ZpYw3/bg"), ttl), {}, {}},
    };
    return all;
}

} // namespace

extern const Format goRedsyncFormat;
const Format goRedsyncFormat = {
    .library = library,
    .names = {},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {"e950836ed1e694540c503ef9972b8de518044d3b", "d75bb8b5bd13532ddedd17762e772346e39b321e",
                "b6b55c439e02c6f52ffb8be7ec8c0d0ac816ea79"},
    .rank = 5,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::MayResurrect, "redsync writes the key again when it is extended with WithSetNXOnExtend"},
                        {ReleaseWarning::Kind::OneOfSeveralServers, ""}},
};

} // namespace lockcore
