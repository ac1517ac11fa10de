// SPDX-License-Identifier: MIT
// go-zero's RedisLock: 16 letters and digits under a name that the caller chose. Laravel's tokens look the same, so it takes
// the library's scripts on the server to tell it. Reference, §4 and §7.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "go-zero";

std::optional<Finding> classify(const Look &look, const Surroundings &surroundings)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isAlnum(*text, 16) || !stringlock::hasBothCases(*text)
        || !surroundings.fingerprints.contains(library))
        return std::nullopt;
    const auto confidence = stringlock::confidenceByName(look, surroundings, library, 2);
    if (!confidence)
        return std::nullopt;
    auto finding = stringlock::finding(library, "RedisLock", *confidence, look);
    finding.why = {"the value is 16 letters and digits, as this library draws its tokens", stringlock::whyByName(look)};
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(500);
    return finding;
}

constexpr auto token = "q7Rk1vUe0FJxA9Zp";

Finding expectedLock(int confidence, const char *whyByName)
{
    Finding finding;
    finding.library = "go-zero";
    finding.variant = "RedisLock";
    finding.confidence = confidence;
    finding.why = {"the value is 16 letters and digits, as this library draws its tokens", whyByName};
    finding.holders = {{token, 1, Mode::Exclusive, {}, {}}};
    finding.leaseRule = LeaseRule::Always;
    finding.usualLease = Milliseconds(500);
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(2'300);
    Surroundings loaded;
    loaded.fingerprints = {"go-zero"};
    static const std::vector<Example> all = {
        {"under a lock word", example::look("report-lock", example::string(token), ttl), loaded,
         expectedLock(2, "the name says that it is a lock, and it has a TTL")},
        {"under a free name", example::look("report", example::string(token), ttl), loaded,
         expectedLock(1, "it has a TTL, and the server knows the scripts of the library; the name says nothing")},
        {"nothing speaks for the library", example::look("report-lock", example::string(token), ttl), {}, {}},
        {"no TTL: the library always sets one", example::look("report-lock", example::string(token)), loaded, {}},
        {"small letters only", example::look("report-lock", example::string("responsibilities"), ttl), loaded, {}},
    };
    return all;
}

} // namespace

extern const Format goZeroFormat;
const Format goZeroFormat = {
    .library = library,
    .names = {},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {"dbecad63894903ddf755d05d73a3eb7432ef75c0", "e04ea1352c46ae16a15753d4960bee821bf3b3fa"},
    .rank = 4,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::MayResurrect, "go-zero writes the key again when the holder acquires once more, its way to renew"}},
};

} // namespace lockcore
