// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario_file.h"

#include "lockcore/base/bytes.h"
#include "lockcore/judge/entry.h"
#include "lockcore/lab/located_json.h"
#include "lockcore/locks/catalogue.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <functional>
#include <set>

namespace lockcore {

namespace {

using json::Located;

constexpr Milliseconds longest = std::chrono::minutes(10);
constexpr std::int64_t mostWorkers = 200;

template <class Enum>
std::string listOf()
{
    std::string text;
    for (const auto word : wordsOf<Enum>)
        text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

/// Reads one object: each field once, and refuses those that nobody asked for.
class Fields
{
public:
    Fields(const Located &object, std::string what)
        : m_object(object)
        , m_what(std::move(what))
    {
        if (!object.isObject())
            object.fail(m_what + " must be an object");
    }

    const Located *find(const char *name)
    {
        m_known.insert(name);
        return m_object.find(name);
    }
    const Located &need(const char *name)
    {
        const auto *const found = find(name);
        if (!found)
            m_object.fail(m_what + " needs the field \"" + name + "\"");
        return *found;
    }

    void text(const char *name, std::string &field)
    {
        if (const auto *value = find(name))
            field = value->text(name);
    }
    void texts(const char *name, std::vector<std::string> &fields)
    {
        if (const auto *value = find(name)) {
            for (const auto &element : value->elements(name))
                fields.push_back(element.text(name));
        }
    }
    void flag(const char *name, bool &field)
    {
        if (const auto *value = find(name))
            field = value->flag(name);
    }
    void number(const char *name, std::int64_t &field, std::int64_t least, std::int64_t most)
    {
        if (const auto *value = find(name))
            field = value->integer(name, least, most);
    }
    void number(const char *name, std::optional<std::int64_t> &field, std::int64_t least, std::int64_t most)
    {
        if (const auto *value = find(name))
            field = value->integer(name, least, most);
    }
    void time(const char *name, Milliseconds &field, Milliseconds least = {}, Milliseconds most = longest)
    {
        if (const auto *value = find(name))
            field = Milliseconds(value->integer(name, least.count(), most.count()));
    }
    void time(const char *name, std::optional<Milliseconds> &field, Milliseconds least = {})
    {
        if (find(name))
            time(name, field.emplace(), least);
    }
    template <HasWords Enum>
    void word(const char *name, Enum &field)
    {
        const auto *const value = find(name);
        if (!value)
            return;
        const auto found = fromWord<Enum>(value->text(name));
        if (!found)
            value->fail("\"" + std::string(name) + "\" cannot be " + value->shown() + "; it is one of " + listOf<Enum>());
        field = *found;
    }

    void refuseOthers() const
    {
        for (const auto &[name, value] : m_object.fields()) {
            if (!m_known.contains(name))
                value.fail(m_what + " has no field \"" + escaped(name) + "\"");
        }
    }

private:
    const Located &m_object;
    const std::string m_what;
    std::set<std::string> m_known;
};

Condition conditionOf(const Located &value)
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
        value.fail(value.shown() + " is no condition; write a worker and one of " + listOf<Happening>());
    condition.what = *what;
    return condition;
}

std::vector<Condition> conditionsOf(const Located &value)
{
    if (!value.isArray())
        return {conditionOf(value)};
    std::vector<Condition> conditions;
    for (const auto &element : value.elements("conditions"))
        conditions.push_back(conditionOf(element));
    return conditions;
}

class ScenarioReader
{
public:
    explicit ScenarioReader(const Located &root)
        : m_root(root)
    { }

    Scenario read()
    {
        Fields fields(m_root, "a scenario");
        readVersion(fields);
        readStory(fields);
        readProtocol(fields);
        readServers(fields);
        readLock(fields);
        for (const auto &worker : fields.need("workers").elements("workers"))
            m_scenario.workers.push_back(workerOf(worker));
        if (const auto *script = fields.find("script")) {
            for (const auto &fault : script->elements("script"))
                m_scenario.script.push_back(faultOf(fault));
        }
        readExpected(fields.need("expect"));
        fields.refuseOthers();
        check(fields);
        return m_scenario;
    }

private:
    static void readVersion(Fields &fields)
    {
        const auto &version = fields.need("lockscope_scenario");
        if (version.integer("lockscope_scenario", 1, 1'000'000) != scenarioVersion)
            version.fail("this program reads version " + std::to_string(scenarioVersion) + " of scenarios");
    }

    void readStory(Fields &fields)
    {
        m_scenario.title = fields.need("title").text("title");
        fields.text("chapter", m_scenario.chapter);
        fields.text("story", m_scenario.story);
        fields.texts("pitfalls", m_scenario.pitfalls);
        fields.texts("sources", m_scenario.sources);
        fields.text("twin", m_scenario.twin);
        fields.word("importance", m_scenario.importance);
    }

