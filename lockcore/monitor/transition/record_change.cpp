// SPDX-License-Identifier: MIT
#include "lockcore/monitor/transition/record_change.h"

#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/formats/record_ends.h"

#include <algorithm>
#include <iterator>

namespace lockcore {

namespace {

using Field = std::pair<Bytes, Bytes>;

bool givesUp(const Field &field)
{
    const JsonMember member{field.first, field.second};
    return record::isEnd(field.first) || record::isOff(member, true) || record::isOver(member);
}

} // namespace

const RecordChange::Fields &RecordChange::fieldsOf(const Value &value, std::optional<Fields> &fields)
{
    if (fields)
        return *fields;
    fields = value.elements;
    if (const auto members = value.type == ValueType::String && value.whole() ? jsonMembers(value.text) : std::nullopt) {
        for (const auto &[name, text] : *members)
            fields->emplace_back(name, text);
    }
    std::ranges::sort(*fields);
    return *fields;
}

bool RecordChange::areRecords() const
{
    return m_now.type == m_before.type && (m_now.type == ValueType::String || m_now.type == ValueType::Hash);
}

RecordChange::Fields RecordChange::added() const
{
    Fields more;
    std::ranges::set_difference(is(), was(), std::back_inserter(more));
    return more;
}

bool RecordChange::isOnlyMore() const
{
    return areRecords() && !was().empty() && std::ranges::includes(is(), was()) && std::ranges::none_of(added(), givesUp);
}

bool RecordChange::isOnlyLess() const { return areRecords() && !is().empty() && std::ranges::includes(was(), is()); }

bool RecordChange::hasSameNames() const
{
    return areRecords() && !was().empty() && std::ranges::equal(was(), is(), {}, &Field::first, &Field::first);
}

// Whether one of these fields has another text.
template <class IsIt>
bool RecordChange::hasAnother(IsIt isIt) const
{
    if (!areRecords() || m_before == m_now)
        return false;
    return std::ranges::any_of(is(), [&](const Field &field) {
        const auto then = std::ranges::find(was(), field.first, &Field::first);
        return then != was().end() && then->second != field.second && !record::isUnset(field.second) && isIt(field.first);
    });
}

bool RecordChange::hasAnotherToken() const
{
    return hasAnother([](const Bytes &name) {
        const auto *word = record::ownerWord(name);
        return record::isFence(name) || (word && word->kind == record::OwnerKind::Token);
    });
}

bool RecordChange::hasAnotherTimeOfLock() const
{
    return hasAnother([](const Bytes &name) {
        const auto *word = record::ownerWord(name);
        return record::isBegin(name) || (word && (word->part == record::OwnerPart::Process || word->part == record::OwnerPart::Thread));
    });
}

bool RecordChange::namesNobodyNew(std::string_view owner) const
{
    const auto isOfNobody = [&](const Field &field) {
        const auto &[name, text] = field;
        const bool isWhen = (record::isTime(name) && !record::isBegin(name)) || record::isPlainTime(name);
        return (isWhen || record::isEnd(name) || !record::isKnown(name)) && (owner.empty() || (name != owner && text != owner));
    };
    const auto saysEnd = [](const Field &field) {
        return record::isEnd(field.first) && !record::isUnset(field.second) && !record::meansFree(field.second);
    };
    if (!areRecords() || is().empty())
        return false;
    const bool reopened = std::ranges::any_of(was(), saysEnd) && std::ranges::none_of(is(), saysEnd);
    return !reopened && std::ranges::all_of(added(), isOfNobody);
}

bool RecordChange::hasLost(const Bytes &owner) const
{
    // An owner may consist of several fields: `web-3:4711`.
    const auto names = [&](const Field &field) {
        const bool isPart = record::ownerWord(field.first) && (':' + owner + ':').find(':' + field.second + ':') != owner.npos;
        return isPart || field.first == owner || field.second == owner;
    };
    return !owner.empty() && isOnlyLess() && std::ranges::any_of(was(), names) && std::ranges::none_of(is(), names);
}

bool RecordChange::isGivenUp(const KeySnapshot &now) const
{
    if (!areRecords())
        return false;
    const bool ended = std::ranges::any_of(was(), [&](const Field &field) { return record::saysEnd({field.first, field.second}, now); });
    const auto saysEnd = [&](const Field &field) {
        const JsonMember member{field.first, field.second};
        return record::saysEnd(member, now) && !(ended && record::isToCome(member, now.at)); // postponed
    };
    const auto isOfEnd = [](const Field &field) { return record::isEnd(field.first) || record::isVagueSwitch(field.first); };
    Fields less;
    std::ranges::set_difference(was(), is(), std::back_inserter(less));
    return std::ranges::all_of(less, isOfEnd) && std::ranges::any_of(added(), saysEnd);
}

bool RecordChange::stillNames(const Bytes &owner, ServerTime at) const
{
    if (owner.empty() || m_before.type != m_now.type)
        return false;
    const auto isOver = [&](const Field &field) {
        const auto time = record::timeOf({field.first, field.second}, at);
        return record::isDeadline(field.first) && !(time && *time > at);
    };
    const auto names = [&](const Field &field) {
        return (field.first == owner || field.second == owner) && std::ranges::binary_search(is(), field);
    };
    return std::ranges::any_of(was(), names)
           && std::ranges::none_of(added(), [&](const Field &field) { return givesUp(field) || isOver(field); });
}

} // namespace lockcore
