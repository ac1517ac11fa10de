// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_file.h"

#include "lockcore/base/bytes.h"
#include "lockcore/lab/scenario/scenario_checks.h"

#include <QFile>
#include <QFileInfo>

#include <set>

namespace lockcore {

namespace {

using json::Located;

/// The value of one field.
struct Source
{
    const Located &value;
    const char *name;
    const FieldRule &rule;

    std::int64_t number() const { return value.integer(name, rule.least, rule.most); }
    const std::string &text() const { return value.text(name); }
};

class ScenarioReader
{
public:
    Scenario read(const Located &root)
    {
        readFields(root, "a scenario", m_scenario);
        for (const auto &[condition, where] : m_named)
            needWorkerWithLock(condition, *where);
        return std::move(m_scenario);
    }

private:
    template <class Object>
    void readFields(const Located &from, const std::string &what, Object &object)
    {
        if (!from.isObject())
            from.fail(what + " must be an object");
        std::set<std::string> known;
        Object::each([&](const char *name, auto member, const FieldRule &rule = {}) {
            known.insert(name);
            const auto *found = from.find(name);
            if (const auto *const former = rule.former ? from.find(rule.former) : nullptr) {
                if (found)
                    former->fail('"' + std::string(rule.former) + "\" is the former name of \"" + name + "\": give one of them");
                found = former;
                known.insert(rule.former);
            }
            if (found) {
                detail::checkField(name, *found, m_scenario);
                readMember({*found, name, rule}, object, member);
            } else if (rule.presence == FieldRule::Presence::Needed) {
                from.fail(what + " needs the field \"" + name + '"');
            }
        });
        for (const auto &[name, value] : from.fields()) {
            if (!known.contains(name))
                value.fail(what + " has no field \"" + escaped(name) + '"');
        }
        detail::check(from, object, m_scenario);
    }

    template <class Object, class Member>
    void readMember(const Source &from, Object &object, Member member)
    {
        read(from, object.*member);
    }

    // "pause A", "restart server", "hold request of A"
    void readMember(const Source &from, Fault &fault, Action Fault::*)
    {
        auto text = from.text();
        auto action = fromWord<Action>(text);
        const bool ofServer = action && *action >= Action::RestartServer;
        if (const auto blank = text.rfind(' '); blank != text.npos && !ofServer) {
            fault.who = text.substr(blank + 1);
            text.erase(blank);
            if (text.ends_with(" of"))
                text.erase(text.size() - 3);
            action = fromWord<Action>(text);
        }
        if (!action || (*action >= Action::RestartServer) != fault.who.empty())
            from.value.fail(from.value.shown() + " is no action; there are " + listOfWords<Action>()
                            + ", followed by a worker if they act on one");
        if (!ofServer) {
            needWorker(fault.who, from.value);
            if (action != Action::Cancel)
                detail::checkProcess(fault.who, from.value, m_scenario);
        }
        fault.action = *action;
    }

    void readMember(const Source &from, Fault &fault, std::string Fault::*member)
    {
        fault.*member = from.text();
        if (member != &Fault::command)
            return;
        for (auto &c : fault.command)
            c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }

    void read(const Source &from, std::string &value) { value = from.text(); }
    void read(const Source &from, bool &value) { value = from.value.flag(from.name); }
    void read(const Source &from, std::int64_t &value) { value = from.number(); }
    void read(const Source &from, std::uint64_t &value) { value = static_cast<std::uint64_t>(from.number()); }
    void read(const Source &from, Milliseconds &value) { value = Milliseconds(from.number()); }
    void read(const Source &from, ScenarioWorker &worker) { readFields(from.value, "a worker", worker); }
    void read(const Source &from, ScenarioSection &section) { readFields(from.value, "what a worker does inside a lock", section); }
    void read(const Source &from, Fault &fault) { readFields(from.value, "a fault", fault); }

    template <HasWords Enum>
    void read(const Source &from, Enum &value)
    {
        const auto found = fromWord<Enum>(from.text());
        if (!found)
            from.value.fail('"' + std::string(from.name) + "\" cannot be " + from.value.shown() + "; it is one of " + listOfWords<Enum>());
        value = *found;
    }

    template <class Value>
    void read(const Source &from, std::optional<Value> &value)
    {
        read(from, value.emplace());
    }

