// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/user_pattern.h"

#include "lockcore/base/glob.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/reading/ladder.h"
#include "lockcore/monitor/reading/wrapping.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr int byPattern = 3;

Error refused(std::string text) { return {ErrorKind::Refused, std::move(text), {}}; }

// A comma belongs to the glob unless `name=…` follows it. `\,` always belongs to the glob.
std::size_t startOfOption(std::string_view text)
{
    const auto comma = text.rfind(',');
    if (comma == text.npos || (comma > 0 && text[comma - 1] == '\\'))
        return text.npos;
    const auto option = text.substr(comma + 1);
    const auto equals = option.find('=');
    const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
    const bool named =
        equals != option.npos && equals > 0 && std::all_of(option.begin(), option.begin() + static_cast<std::ptrdiff_t>(equals), isLetter);
    return named ? comma : text.npos;
}

std::optional<UserPattern::Meaning> meaningFrom(std::string_view text)
{
    if (text == "owner")
        return UserPattern::Meaning::Owner;
    if (text == "anonymous")
        return UserPattern::Meaning::Anonymous;
    if (text == "timestamp")
        return UserPattern::Meaning::Timestamp;
    return std::nullopt;
}

Result<void> applyOption(UserPattern &pattern, std::string_view option, std::optional<UserPattern::Meaning> &meaning)
{
    const auto equals = option.find('=');
    const auto name = option.substr(0, equals);
    const auto value = option.substr(equals + 1);
    if (name == "type") {
        const auto type = valueTypeFrom(value);
        if (pattern.type)
            return refused("a pattern has one type, this one has two");
        if (type != ValueType::String && type != ValueType::Hash && type != ValueType::Zset)
            return refused('"' + escaped(value) + "\" is not a type for a pattern: write string, hash or zset");
        pattern.type = type;
        return {};
    }
    if (name == "value") {
        if (meaning)
            return refused("a pattern has one value=…, this one has two");
        meaning = meaningFrom(value);
        if (!meaning)
            return refused('"' + escaped(value) + "\" is not a kind of value: write owner, anonymous or timestamp");
        return {};
    }
    return refused('"' + escaped(name) + "\" is not an option of a pattern: the options are type and value");
}

Holder ownerHolder(const Bytes &owner, ServerTime now)
{
    Holder holder;
    holder.owner = owner;
    const auto inner = unwrapped(std::string_view(owner));
    holder.facts = grammar::factsOfOwner(inner ? inner->text : owner, now);
    return holder;
}

void addElements(Finding &finding, const Look &look)
{
    for (const auto &[element, second] : look.value.elements) {
        auto holder = ownerHolder(element, look.at);
        if (look.value.type == ValueType::Hash)
            holder.count = grammar::isSmallCount(second) ? parseInteger(second).value_or(1) : 1;
        finding.holders.push_back(std::move(holder));
    }
    finding.ownerScope = OwnerScope::Unknown;
    if (look.value.type == ValueType::Zset)
        finding.kind = LockKind::Semaphore;
    finding.moreHolders = look.value.length - static_cast<std::int64_t>(look.value.elements.size());
}

void addOwner(Finding &finding, const Look &look)
{
    if (look.value.type != ValueType::String)
        return addElements(finding, look);
    finding.holders = {ownerHolder(look.value.text, look.at)};
    finding.ownerScope = OwnerScope::Unknown;
    if (!look.value.whole())
        finding.why.emplace_back("only the beginning of its owner was read");
}

void addTimestamp(Finding &finding, const Look &look)
{
    finding.kind = LockKind::Timestamp;
    finding.holders = {Holder{}};
    finding.ownerScope = OwnerScope::Nobody;
    const auto inner = unwrapped(std::string_view(look.value.text));
    finding.lapses = grammar::plausibleTime(inner ? inner->text : look.value.text, look.at);
    finding.scores = Scores::Deadlines;
    if (!finding.lapses)
        finding.why.emplace_back("its value is not a time within a year of now");
}

Finding unknownLock(const UserPattern &pattern, const Look &look)
{
    Finding finding;
    finding.library = unknownLibrary;
    finding.variant = "your pattern";
    finding.confidence = byPattern;
    switch (pattern.meaning) {
    case UserPattern::Meaning::Owner: addOwner(finding, look); break;
    case UserPattern::Meaning::Timestamp: addTimestamp(finding, look); break;
    case UserPattern::Meaning::Anonymous:
        finding.kind = LockKind::Anonymous;
        finding.holders = {Holder{}};
        finding.ownerScope = OwnerScope::Nobody;
        break;
    }
    return finding;
}

} // namespace

Result<UserPattern> parseUserPattern(std::string_view text)
{
    UserPattern pattern;
    std::optional<UserPattern::Meaning> meaning;
    for (auto start = startOfOption(text); start != text.npos; start = startOfOption(text)) {
        if (const auto done = applyOption(pattern, text.substr(start + 1), meaning); !done)
            return done.error();
        text = text.substr(0, start);
    }
    if (text.empty())
        return refused("a pattern begins with the names that it matches, like lock:* or job-*,type=string");
    pattern.glob = text;
    pattern.meaning = meaning.value_or(UserPattern::Meaning::Owner);
    return pattern;
}

bool matches(const UserPattern &pattern, const Look &look)
{
    const auto type = look.value.type;
    const bool possible = type == ValueType::String || type == ValueType::Hash || type == ValueType::Zset;
    return possible && (!pattern.type || pattern.type == type) && globMatches(pattern.glob, look.id.key);
}

std::optional<Finding> findingBy(const UserPattern &pattern, const Look &look, std::optional<Finding> recognised)
{
    if (!matches(pattern, look))
        return recognised;
    auto finding = recognised && recognised->confidence >= byPattern && recognised->library != unknownLibrary ? std::move(*recognised)
                                                                                                              : unknownLock(pattern, look);
    finding.why.push_back("it matches your pattern \"" + escaped(pattern.glob) + '"');
    return finding;
}

} // namespace lockcore
