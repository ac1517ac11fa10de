// SPDX-License-Identifier: MIT
// Reads the fields of one message of the worker protocol, and keeps the first mistake as a half-sentence: `"id" is missing`. A field with
// the value `null` counts as absent. Any thread.
#pragma once

#include "lockcore/lab/protocol/worker_message.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lockcore::worker {

class MessageReader final
{
public:
    explicit MessageReader(QJsonObject object)
        : m_object(std::move(object))
    { }

    std::optional<std::int64_t> number(QLatin1StringView name);
    std::optional<std::int64_t> count(QLatin1StringView name); ///< not negative
    Lease time(QLatin1StringView name);
    std::optional<std::string> optionalText(QLatin1StringView name);
    std::optional<bool> truth(QLatin1StringView name);

    std::int64_t neededNumber(QLatin1StringView name) { return needed(name, number(name)); }
    Milliseconds neededTime(QLatin1StringView name) { return needed(name, time(name)); }
    std::string neededText(QLatin1StringView name) { return needed(name, optionalText(name)); }
    bool neededTruth(QLatin1StringView name) { return needed(name, truth(name)); }
    std::string anyText(QLatin1StringView name) { return optionalText(name).value_or(std::string()); }
    std::string shortText(QLatin1StringView name); ///< at most 100 bytes, because it is shown in many places; empty if absent

    template <HasWords Enum>
    Enum choice(QLatin1StringView name, const std::string &given)
    {
        const auto found = fromWord<Enum>(given);
        if (!found)
            refuse(name, "must be one of " + listOfWords<Enum>());
        return found.value_or(Enum());
    }

    bool has(QLatin1StringView name) const { return m_object.contains(name); }
    QJsonArray list(QLatin1StringView name);
    std::vector<std::string> texts(QLatin1StringView name);

    MessageReader inner(QLatin1StringView name) const { return MessageReader(m_object.value(name).toObject()); }
    void addMistake(const MessageReader &inner);

    const std::string &mistake() const { return m_mistake; } ///< empty: none

private:
    template <class Value>
    Value needed(QLatin1StringView name, const std::optional<Value> &value)
    {
        if (!value)
            refuse(name, "is missing");
        return value.value_or(Value());
    }
    void refuse(QLatin1StringView name, std::string_view why);

    QJsonObject m_object;
    std::string m_mistake;
};

} // namespace lockcore::worker
