// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_text.h"

#include "lockcore/json/json_fields.h"

namespace lockcore {

namespace {

std::string actionOf(const Fault &fault)
{
    std::string word(wordOf(fault.action));
    if (fault.who.empty())
        return word;
    const bool ofNetwork = fault.action >= Action::HoldRequest && fault.action < Action::Pass && fault.action != Action::Reset;
    return word + (ofNetwork ? " of " : " ") + fault.who;
}

/// Values as the file has them. A struct, so that each function finds all others.
struct Json
{
    static std::string of(const std::string &text)
    {
        json::Writer writer;
        writer.text(text);
        return writer.take();
    }
    static std::string of(std::int64_t number) { return std::to_string(number); }
    static std::string of(std::uint64_t number) { return std::to_string(number); }
    static std::string of(Milliseconds time) { return std::to_string(time.count()); }
    static std::string of(bool flag) { return flag ? "true" : "false"; }
    template <HasWords Enum>
    static std::string of(Enum value)
    {
        return of(std::string(wordOf(value)));
    }
    template <class Value>
    static std::string of(const std::optional<Value> &value)
    {
        return of(*value);
    }
    static std::string of(const Condition &condition) { return of(toString(condition)); }
    static std::string of(const HasFields auto &object) { return '{' + fields(object, ", ") + '}'; }
    static std::string of(const std::vector<ScenarioSection> &sections)
    {
        std::string text;
        for (const auto &section : sections)
            text += (text.empty() ? "" : ", ") + of(section);
        return sections.size() == 1 ? text : '[' + text + ']';
    }

    template <class Value>
    static std::string of(const std::vector<Value> &values)
    {
        const std::string inset = HasFields<Value> ? "\n        " : "";
        std::string text;
        for (const auto &value : values)
            text += (text.empty() ? inset : HasFields<Value> ? ',' + inset : ", ") + of(value);
        return '[' + text + (HasFields<Value> ? "\n    ]" : "]");
    }

    template <class Name, class Value>
    static std::string of(const std::map<Name, Value> &values)
    {
        std::string text;
        for (const auto &[name, value] : values)
            text += (text.empty() ? "" : ", ") + of(name) + ": " + of(value);
        return '{' + text + '}';
    }

    template <class Object, class Value>
    static std::string field(const Object &object, Value member)
    {
        return of(object.*member);
    }
    static std::string field(const Fault &fault, Action Fault::*) { return of(actionOf(fault)); }
    static std::string field(const Fault &fault, std::vector<Condition> Fault::*)
    {
        return fault.when.size() == 1 ? of(fault.when.front()) : of(fault.when);
    }

    template <class Object>
    static std::string fields(const Object &object, const std::string &separator)
    {
        const Object usual;
        std::string text;
        Object::each([&](const char *name, auto member, const FieldRule &rule = {}) {
            if (rule.presence != FieldRule::Presence::Optional || object.*member != usual.*member)
                text += (text.empty() ? "" : separator) + '"' + name + "\": " + field(object, member);
        });
        return text;
    }
};

} // namespace

std::string textOf(const Scenario &scenario) { return "{\n    " + Json::fields(scenario, ",\n    ") + "\n}\n"; }

std::string toString(const Fault &fault)
{
    auto text = actionOf(fault);
    if (fault.of != Purpose::Any)
        text += " (" + std::string(wordOf(fault.of)) + ')';
    std::string when;
    for (const auto &condition : fault.when)
        when += (when.empty() ? " when " : " and ") + toString(condition);
    text += when;
    return fault.after.count() == 0 ? text : text + ", after " + std::to_string(fault.after.count()) + " ms";
}

} // namespace lockcore
