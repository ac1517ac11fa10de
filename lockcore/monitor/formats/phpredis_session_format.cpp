// SPDX-License-Identifier: MIT
// phpredis' session lock: `<session key>_LOCK` = `<host>|<pid>`. Reference, §4.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "phpredis";
constexpr std::string_view keyTail = "_LOCK";

Bytes sessionOf(std::string_view key)
{
    return Bytes(key.substr(0, key.size() - keyTail.size()));
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const std::string_view key = look.id.key;
    const auto text = stringlock::textOf(look);
    const auto process = text ? stringlock::hostAndNumber(*text, '|') : std::nullopt;
    if (!process || !key.ends_with(keyTail) || key.size() == keyTail.size())
        return std::nullopt;
    auto finding = stringlock::finding(library, "session", 4, look);
    finding.why = {"the name ends with _LOCK and the value is <host>|<pid>, as phpredis locks a session"};
    finding.holders.front().facts = {{"host", std::string(process->host)}, {"pid", std::string(process->number)}};
    finding.ownerScope = OwnerScope::Constant;
    finding.companions = {{sessionOf(key), "the session", {}, true}};
    return finding;
}

constexpr auto key = "PHPREDIS_SESSION:abc123def456_LOCK";

Example sessionExample()
{
    Finding expected;
    expected.library = "phpredis";
    expected.variant = "session";
    expected.confidence = 4;
    expected.why = {"the name ends with _LOCK and the value is <host>|<pid>, as phpredis locks a session"};
    expected.holders = {{"vm|9222", 1, Mode::Exclusive, {}, {{"host", "vm"}, {"pid", "9222"}}}};
    expected.ownerScope = OwnerScope::Constant;
    expected.waiters.why = "clients poll: Redis does not know who waits";
    expected.companions = {{"PHPREDIS_SESSION:abc123def456", "the session", {}, true}};
    return {"phpredis 5.3.7", example::look(key, example::string("vm|9222"), Milliseconds(59'933)), {}, expected, true};
}

std::span<const Example> examples()
{
    static const std::vector<Example> all = {
        sessionExample(),
        {"no process", example::look(key, example::string("vm|")), {}, {}},
        {"no host", example::look(key, example::string("|9222")), {}, {}},
        {"another separator", example::look(key, example::string("vm:9222")), {}, {}},
        {"another name", example::look("PHPREDIS_SESSION:abc123def456", example::string("vm|9222")), {}, {}},
        {"no session", example::look("_LOCK", example::string("vm|9222")), {}, {}},
    };
    return all;
}

} // namespace

extern const Format phpredisSessionFormat;
const Format phpredisSessionFormat = {
    .library = library,
    .names = {"*_LOCK"},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {"b70c2384248f88e6b75b9f89241a180f856ad852"},
    .rank = 10,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
};

} // namespace lockcore
