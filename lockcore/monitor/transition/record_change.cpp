// SPDX-License-Identifier: MIT
#include "lockcore/monitor/transition/record_change.h"

#include "lockcore/monitor/formats/json_members.h"

#include <algorithm>

namespace lockcore {

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

bool RecordChange::isOnlyMore() const { return areRecords() && !was().empty() && std::ranges::includes(is(), was()); }

bool RecordChange::isOnlyLess() const { return areRecords() && !is().empty() && std::ranges::includes(was(), is()); }

bool RecordChange::hasSameNames() const
{
    const auto name = &Fields::value_type::first;
    return areRecords() && !was().empty() && std::ranges::equal(was(), is(), {}, name, name);
}

bool RecordChange::hasLost(const Bytes &owner) const
{
    // The owner may be put together from several fields: `web-3:4711`.
    const auto names = [&](const auto &field) {
        const bool isPart = !field.second.empty() && (':' + owner + ':').find(':' + field.second + ':') != owner.npos;
        return isPart || field.first == owner;
    };
    return !owner.empty() && isOnlyLess() && std::ranges::any_of(was(), names) && std::ranges::none_of(is(), names);
}

bool RecordChange::stillNames(const Bytes &owner) const
{
    const auto names = [&](const auto &field) {
        return (field.first == owner || field.second == owner) && std::ranges::binary_search(is(), field);
    };
    return !owner.empty() && m_before.type == m_now.type && std::ranges::any_of(was(), names);
}

} // namespace lockcore
