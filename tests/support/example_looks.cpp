// SPDX-License-Identifier: MIT
#include "support/example_looks.h"

namespace lockcore::example {

namespace {

Value aggregate(ValueType type, Elements elements)
{
    Value value;
    value.type = type;
    value.length = static_cast<std::int64_t>(elements.size());
    if (elements.size() > static_cast<std::size_t>(Value::mostOf(type)))
        elements.resize(static_cast<std::size_t>(Value::mostOf(type)));
    value.elements = std::move(elements);
    return value;
}

Elements alone(const std::vector<Bytes> &elements)
{
    Elements pairs;
    for (const auto &element : elements)
        pairs.emplace_back(element, Bytes());
    return pairs;
}

} // namespace

Value string(Bytes text)
{
    Value value;
    value.type = ValueType::String;
    value.length = static_cast<std::int64_t>(text.size());
    value.text = std::move(text);
    if (value.length > Value::mostTextBytes)
        value.text.resize(static_cast<std::size_t>(Value::mostTextBytes));
    return value;
}

Value hash(Elements fields) { return aggregate(ValueType::Hash, std::move(fields)); }

Value zset(Elements membersAndScores) { return aggregate(ValueType::Zset, std::move(membersAndScores)); }

Value list(const std::vector<Bytes> &elements) { return aggregate(ValueType::List, alone(elements)); }

Value set(const std::vector<Bytes> &elements) { return aggregate(ValueType::Set, alone(elements)); }

KeySnapshot look(Bytes key, Value value, std::optional<Milliseconds> ttl)
{
    KeySnapshot look;
    look.id.key = std::move(key);
    look.at = now;
    look.value = std::move(value);
    if (ttl)
        look.deadline = now + *ttl;
    return look;
}

KeySnapshot with(KeySnapshot look, Bytes companion, Value value)
{
    look.companions.insert_or_assign(std::move(companion), std::move(value));
    return look;
}

} // namespace lockcore::example
