// SPDX-License-Identifier: MIT
#include "lockcore/lab/protocol/message_reader.h"

#include "lockcore/json/json_fields.h"

namespace lockcore::worker {

std::optional<std::int64_t> MessageReader::number(QLatin1StringView name)
{
    const auto value = m_object.value(name);
    if (value.isNull() || value.isUndefined())
        return std::nullopt;
    std::int64_t number = 0;
    if (!json::readInteger(value, number)) {
        refuse(name, "must be an integer within ±2^53");
        return std::nullopt;
    }
    return number;
}

std::optional<std::int64_t> MessageReader::count(QLatin1StringView name)
{
    const auto number = this->number(name);
    if (number && *number < 0)
        refuse(name, "must not be negative");
    return number;
}

Lease MessageReader::time(QLatin1StringView name)
{
    const auto milliseconds = count(name);
    if (milliseconds && Milliseconds(*milliseconds) > json::longestTime)
        refuse(name, "must not be more than 30 days");
    return milliseconds ? Lease(*milliseconds) : std::nullopt;
}

std::optional<std::string> MessageReader::optionalText(QLatin1StringView name)
{
    const auto value = m_object.value(name);
    if (value.isNull() || value.isUndefined())
        return std::nullopt;
    if (!value.isString())
        refuse(name, "must be a text");
    return value.toString().toStdString();
}

std::string MessageReader::shortText(QLatin1StringView name)
{
    constexpr std::size_t most = 100;
    auto text = anyText(name);
    if (text.size() > most)
        refuse(name, "must have at most 100 bytes");
    return text;
}

std::optional<bool> MessageReader::truth(QLatin1StringView name)
{
    const auto value = m_object.value(name);
    if (!value.isBool() && !value.isNull() && !value.isUndefined())
        refuse(name, "must be true or false");
    return value.isBool() ? std::optional(value.toBool()) : std::nullopt;
}

QJsonArray MessageReader::list(QLatin1StringView name)
{
    const auto value = m_object.value(name);
    if (!value.isArray())
        refuse(name, "must be a list");
    return value.toArray();
}

std::vector<std::string> MessageReader::texts(QLatin1StringView name)
{
    std::vector<std::string> result;
    for (const auto &each : list(name)) {
        if (!each.isString())
            refuse(name, "must be a list of texts");
        result.push_back(each.toString().toStdString());
    }
    return result;
}

void MessageReader::addMistake(const MessageReader &inner)
{
    if (m_mistake.empty())
        m_mistake = inner.m_mistake;
}

void MessageReader::refuse(QLatin1StringView name, std::string_view why)
{
    if (m_mistake.empty())
        m_mistake = '"' + std::string(name.data(), static_cast<std::size_t>(name.size())) + "\" " + std::string(why);
}

} // namespace lockcore::worker
