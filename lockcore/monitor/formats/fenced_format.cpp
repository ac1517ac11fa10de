// SPDX-License-Identifier: MIT
// Our own protocol `fenced` (lockcore/locks/fenced.h): 32 random hex digits. The counter `<key>:fence` next to it never expires and is not
// a lock, whatever its name.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/string_locks.h"

namespace lockcore::fenced_format {

namespace {

constexpr std::string_view library = "lockscope";
constexpr std::string_view counterTail = ":fence";
constexpr auto why = "the value is 32 hex digits, and next to it is a counter of fencing tokens that never expires";

std::optional<std::int64_t> numberIn(const Value &value)
{
    return value.type == ValueType::String && value.whole() ? parseInteger(value.text) : std::nullopt;
}

bool isCounterName(std::string_view name) { return name.size() > counterTail.size() && name.ends_with(counterTail); }

std::optional<LockMatch> classify(const KeySnapshot &look, const RecognitionContext &)
{
    if (isCounterName(look.id.key) && numberIn(look.value) && !look.deadline)
        return grammar::bookkeeping(library, "fencing counter");
    const auto text = stringlock::textOf(look);
    const auto name = look.id.key + Bytes(counterTail);
    const auto *beside = grammar::companion(look, name);
    const auto number = beside ? numberIn(*beside) : std::nullopt;
    if (!text || !grammar::isHex(*text, 32) || !number)
        return std::nullopt;
    auto match = stringlock::match(library, "fenced", 4, look);
    match.ownerScope = OwnerScope::Acquisition;
    match.why = {why};
    match.leased();
    match.companions = {{name, "fencing token", "token " + std::to_string(*number), true}};
    return match;
}

TypedNames companions(const KeySnapshot &look)
{
    const bool mayBe = look.value.type == ValueType::String && look.value.length == 32 && look.deadline;
    return mayBe ? TypedNames{{look.id.key + Bytes(counterTail), ValueType::String}} : TypedNames();
}

std::optional<Bytes> lockOf(std::string_view text)
{
    if (!isCounterName(text))
        return std::nullopt;
    return Bytes(text.substr(0, text.size() - counterTail.size()));
}

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"fenced", "fencing counter"},
    .names = {"*:fence"},
    .types = {ValueType::String},
    .notes = {{"lockscope", "Lockscope's own protocol `fenced`", "any name, with the counter `<key>:fence`", "32 hex digits"}},
    .rank = 10,
    .classify = classify,
    .companions = companions,
    .lockOf = lockOf,
};

} // namespace lockcore::fenced_format