    void readProtocol(Fields &fields)
    {
        const auto &protocol = fields.need("protocol");
        m_scenario.protocol = protocol.text("protocol");
        if (m_scenario.protocol != "external" && !findProtocol(m_scenario.protocol))
            protocol.fail("there is no protocol " + protocol.shown());
        if (const auto *options = fields.find("options")) {
            for (const auto &[name, value] : options->fields())
                m_scenario.options[name] = value.text(name.c_str());
        }
        if (const auto *needs = fields.find("needs")) {
            for (const auto &need : needs->elements("needs")) {
                if (!fromWord<Capability>(need.text("needs")))
                    need.fail("there is no capability " + need.shown() + "; there are " + listOf<Capability>());
                m_scenario.needs.push_back(need.text("needs"));
            }
        }
    }

    void readServers(Fields &fields)
    {
        fields.number("servers", m_scenario.servers, 1, 9);
        if (const auto *settings = fields.find("settings")) {
            static const std::set<std::string> allowed{"maxmemory", "maxmemory-policy", "appendonly", "appendfsync", "hz"};
            for (const auto &[name, value] : settings->fields()) {
                if (!allowed.contains(name))
                    value.fail("a scenario cannot set \"" + escaped(name)
                               + "\"; it can set maxmemory, maxmemory-policy, appendonly, appendfsync and hz");
                m_scenario.settings[name] = value.text(name.c_str());
            }
        }
        fields.flag("looks", m_scenario.looks);
        fields.flag("warm_up", m_scenario.warmUp);
    }

    void readLock(Fields &fields)
    {
        fields.text("lock", m_scenario.lock);
        fields.time("lease_ms", m_scenario.lease, Milliseconds(1));
        fields.time("retry_ms", m_scenario.retry, Milliseconds(1));
        fields.time("command_timeout_ms", m_scenario.commandTimeout, Milliseconds(1));
        fields.time("queue_timeout_ms", m_scenario.queueTimeout);
        fields.flag("fenced", m_scenario.fenced);
        fields.number("stock", m_scenario.stock, 0, 1'000'000'000);
        fields.flag("fresh", m_scenario.fresh);
        fields.time("limit_ms", m_scenario.limit, Milliseconds(1));
        if (const auto *seed = fields.find("seed"))
            m_scenario.seed = static_cast<std::uint64_t>(seed->integer("seed", 1, std::int64_t(1) << 53));
    }

    ScenarioWorker workerOf(const Located &value)
    {
        Fields fields(value, "a worker");
        ScenarioWorker worker;
        const auto &name = fields.need("name");
        worker.name = name.text("name");
        const bool plain = !worker.name.empty() && std::all_of(worker.name.begin(), worker.name.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        });
        if (!plain || worker.name.size() > 32)
            name.fail("a worker's name has 1 to 32 letters, digits, - and _");
        if (findWorker(m_scenario, worker.name))
            name.fail("there are two workers " + name.shown());
        conditions(fields, "after", worker.after);
        conditions(fields, "again", worker.again);
        fields.number("rounds", worker.rounds, 1, 1'000'000);
        fields.number("tries", worker.tries, 1, 1000);
        fields.number("depth", worker.depth, 1, 100);
        fields.number("releases_of", worker.releasesOf, 0, 100);
        fields.time("wait_ms", worker.wait);
        fields.flag("gives_lease", worker.givesLease);
        fields.time("lease_ms", worker.lease, Milliseconds(1));
        fields.time("extend_ms", worker.extends, Milliseconds(1));
        fields.time("work_ms", worker.work);
        conditions(fields, "work_until", worker.workUntil);
        fields.word("releases", worker.releases);
        fields.flag("works_unheld", worker.worksUnheld);
        fields.time("skew_ms", worker.skew, -longest);
        fields.refuseOthers();
        return worker;
    }

    void conditions(Fields &fields, const char *name, std::vector<Condition> &field)
    {
        if (const auto *value = fields.find(name)) {
            field = conditionsOf(*value);
            note(field, *value);
        }
    }

