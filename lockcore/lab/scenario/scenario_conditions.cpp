// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_sections.h"

#include "lockcore/base/bytes.h"

namespace lockcore::detail {

using json::Located;

void ConditionReader::read(json::Fields &fields, const char *name, std::vector<Condition> &conditions)
{
    if (const auto *value = fields.find(name))
        read(*value, conditions);
}

void ConditionReader::read(const Located &value, std::vector<Condition> &conditions)
{
    conditions.clear();
    if (!value.isArray()) {
        conditions.push_back(conditionOf(value));
        return;
    }
    for (const auto &element : value.elements("conditions"))
        conditions.push_back(conditionOf(element));
}

// "A inside", "B's key expired", "A ok #2", "lock free"
Condition ConditionReader::conditionOf(const Located &value)
{
    const auto &text = value.text("a condition");
    const auto condition = conditionFrom(text);
    if (!condition && text.find(" #") != text.npos && conditionFrom(text.substr(0, text.rfind(" #"))))
        value.fail(value.shown() + ": after # comes a number from 1");
    if (!condition)
        value.fail(value.shown() + " is no condition; write a worker and one of " + listOfWords<Happening>());
    m_named.emplace_back(condition->who, &value);
    return *condition;
}

void ConditionReader::check(const Scenario &scenario) const
{
    for (const auto &[who, where] : m_named) {
        if (!who.empty() && !findWorker(scenario, who))
            where->fail("there is no worker \"" + escaped(who) + "\"");
    }
}

} // namespace lockcore::detail
