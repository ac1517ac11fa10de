// SPDX-License-Identifier: MIT
// rslock (Rust), and the single-instance pattern of Redis' documentation: 20 random bytes under a name that the caller chose.
// Reference, §4.
#include "monitor/classifier.h"
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "rslock";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (!text || !grammar::isRawBytes(*text, 20) || !look.deadline || !hasLockWord(look.id.key))
        return std::nullopt;
    auto finding = stringlock::finding(library, "Lock", 3, look);
    finding.why = {"the value is 20 random bytes: rslock's token, and what Redis' documentation advises",
                   stringlock::whyByName(look)};
    finding.leaseRule = LeaseRule::Always;
    return finding;
}

constexpr auto token = "\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7\xf6\xf5\xf4\xf3\xf2\xf1\xf0\xef\xee\xed\xec";

Finding expectedLock()
{
    Finding finding;
    finding.library = "rslock";
    finding.variant = "Lock";
    finding.confidence = 3;
    finding.why = {"the value is 20 random bytes: rslock's token, and what Redis' documentation advises",
                   "the name says that it is a lock, and it has a TTL"};
    finding.holders = {{token, 1, Mode::Exclusive, {}, {}}};
    finding.leaseRule = LeaseRule::Always;
    finding.waiters.why = "clients poll: Redis does not know who waits";
    return finding;
}

std::span<const Example> examples()
{
    const auto ttl = Milliseconds(9'000);
    static const std::vector<Example> all = {
        {"under a lock word", example::look("report-lock", example::string(token), ttl), {}, expectedLock()},
        {"a hash sum in a cache", example::look("sha1:7", example::string(token), ttl), {}, {}},
        {"20 letters", example::look("report-lock", example::string("abcdefghijklmnopqrst"), ttl), {}, {}},
        {"no TTL: the library always sets one", example::look("report-lock", example::string(token)), {}, {}},
    };
    return all;
}

} // namespace

extern const Format rslockFormat;
const Format rslockFormat = {
    .library = library,
    .names = {},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = 5,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
};

} // namespace lockcore
