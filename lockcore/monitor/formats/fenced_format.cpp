// SPDX-License-Identifier: MIT
// Our own protocol `fenced` (lockcore/locks/fenced.h): 32 random hex digits, and beside them the counter `<key>:fence`, which
// never expires and is no lock, whatever its name.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "lockscope";
constexpr std::string_view counterTail = ":fence";
constexpr auto why = "the value is 32 hex digits, and beside it stands a counter of fencing tokens that never expires";

std::optional<std::int64_t> numberIn(const Value &value)
{
    return value.type == ValueType::String && value.whole() ? parseInteger(value.text) : std::nullopt;
}

bool isCounterName(std::string_view name)
{
    return name.size() > counterTail.size() && name.ends_with(counterTail);
}

Finding counter()
{
    Finding finding;
    finding.library = library;
    finding.variant = "fencing counter";
    finding.confidence = 0;
    finding.ownerScope = OwnerScope::Nobody;
    return finding;
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    if (isCounterName(look.id.key) && numberIn(look.value) && !look.deadline)
        return counter();
    const auto text = stringlock::textOf(look);
    const auto name = look.id.key + Bytes(counterTail);
    const auto *beside = grammar::companion(look, name);
    const auto number = beside ? numberIn(*beside) : std::nullopt;
    if (!text || !grammar::isHex(*text, 32) || !number)
        return std::nullopt;
    auto finding = stringlock::finding(library, "fenced", 4, look);
    finding.why = {why};
    finding.leaseRule = LeaseRule::Always;
    finding.companions = {{name, "fencing token", "token " + std::to_string(*number), true}};
    return finding;
}

std::vector<Bytes> companions(const Look &look)
{
    const bool mayBe = look.value.type == ValueType::String && look.value.length == 32 && look.deadline;
    return mayBe ? std::vector<Bytes>{look.id.key + Bytes(counterTail)} : std::vector<Bytes>();
}

std::optional<Bytes> lockOf(std::string_view text)
{
    if (!isCounterName(text))
        return std::nullopt;
    return Bytes(text.substr(0, text.size() - counterTail.size()));
}

std::span<const Example> examples()
{
    constexpr auto token = "07a0c5a42e2a2f0d84aedc03818b54b3";
    const auto ttl = Milliseconds(27'834);
    Finding expected;
    expected.library = "lockscope";
    expected.variant = "fenced";
    expected.confidence = 4;
    expected.why = {why};
    expected.holders = {{token, 1, Mode::Exclusive, {}, {}}};
    expected.leaseRule = LeaseRule::Always;
    expected.waiters.why = "clients poll: Redis does not know who waits";
    expected.companions = {{"ledger:fence", "fencing token", "token 34", true}};
    const auto lock = example::look("ledger", example::string(token), ttl);
    static const std::vector<Example> all = {
        {"the lock and its counter", example::with(lock, "ledger:fence", example::string("34")), {}, expected},
        {"no counter beside it", example::with(lock, "ledger:fence", Value()), {}, {}},
        {"something else of that name", example::with(lock, "ledger:fence", example::string("garden")), {}, {}},
        {"the counter alone", example::look("lock:fence", example::string("34")), {}, counter()},
        {"a lock that someone called so", example::look("lock:fence", example::string(token), ttl), {}, {}},
        {"a mark with a TTL", example::look("lock:fence", example::string("1"), ttl), {}, {}},
    };
    return all;
}

} // namespace

extern const Format fencedFormat;
const Format fencedFormat = {
    .library = library,
    .names = {"*:fence"},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = 10,
    .classify = classify,
    .companions = companions,
    .lockOf = lockOf,
    .announced = nullptr,
    .examples = examples,
};

} // namespace lockcore
