// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/row_reader.h"

#include "lockcore/base/glob.h"
#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/wrapped_text.h"
#include "lockcore/monitor/model/lock_words.h"

#include <algorithm>

namespace lockcore {

namespace {

OwnerScope scopeOf(RowOwner owner)
{
    switch (owner) {
    case RowOwner::Token: return OwnerScope::Acquisition;
    case RowOwner::Object: return OwnerScope::Object;
    case RowOwner::Process: return OwnerScope::Constant;
    case RowOwner::Unknown: return OwnerScope::Unknown;
    case RowOwner::Anonymous:
    case RowOwner::Timestamp: break;
    }
    return OwnerScope::Nobody;
}

// The part of the key that the star at the end of `prefix*` or `*infix*` matches; nothing: the glob has another form.
std::optional<std::string_view> restOf(std::string_view key, std::string_view glob)
{
    const bool isInfix = glob.size() > 1 && glob.starts_with('*');
    if (!glob.ends_with('*'))
        return std::nullopt;
    const auto literal = glob.substr(isInfix ? 1 : 0, glob.size() - (isInfix ? 2 : 1));
    const auto at = isInfix ? key.rfind(literal) : key.starts_with(literal) ? 0 : key.npos;
    return at == key.npos ? std::nullopt : std::optional(key.substr(at + literal.size()));
}

Holder ownerOf(const Bytes &owner, ServerTime now)
{
    Holder holder;
    holder.owner = owner;
    const auto inner = unwrapped(std::string_view(owner));
    holder.facts = grammar::factsOfOwner(inner ? inner->text : owner, now);
    return holder;
}

// `timed`: beside each one is the time at which its share lapses.
void nameElements(LockMatch &match, const KeySnapshot &look, bool timed)
{
    match.holders.clear();
    for (const auto &[element, second] : look.value.elements) {
        auto holder = ownerOf(element, look.at);
        if (timed)
            holder.deadline = grammar::plausibleTime(second, look.at);
        if (holder.deadline && *holder.deadline <= look.at)
            continue; // removed only when the next client comes
        if (!timed && look.value.type == ValueType::Hash)
            holder.count = grammar::isSmallCount(second) ? parseInteger(second).value_or(1) : 1;
        match.holders.push_back(std::move(holder));
    }
    if (timed || look.value.type == ValueType::Zset)
        match.kind = LockKind::Semaphore;
    if (timed)
        match.scores = Scores::Deadlines;
    match.moreHolders = look.value.length - static_cast<std::int64_t>(look.value.elements.size());
}

void addTimestamp(LockMatch &match, const KeySnapshot &look)
{
    match.kind = LockKind::Timestamp;
    const auto inner = unwrapped(std::string_view(look.value.text));
    match.lapses = grammar::plausibleTime(inner ? inner->text : look.value.text, look.at);
    match.scores = Scores::Deadlines;
    if (!match.lapses)
        match.why.emplace_back("its value is not a time within a year of now");
}

} // namespace

Result<RowReader> RowReader::of(FormatRow row)
{
    RowReader reader(std::move(row));
    auto rest = TextTemplate::parse(reader.m_row.rest);
    if (!rest)
        return rest.error();
    reader.m_rest = *std::move(rest);
    for (const auto &text : reader.m_row.values) {
        auto value = TextTemplate::parse(text);
        if (!value)
            return value.error();
        reader.m_values.push_back(*std::move(value));
    }
    if (const auto &keys = reader.m_row.keys; keys.size() == 1)
        reader.m_head = keys.front().substr(0, keys.front().find_first_of("*?[\\"));
    return reader;
}

bool RowReader::mayBe(const KeySnapshot &look) const
{
    if (!look.id.key.starts_with(m_head))
        return false;
    const auto hasSize = [&](const TextTemplate &value) { return value.hasSize(look.value.text); };
    return look.value.type != ValueType::String || m_values.empty() || std::ranges::any_of(m_values, hasSize);
}

bool RowReader::matchesName(std::string_view key) const
{
    return key.starts_with(m_head) && std::ranges::any_of(m_row.keys, [&](const auto &glob) { return globMatches(glob, key); });
}

bool RowReader::isKey(const KeySnapshot &look) const
{
    const std::string_view key = look.id.key;
    if (m_row.keys.empty())
        return m_rest.read(key, look).has_value();
    return std::ranges::any_of(m_row.keys, [&](const auto &glob) {
        if (!globMatches(glob, key))
            return false;
        const auto rest = m_rest.isAny() ? key : restOf(key, glob);
        return rest && m_rest.read(*rest, look);
    });
}

bool RowReader::isInTime(const KeySnapshot &look) const
{
    if (m_row.mostTtl)
        return look.deadline && *grammar::ttlOf(look) <= *m_row.mostTtl;
    return look.deadline || (!m_row.needsTtl && m_row.word != RowWord::NeededOrScripts);
}

std::optional<TextTemplate::Reading> RowReader::readValue(const KeySnapshot &look) const
{
    if (look.value.type != ValueType::String || m_values.empty())
        return TextTemplate::Reading();
    for (const auto &value : m_values) {
        auto reading = look.value.whole() || value.mayGoOn() ? value.read(look.value.text, look) : std::nullopt;
        if (reading)
            return reading;
    }
    return std::nullopt;
}

std::optional<LockMatch> RowReader::begin(const KeySnapshot &look, const RecognitionContext &surroundings) const
{
    const auto &[library, variant] = std::tie(m_row.library, m_row.variant);
    if (m_row.word != RowWord::NotNeeded && !hasLockWord(look.id.key)) {
        if (m_row.word == RowWord::Needed)
            return std::nullopt;
        auto match = stringlock::tokenUnderFreeName(library, variant, m_row.why.front().c_str(), look, surroundings);
        if (match && m_row.owner != RowOwner::Token) // several acquisitions may share a hand-made token
            match->ownerScope = scopeOf(m_row.owner);
        return match;
    }
    auto match = stringlock::match(library, variant, m_row.confidence, look);
    match.why = m_row.why;
    if (m_row.word == RowWord::NeededOrScripts)
        match.why.emplace_back("the name says that it is a lock, and it has a TTL");
    match.ownerScope = scopeOf(m_row.owner);
    if (m_row.madeByHand || m_row.word == RowWord::NeededOrScripts)
        stringlock::namedByToken(match, match.ownerScope, surroundings);
    match.byScriptsAlone = m_row.needsScripts && m_row.keys.empty() && m_row.word == RowWord::NotNeeded;
    return match;
}

void RowReader::nameOwner(LockMatch &match, const KeySnapshot &look, TextTemplate::Reading reading) const
{
    const bool isString = look.value.type == ValueType::String;
    const bool isAnyText = isString && m_values.empty();
    const bool timed = m_row.owner == RowOwner::Timestamp && !isString;
    if (timed)
        match.ownerScope = OwnerScope::Unknown; // its elements are named
    if (isAnyText && look.value.text.empty())
        match.ownerScope = OwnerScope::Nobody;
    if (match.ownerScope == OwnerScope::Nobody)
        match.holders = {Holder()};
    else if (!isString && !m_row.complete)
        nameElements(match, look, timed);
    else if (isAnyText)
        match.holders = {ownerOf(look.value.text, look.at)};
    else if (isString)
        match.holders.front().facts = std::move(reading.facts);
    if (reading.count)
        match.holders.front().owner.clear();
    if (isAnyText && !look.value.whole() && match.ownerScope != OwnerScope::Nobody)
        match.why.emplace_back("only the beginning of its owner was read");
    if (m_row.owner == RowOwner::Timestamp && isString)
        addTimestamp(match, look);
    for (auto &holder : match.holders) {
        holder.mode = m_row.mode;
        holder.count = reading.count.value_or(holder.count);
    }
}

std::optional<LockMatch> RowReader::read(const KeySnapshot &look, const RecognitionContext &surroundings) const
{
    if (!mayBe(look) || std::ranges::find(m_row.types, look.value.type) == m_row.types.end() || !isInTime(look)
        || (m_row.needsScripts && !surroundings.fingerprints.contains(m_row.library)))
        return std::nullopt;
    auto reading = readValue(look);
    auto match = reading && isKey(look) ? begin(look, surroundings) : std::nullopt;
    if (!match)
        return std::nullopt;
    match->kind = m_row.kind;
    match->leaseRule = m_row.lease;
    match->usualLease = m_row.usualLease;
    match->waiters = m_row.waiters;
    match->wakesByPop = m_row.wakesByPop;
    match->releasesUnchecked = m_row.releasesUnchecked;
    nameOwner(*match, look, *std::move(reading));
    if (m_row.complete && !m_row.complete(look, surroundings, *match))
        return std::nullopt;
    return match;
}

} // namespace lockcore
