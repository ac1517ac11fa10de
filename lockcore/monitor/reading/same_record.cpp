// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/same_record.h"

#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/formats/record_words.h"

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

// Of a time, a count or a percentage: the same but for its digits.
bool differsInDigits(std::string_view a, std::string_view b)
{
    const auto without = [](std::string_view text) {
        Bytes rest;
        std::ranges::copy_if(text, std::back_inserter(rest), [](char c) { return c < '0' || c > '9'; });
        return rest;
    };
    const auto rest = without(a);
    return rest.size() < a.size() && rest.size() < b.size() && rest == without(b);
}

} // namespace

bool isSameRecord(const Value &before, const Value &now)
{
    if (before.type != now.type)
        return false;
    if (before.type == ValueType::Zset || before.type == ValueType::Set)
        return true;
    const auto was = fieldsOf(before);
    const auto is = fieldsOf(now);
    if (was.empty() || is.empty())
        return before == now;
    return std::ranges::equal(was, is, [](const auto &then, const auto &field) {
        return then.first == field.first && (then.second == field.second || differsInDigits(then.second, field.second));
    });
}

bool hasOnlyMoreFields(const Value &now, const Value &before)
{
    const bool fields = before.type == ValueType::String || before.type == ValueType::Hash;
    const auto was = fields && before.type == now.type ? fieldsOf(before) : Fields();
    const auto is = fieldsOf(now);
    if (was.empty() || !std::ranges::includes(is, was))
        return false;
    Fields more;
    std::ranges::set_difference(is, was, std::back_inserter(more));
    return std::ranges::none_of(more, [](const auto &field) { return record::isEnd(field.first); });
}

} // namespace lockcore
