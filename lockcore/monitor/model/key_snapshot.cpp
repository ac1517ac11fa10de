// SPDX-License-Identifier: MIT
#include "lockcore/monitor/model/key_snapshot.h"

#include "lockcore/monitor/model/words.h"

namespace lockcore {

namespace {

constexpr Words<ValueType, 7> types = {{
    {ValueType::None, "none"},
    {ValueType::String, "string"},
    {ValueType::Hash, "hash"},
    {ValueType::Zset, "zset"},
    {ValueType::List, "list"},
    {ValueType::Set, "set"},
    {ValueType::Other, "other"},
}};

std::string valueText(const Value &value)
{
    std::string text(toString(value.type));
    if (!value.exists() || value.type == ValueType::Other)
        return text;
    text += '(' + std::to_string(value.length) + ')';
    if (value.type == ValueType::String)
        return text + " \"" + escaped(value.text) + '"';
    text += " {";
    std::string_view comma;
    for (const auto &[element, second] : value.elements) {
        text += comma;
        text += escaped(element);
        if (value.type == ValueType::Hash || value.type == ValueType::Zset)
            text += '=' + escaped(second);
        comma = ", ";
    }
    return text + (value.whole() ? "}" : ", ...}");
}

} // namespace

std::string_view toString(ValueType type) { return wordOf(types, type); }

std::optional<ValueType> valueTypeFrom(std::string_view text)
{
    const auto known = fromWord(types, text);
    return known || text.empty() ? known : ValueType::Other;
}

std::int64_t Value::bytes() const
{
    auto sum = text.size();
    for (const auto &[element, second] : elements)
        sum += element.size() + second.size();
    return static_cast<std::int64_t>(sum);
}

const Bytes *Value::find(std::string_view element) const
{
    for (const auto &[each, second] : elements) {
        if (each == element)
            return &second;
    }
    return nullptr;
}

std::string structureText(const Value &value)
{
    const auto count = std::to_string(value.length);
    const auto things = [&](const char *one, const char *many) { return count + (value.length == 1 ? one : many); };
    switch (value.type) {
    case ValueType::String: return "string, " + things(" byte", " bytes");
    case ValueType::Hash: return "hash, " + things(" field", " fields");
    case ValueType::Zset: return "sorted set, " + things(" member", " members");
    case ValueType::List: return "list, " + things(" element", " elements");
    case ValueType::Set: return "set, " + things(" member", " members");
    default: return {};
    }
}

std::string toString(const KeySnapshot &look)
{
    std::string text = std::to_string(look.id.db) + ':' + escaped(look.id.key) + " at " + std::to_string(look.at.time_since_epoch().count())
                       + ": " + valueText(look.value);
    if (look.deadline)
        text += " deadline " + std::to_string(look.deadline->time_since_epoch().count());
    for (const auto &[key, value] : look.companions)
        text += "; " + escaped(key) + ": " + valueText(value);
    return text;
}

} // namespace lockcore
