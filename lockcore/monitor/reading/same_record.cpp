// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/same_record.h"

#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/json_members.h"

#include <algorithm>

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

bool isNumberOrTime(std::string_view text) { return parseInteger(text) || timeFromIso(text); }

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
        const bool counts = isNumberOrTime(then.second) && isNumberOrTime(field.second);
        return then.first == field.first && (then.second == field.second || counts);
    });
}

} // namespace lockcore