    template <class Value>
    void read(const Source &from, std::vector<Value> &values)
    {
        values.clear();
        for (const auto &element : from.value.elements(from.name)) {
            Value value; // checks compare it with those before it
            read({element, from.name, from.rule}, value);
            values.push_back(std::move(value));
        }
    }

    // One, or a list.
    void read(const Source &from, std::vector<Condition> &conditions)
    {
        if (from.value.isArray())
            read<Condition>(from, conditions);
        else
            read(from, conditions.emplace_back());
    }

    void read(const Source &from, std::vector<ScenarioSection> &sections)
    {
        if (from.value.isArray())
            read<ScenarioSection>(from, sections);
        else
            read(from, sections.emplace_back());
    }

    // A list; by its former name one value.
    void read(const Source &from, std::vector<std::string> &values)
    {
        if (from.value.isArray() || !from.rule.former)
            read<std::string>(from, values);
        else
            values = {from.text()};
    }

    // "A inside", "A inside stock", "B's key expired", "A ok #2", "lock free"
    void read(const Source &from, Condition &condition)
    {
        const auto &text = from.value.text("a condition");
        const auto found = conditionFrom(text);
        const auto sign = text.rfind('#');
        const auto before = sign == text.npos ? sign : text.find_last_not_of(' ', sign - 1);
        if (!found && before < sign && conditionFrom(text.substr(0, before + 1)))
            from.value.fail(from.value.shown() + ": write a space, # and a number from 1");
        if (!found)
            from.value.fail(from.value.shown() + " is no condition; write a worker and one of " + listOfWords<Happening>());
        m_named.emplace_back(*found, &from.value);
        condition = *found;
    }

    void read(const Source &from, std::map<std::string, std::string> &values)
    {
        for (const auto &[name, value] : from.value.fields())
            values[name] = value.text(name.c_str());
    }

    void read(const Source &from, std::map<Property, Outcome> &expected)
    {
        for (const auto &[name, value] : from.value.fields()) {
            const auto property = fromWord<Property>(name);
            if (!property)
                value.fail("there is no property \"" + escaped(name) + "\"; there are " + listOfWords<Property>());
            const auto outcome = fromWord<Outcome>(value.text(name.c_str()));
            if (!outcome)
                value.fail("a verdict cannot be " + value.shown() + "; it is one of " + listOfWords<Outcome>());
            expected[*property] = *outcome;
        }
    }

    void needWorker(const std::string &name, const Located &where) const
    {
        if (!findWorker(m_scenario, name))
            where.fail("there is no worker \"" + escaped(name) + '"');
    }

    void needWorkerWithLock(const Condition &condition, const Located &where) const
    {
        detail::checkLock(condition.lock, where, m_scenario);
        if (condition.who.empty())
            return;
        needWorker(condition.who, where);
        if (isAboutAProcess(condition.what))
            detail::checkProcess(condition.who, where, m_scenario);
        if (!findSection(m_scenario, *findWorker(m_scenario, condition.who), condition.lock))
            where.fail("the worker \"" + condition.who + "\" does not take the lock \"" + escaped(condition.lock) + '"');
    }

    Scenario m_scenario;
    std::vector<std::pair<Condition, const Located *>> m_named; ///< the worker may come later in the file
};

} // namespace

Result<Scenario> scenarioOf(const std::string &text, const std::string &file)
{
    try {
        const auto root = json::locatedJson(text);
        auto scenario = ScenarioReader().read(root);
        scenario.name = QFileInfo(QString::fromStdString(file)).completeBaseName().toStdString();
        scenario.file = file;
        return scenario;
    } catch (const json::Wrong &wrong) {
        return Error{ErrorKind::Refused, file + ", line " + std::to_string(wrong.line) + ": " + wrong.what(), "scenario"};
    }
}

Result<Scenario> readScenario(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Refused, path + " cannot be read: " + file.errorString().toStdString(), "scenario"};
    constexpr qint64 largest = 1024 * 1024;
    const auto text = file.read(largest + 1);
    if (text.size() > largest)
        return Error{ErrorKind::Refused, path + " is larger than 1 MiB: it is no scenario", "scenario"};
    return scenarioOf(text.toStdString(), path);
}

} // namespace lockcore
