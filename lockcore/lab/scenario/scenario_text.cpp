// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_text.h"

#include "lockcore/base/bytes.h"
#include "lockcore/json/json_fields.h"
#include "lockcore/json/located_json.h"

#include <algorithm>

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

/// A value of the file whose order is kept; null: it has none.
using Like = const json::Located *;

Like childOf(Like like, std::string_view name) { return like && like->isObject() ? like->find(name) : nullptr; }

/// The element that has the same text in this field, or else the one at the same place.
Like elementOf(Like like, const char *field, const std::string &text, std::size_t at)
{
    if (!like || !like->isArray())
        return nullptr;
    const auto &elements = like->elements("list");
    const auto shown = '"' + escaped(text) + '"';
    const auto found = std::ranges::find_if(elements, [&](const auto &element) {
        const auto value = childOf(&element, field);
        return value && value->shown() == shown;
    });
    return found != elements.end() ? &*found : at < elements.size() ? &elements[at] : nullptr;
}

using Named = std::vector<std::pair<std::string, std::string>>; ///< names and their JSON

/// In the order of `like`; what that has not comes behind what it usually follows.
Named ordered(const Named &usual, Like like)
{
    if (!like || !like->isObject())
        return usual;
    Named all;
    for (const auto &[name, value] : like->fields()) {
        if (const auto found = std::ranges::find(usual, name, &Named::value_type::first); found != usual.end())
            all.push_back(*found);
    }
    for (auto one = usual.begin(); one != usual.end(); ++one) {
        if (std::ranges::find(all, one->first, &Named::value_type::first) != all.end())
            continue;
        const auto before = one == usual.begin() ? all.end() : std::ranges::find(all, std::prev(one)->first, &Named::value_type::first);
        all.insert(before == all.end() ? all.begin() : std::next(before), *one);
    }
    return all;
}

std::string joined(const Named &fields, const std::string &separator)
{
    std::string text;
    for (const auto &[name, json] : fields)
        text += (text.empty() ? "" : separator) + '"' + name + "\": " + json;
    return text;
}

/// Does its text have names?
template <class Value>
constexpr bool isNamed = HasFields<Value>;
template <HasFields Value>
constexpr bool isNamed<std::vector<Value>> = true;
template <class Name, class Value>
constexpr bool isNamed<std::map<Name, Value>> = true;

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
    static std::string of(const HasFields auto &object, Like like) { return '{' + fields(object, ", ", like) + '}'; }
    static std::string of(const std::vector<ScenarioSection> &sections, Like like)
    {
        std::string text;
        for (std::size_t i = 0; i < sections.size(); ++i)
            text +=
                (text.empty() ? "" : ", ") + of(sections[i], sections.size() == 1 ? like : elementOf(like, "lock", sections[i].lock, i));
        return sections.size() == 1 ? text : '[' + text + ']';
    }
    static Like likeOf(const ScenarioWorker &worker, Like like, std::size_t at) { return elementOf(like, "name", worker.name, at); }
    static Like likeOf(const Fault &fault, Like like, std::size_t at) { return elementOf(like, "do", actionOf(fault), at); }
    template <HasFields Value>
    static std::string of(const std::vector<Value> &values, Like like)
    {
        std::string text;
        for (std::size_t i = 0; i < values.size(); ++i)
            text += (text.empty() ? "\n        " : ",\n        ") + of(values[i], likeOf(values[i], like, i));
        return '[' + text + "\n    ]";
    }

    template <class Value>
    requires(!HasFields<Value>) static std::string of(const std::vector<Value> &values)
    {
        std::string text;
        for (const auto &value : values)
            text += (text.empty() ? "" : ", ") + of(value);
        return '[' + text + ']';
    }

    template <class Name, class Value>
    static std::string of(const std::map<Name, Value> &values, Like like)
    {
        Named named;
        for (const auto &[name, value] : values) {
            const auto text = of(name);
            named.emplace_back(text.substr(1, text.size() - 2), of(value));
        }
        return '{' + joined(ordered(named, like), ", ") + '}';
    }

    template <class Object, class Value>
    static std::string field(const Object &object, Value member, Like like)
    {
        if constexpr (isNamed<std::remove_cvref_t<decltype(object.*member)>>)
            return of(object.*member, like);
        else
            return of(object.*member);
    }
    static std::string field(const Fault &fault, Action Fault::*, Like) { return of(actionOf(fault)); }
    static std::string field(const Fault &fault, std::vector<Condition> Fault::*, Like)
    {
        return fault.when.size() == 1 ? of(fault.when.front()) : of(fault.when);
    }

    template <class Object>
    static std::string fields(const Object &object, const std::string &separator, Like like)
    {
        const Object usual;
        Named named;
        Object::each([&](const char *name, auto member, const FieldRule &rule = {}) {
            if (rule.presence != FieldRule::Presence::Optional || object.*member != usual.*member)
                named.emplace_back(name, field(object, member, childOf(like, name)));
        });
        return joined(ordered(named, like), separator);
    }
};

} // namespace

std::string textOf(const Scenario &scenario, std::string_view like)
{
    std::optional<json::Located> file;
    try {
        if (!like.empty())
            file = json::locatedJson(like);
    } catch (const json::Wrong &) { }
    return "{\n    " + Json::fields(scenario, ",\n    ", file ? &*file : nullptr) + "\n}\n";
}

std::string toString(const Fault &fault)
{
    auto text = actionOf(fault);
    if (fault.of != Purpose::Any)
        text += " (" + std::string(wordOf(fault.of)) + ')';
    if (fault.by)
        text += " by " + std::to_string(fault.by->count()) + " ms";
    if (fault.server > 0)
        text += " on server " + std::to_string(fault.server + 1);
    std::string when;
    for (const auto &condition : fault.when)
        when += (when.empty() ? " when " : " and ") + toString(condition);
    text += when;
    return fault.after.count() == 0 ? text : text + ", after " + std::to_string(fault.after.count()) + " ms";
}

} // namespace lockcore