    Fault faultOf(const Located &value)
    {
        Fields fields(value, "a fault");
        Fault fault;
        const auto &when = fields.need("when");
        fault.when = conditionsOf(when);
        note(fault.when, when);
        fields.time("after_ms", fault.after);
        if (fault.after.count() > 0
            && std::all_of(fault.when.begin(), fault.when.end(), [](const auto &one) { return one.what == Happening::Start; }))
            when.fail("a fault waits for something that happens, not only for a time since the start");
        readAction(fields.need("do"), fault);
        fields.number("server", fault.server, 0, m_scenario.servers - 1);
        fields.word("of", fault.of);
        readAim(fields, fault);
        fields.time("by_ms", fault.by);
        fields.time("jitter_ms", fault.jitter);
        const bool takesTime =
            fault.action == Action::Stall || fault.action == Action::DelayRequests || fault.action == Action::DelayReplies;
        if (takesTime != fault.by.has_value())
            value.fail(takesTime ? "this fault needs the field \"by_ms\"" : "\"by_ms\" belongs to stall, delay requests and delay replies");
        if (fault.jitter > fault.by.value_or(Milliseconds(0)))
            value.fail("\"jitter_ms\" cannot be more than \"by_ms\"");
        fields.refuseOthers();
        return fault;
    }

    // Which command a fault of the network meets.
    static void readAim(Fields &fields, Fault &fault)
    {
        fields.word("in", fault.in);
        fields.number("nth", fault.nth, 1, 1000);
        fields.text("command", fault.command);
        const auto isPlain = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.'; };
        for (auto &c : fault.command)
            c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        if (fault.command.size() > 64 || !std::all_of(fault.command.begin(), fault.command.end(), isPlain))
            fields.find("command")->fail("\"command\" is the name of a command of Redis, for example SET");
        const bool aims = fault.in != Phase::Any || fault.nth != 1 || !fault.command.empty();
        const bool meets = fault.action >= Action::HoldRequest && fault.action < Action::Pass;
        for (const auto *name : {"in", "nth", "command"}) {
            if (const auto *field = aims && !meets ? fields.find(name) : nullptr)
                field->fail('"' + std::string(name) + "\" belongs to faults of the network, which meet a command");
        }
    }

    // "pause A", "restart server", "hold request of A"
    void readAction(const Located &value, Fault &fault) const
    {
        auto text = value.text("do");
        if (const auto action = fromWord<Action>(text); action && *action >= Action::RestartServer) {
            fault.action = *action;
            return;
        }
        const auto blank = text.rfind(' ');
        if (blank != text.npos) {
            fault.who = text.substr(blank + 1);
            text.erase(blank);
            if (text.ends_with(" of"))
                text.erase(text.size() - 3);
        }
        const auto action = fromWord<Action>(text);
        if (!action || *action >= Action::RestartServer || fault.who.empty())
            value.fail(value.shown() + " is no action; there are " + listOf<Action>() + ", followed by a worker if they act on one");
        if (!findWorker(m_scenario, fault.who))
            value.fail("there is no worker \"" + escaped(fault.who) + "\"");
        fault.action = *action;
    }

    void readExpected(const Located &value)
    {
        for (const auto &[name, outcome] : value.fields()) {
            const auto property = fromWord<Property>(name);
            if (!property)
                outcome.fail("there is no property \"" + escaped(name) + "\"; there are " + listOf<Property>());
            const auto expected = fromWord<Outcome>(outcome.text(name.c_str()));
            if (!expected)
                outcome.fail("a verdict cannot be " + outcome.shown() + "; it is one of " + listOf<Outcome>());
            m_scenario.expected[*property] = *expected;
        }
        if (m_scenario.expected.empty())
            value.fail("a scenario expects at least one verdict");
    }

    // Conditions may name workers that come later in the file.
    void note(const std::vector<Condition> &conditions, const Located &where)
    {
        for (const auto &condition : conditions)
            m_named.emplace_back(condition.who, &where);
    }

    void check(Fields &fields) const
    {
        const auto &workers = *fields.find("workers");
        if (m_scenario.workers.empty() || m_scenario.workers.size() > mostWorkers)
            workers.fail("a scenario has 1 to " + std::to_string(mostWorkers) + " workers");
        for (const auto &[who, where] : m_named) {
            if (!who.empty() && !findWorker(m_scenario, who))
                where->fail("there is no worker \"" + escaped(who) + "\"");
        }
        for (std::size_t i = 0; i < m_scenario.workers.size(); ++i) {
            const auto &worker = m_scenario.workers[i];
            if (worker.work > m_scenario.limit)
                workers.elements("workers")[i].fail("\"work_ms\" is longer than \"limit_ms\" lets the scenario last");
            if (worker.releasesOf.value_or(0) > worker.depth)
                workers.elements("workers")[i].fail("\"releases_of\" is more than \"depth\"");
        }
    }

    const Located &m_root;
    Scenario m_scenario;
    std::vector<std::pair<std::string, const Located *>> m_named;
};

} // namespace

Result<Scenario> scenarioOf(const std::string &text, const std::string &file)
{
    try {
        const auto root = json::locatedJson(text);
        auto scenario = ScenarioReader(root).read();
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
    return scenarioOf(file.readAll().toStdString(), path);
}

} // namespace lockcore
