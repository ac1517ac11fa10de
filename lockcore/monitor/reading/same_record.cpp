// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/same_record.h"

#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/formats/record_ends.h"

#include <algorithm>
#include <iterator>

namespace lockcore {

namespace {

using Fields = std::vector<std::pair<Bytes, Bytes>>;

Fields fieldsOf(const Value &value)
{
    Fields fields = value.elements;
    if (const auto members = value.type == ValueType::String && value.whole() ? jsonMembers(value.text) : std::nullopt) {
        for (const auto &[name, text] : *members)
            fields.emplace_back(name, text);
    }
    std::ranges::sort(fields);
    return fields;
}

bool areRecords(const Value &now, const Value &before)
{
    return now.type == before.type && (now.type == ValueType::String || now.type == ValueType::Hash);
}

// The fields that are new or changed.
Fields added(const Fields &now, const Fields &before)
{
    Fields more;
    std::ranges::set_difference(now, before, std::back_inserter(more));
    return more;
}

// Has one of these fields another text than before?
template <class IsIt>
bool saysOtherwise(const Value &now, const Value &before, IsIt isIt)
{
    if (!areRecords(now, before) || before == now)
        return false;
    const auto was = fieldsOf(before);
    return std::ranges::any_of(fieldsOf(now), [&](const auto &field) {
        const auto then = std::ranges::find(was, field.first, &Fields::value_type::first);
        return then != was.end() && then->second != field.second && !record::isUnset(field.second) && isIt(field.first);
    });
}

bool giveUp(const Fields &fields)
{
    return std::ranges::any_of(fields, [](const auto &field) {
        const JsonMember member{field.first, field.second};
        return record::isEnd(field.first) || record::isOff(member, true) || record::isOver(member);
    });
}

} // namespace

bool hasOnlyMoreFields(const Value &now, const Value &before)
{
    if (!areRecords(now, before))
        return false;
    const auto was = fieldsOf(before);
    const auto is = fieldsOf(now);
    return !was.empty() && std::ranges::includes(is, was) && !giveUp(added(is, was));
}

bool hasAnotherToken(const Value &now, const Value &before)
{
    return saysOtherwise(now, before, [](const Bytes &name) {
        const auto *word = record::ownerWord(name);
        return record::isFence(name) || (word && word->kind == record::OwnerKind::Token);
    });
}

bool hasAnotherTimeOfLock(const Value &now, const Value &before)
{
    return saysOtherwise(now, before, [](const Bytes &name) {
        const auto *word = record::ownerWord(name);
        return record::isBegin(name) || (word && (word->part == record::OwnerPart::Process || word->part == record::OwnerPart::Thread));
    });
}

bool hasSameFields(const Value &now, const Value &before)
{
    if (!areRecords(now, before))
        return false;
    const auto was = fieldsOf(before);
    return !was.empty() && std::ranges::equal(was, fieldsOf(now), {}, &Fields::value_type::first, &Fields::value_type::first);
}

bool isPartOf(const Value &now, const Value &before)
{
    const auto is = areRecords(now, before) ? fieldsOf(now) : Fields();
    return !is.empty() && std::ranges::includes(fieldsOf(before), is);
}

bool namesNobodyNew(const Value &now, const Value &before, const Bytes &owner)
{
    if (!areRecords(now, before))
        return false;
    const auto isOfNobody = [&](const auto &field) {
        const auto &[name, text] = field;
        const bool isWhen = (record::isTime(name) && !record::isBegin(name)) || record::isPlainTime(name);
        return (isWhen || record::isEnd(name) || !record::isKnown(name)) && (owner.empty() || (name != owner && text != owner));
    };
    const auto saysEnd = [](const auto &field) {
        return record::isEnd(field.first) && !record::isUnset(field.second) && !record::meansFree(field.second);
    };
    const auto was = fieldsOf(before);
    const auto is = fieldsOf(now);
    const bool reopened = std::ranges::any_of(was, saysEnd) && std::ranges::none_of(is, saysEnd);
    return !is.empty() && !reopened && std::ranges::all_of(added(is, was), isOfNobody);
}

bool isLeftOf(const Value &now, const Value &before, const Bytes &owner)
{
    if (owner.empty() || !isPartOf(now, before))
        return false;
    // The owner may be composed of several fields: `web-3:4711`.
    const auto names = [&](const auto &field) {
        const bool isPart = record::ownerWord(field.first) && (':' + owner + ':').find(':' + field.second + ':') != owner.npos;
        return isPart || field.first == owner || field.second == owner;
    };
    return std::ranges::any_of(fieldsOf(before), names) && std::ranges::none_of(fieldsOf(now), names);
}

bool isGivenUpSince(const Look &now, const Value &before)
{
    if (!areRecords(now.value, before))
        return false;
    const auto was = fieldsOf(before);
    const auto is = fieldsOf(now.value);
    const auto more = added(is, was);
    const bool ended = std::ranges::any_of(was, [&](const auto &field) { return record::saysEnd({field.first, field.second}, now); });
    const auto saysEnd = [&](const auto &field) {
        const JsonMember member{field.first, field.second};
        return record::saysEnd(member, now) && !(ended && record::isToCome(member, now.at)); // not if the end was only postponed
    };
    const auto isOfEnd = [](const auto &field) { return record::isEnd(field.first) || record::isVagueSwitch(field.first); };
    return std::ranges::any_of(more, saysEnd) && std::ranges::all_of(added(was, is), isOfEnd);
}

bool stillNames(const Look &look, const Value &before, const Bytes &owner)
{
    const auto &now = look.value;
    if (owner.empty() || before.type != now.type)
        return false;
    const auto was = fieldsOf(before);
    const auto is = fieldsOf(now);
    const auto isOver = [&](const auto &field) {
        const auto time = record::timeOf({field.first, field.second}, look.at);
        return record::isDeadline(field.first) && !(time && *time > look.at);
    };
    const auto names = [&](const auto &field) {
        return (field.first == owner || field.second == owner) && std::ranges::binary_search(is, field);
    };
    const auto more = added(is, was);
    return std::ranges::any_of(was, names) && !giveUp(more) && std::ranges::none_of(more, isOver);
}

} // namespace lockcore
