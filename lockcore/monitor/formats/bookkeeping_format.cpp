// SPDX-License-Identifier: MIT
// What lock libraries and rate limiters keep under names with a word for a lock, and what is no lock itself. To free the first of these would
// break fencing: its tokens would begin again. Seen in their own output.
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/formats/json_members.h"

#include <algorithm>
#include <array>

namespace lockcore::bookkeeping_format {

namespace {

constexpr std::array<std::string_view, 4> heads = {
    "@simple-redis-mutex:fencing-tokens", // simple-redis-mutex: the last token of each lock
    "LIMITER/",                           // limits
    "LIMITS:",                            // limits, since 4
    "rack::attack:",
};

// mlanett's redis-lock: when the lock of this name lapses.
bool isDeadline(const Look &look)
{
    return look.id.key.starts_with("lock:expire:") && look.value.type == ValueType::String
           && grammar::plausibleTime(look.value.text, look.at);
}

// `{"value":…,"expires":…}`: an entry of Keyv's cache.
bool isCacheEntry(const Value &value)
{
    if (value.type != ValueType::String || !value.text.starts_with("{\"value\":"))
        return false;
    const auto members = value.whole() ? jsonMembers(value.text) : std::nullopt;
    return !members || std::ranges::any_of(*members, [](const auto &member) { return member.name == "expires"; });
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const std::string_view key = look.id.key;
    const bool named = std::ranges::any_of(heads, [&](std::string_view head) { return key.starts_with(head); });
    if (!named && !isDeadline(look) && !isCacheEntry(look.value))
        return std::nullopt;
    return grammar::bookkeeping("unknown");
}

} // namespace

extern const Format format;
const Format format = {
    .library = "unknown",
    .variants = {"bookkeeping"},
    // No names: nothing is sought
    .types = {ValueType::String, ValueType::Hash, ValueType::Zset},
    .classify = classify,
};

} // namespace lockcore::bookkeeping_format
