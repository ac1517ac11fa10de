// SPDX-License-Identifier: MIT
// Any short string or integer under a lock word, with or without a TTL: `SETNX lock_sale_42 1`, a thread's id, a host.
// Reference, §7 and §8.
#include "monitor/classifier.h"
#include "monitor/formats/example_looks.h"
#include "monitor/formats/owner_facts.h"
#include "monitor/formats/string_locks.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

constexpr std::string_view library = "unknown";
constexpr std::int64_t mostBytes = 64;

// What says that the lock is taken, and nothing about by whom.
constexpr std::array<std::string_view, 12> marks = {"",       "1",    "true", "True", "TRUE", "locked",
                                                    "LOCKED", "lock", "yes",  "on",   "OK",   "ok"};

struct Reading
{
    std::string_view variant;
    std::string_view why;
    bool tellsOwner = true;
};

Reading readingOf(std::string_view text)
{
    if (std::find(marks.begin(), marks.end(), text) != marks.end())
        return {"mark", "the value says that it is taken, and nothing about its owner", false};
    if (parseInteger(text))
        return {"number", "the value is a number: a thread or process, or a counter that is no lock"};
    if (!isUtf8(text))
        return {"bytes", "the value is short and of no known shape"};
    return {"text", "the value is a short text of no known shape"};
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto text = stringlock::textOf(look);
    if (!text || look.value.length > mostBytes || !hasLockWord(look.id.key))
        return std::nullopt;
    const auto reading = readingOf(*text);
    auto finding = stringlock::finding(library, reading.variant, 2, look);
    finding.kind = LockKind::Anonymous;
    finding.why = {std::string(reading.why), "the name says that it is a lock"};
    finding.ownerScope = reading.tellsOwner ? OwnerScope::Constant : OwnerScope::Nobody;
    if (!reading.tellsOwner)
        finding.holders.front() = Holder();
    else
        finding.holders.front().facts = grammar::factsOfOwner(*text, look.at);
    return finding;
}

Example row(std::string_view what, const Bytes &key, const Bytes &value, std::optional<Milliseconds> ttl,
            std::string_view variant, const char *why, std::vector<OwnerFact> facts = {})
{
    const bool mark = variant == "mark";
    Finding expected;
    expected.library = "unknown";
    expected.kind = LockKind::Anonymous;
    expected.variant = variant;
    expected.confidence = 2;
    expected.why = {why, "the name says that it is a lock"};
    expected.holders = {{mark ? Bytes() : value, 1, Mode::Exclusive, {}, std::move(facts)}};
    expected.ownerScope = mark ? OwnerScope::Nobody : OwnerScope::Constant;
    expected.waiters.why = "clients poll: Redis does not know who waits";
    return {what, example::look(key, example::string(value), ttl), {}, expected};
}

std::span<const Example> examples()
{
    constexpr auto mark = "the value says that it is taken, and nothing about its owner";
    constexpr auto number = "the value is a number: a thread or process, or a counter that is no lock";
    constexpr auto text = "the value is a short text of no known shape";
    constexpr auto bytes = "the value is short and of no known shape";
    static const std::vector<Example> all = {
        row("an abandoned SETNX", "lock_sale_42", "1", {}, "mark", mark),
        row("with a TTL", "order:lock", "locked", Milliseconds(9'000), "mark", mark),
        row("nothing at all", "Order:7:pay_lock", "", Milliseconds(1'000), "mark", mark),
        row("a thread", "orderLock", "140245", {}, "number", number),
        row("a host and a process", "report-mutex", "web-3:4711", {}, "text", text,
            {{"host", "web-3"}, {"pid", "4711"}}),
        row("a name", "report-mutex", "alice", {}, "text", text),
        row("bytes", "report-mutex", "\xff\x01", {}, "bytes", bytes),
        {"no lock word", example::look("clock:sale", example::string("1")), {}, {}},
        {"a long text", example::look("order:lock", example::string(Bytes(65, 'x'))), {}, {}},
        {"a hash", example::look("order:lock", example::hash({{"a", "1"}})), {}, {}},
    };
    return all;
}

} // namespace

extern const Format anonymousFormat;
const Format anonymousFormat = {
    .library = library,
    .names = {},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = -10,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
};

} // namespace lockcore
