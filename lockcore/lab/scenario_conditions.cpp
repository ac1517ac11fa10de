// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario_sections.h"

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
    auto text = value.text("a condition");
    Condition condition;
    if (const auto hash = text.rfind(" #"); hash != text.npos) {
        const auto nth = parseInteger(std::string_view(text).substr(hash + 2));
        if (!nth || *nth < 1)
            value.fail(value.shown() + ": after # comes a number from 1");
        condition.nth = *nth;
        text.erase(hash);
    }
    auto what = fromWord<Happening>(text);
    const auto blank = text.find(' ');
    if (!what && blank != text.npos) {
        condition.who = text.substr(0, blank);
        what = fromWord<Happening>(std::string_view(text).substr(blank + 1));
        if (condition.who.ends_with("'s"))
            condition.who.erase(condition.who.size() - 2);
    }
    const bool general = what && *what >= Happening::LockFree;
    if (!what || general != condition.who.empty())
        value.fail(value.shown() + " is no condition; write a worker and one of " + listOfWords<Happening>());
    condition.what = *what;
    m_named.emplace_back(condition.who, &value);
    return condition;
}

void ConditionReader::check(const Scenario &scenario) const
{
    for (const auto &[who, where] : m_named) {
        if (!who.empty() && !findWorker(scenario, who))
            where->fail("there is no worker \"" + escaped(who) + "\"");
    }
}

} // namespace lockcore::detail
