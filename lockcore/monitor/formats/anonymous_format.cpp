// SPDX-License-Identifier: MIT
// Any short string or integer under a lock word, with or without a TTL: `SETNX lock_sale_42 1`, a thread's id, a host.
// Reference, §7 and §8.
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>
#include <array>

namespace lockcore::anonymous_format {

namespace {

constexpr std::string_view library = "unknown";
constexpr std::int64_t mostBytes = 64;

// Values that say that the lock is taken, but not by whom.
constexpr std::array<std::string_view, 12> marks = {"", "1", "true", "True", "TRUE", "locked", "LOCKED", "lock", "yes", "on", "OK", "ok"};

struct Reading
{
    std::string_view variant;
    std::string_view why;
    bool tellsOwner = true;
};

Reading readingOf(std::string_view text)
{
    if (std::find(marks.begin(), marks.end(), text) != marks.end())
        return {"mark", "the value says that it is taken, but not by whom", false};
    if (parseInteger(text))
        return {"number", "the value is a number: a thread or process, or a counter that is not a lock"};
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

} // namespace

extern const Format format;
const Format format = {
    .library = library,
    .variants = {"mark", "number", "text", "bytes"},
    .types = {ValueType::String},
    .rank = -10,
    .classify = classify,
};

} // namespace lockcore::anonymous_format
