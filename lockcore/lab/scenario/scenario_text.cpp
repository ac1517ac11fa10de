// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_text.h"

#include "lockcore/lab/json/json_fields.h"
#include "lockcore/lab/scenario/scenario_file.h"

namespace lockcore {

namespace {

std::string jsonOf(const std::string &text)
{
    json::Writer writer;
    writer.text(text);
    return writer.take();
}

std::string jsonOf(std::int64_t number) { return std::to_string(number); }

std::string jsonOf(Milliseconds time) { return std::to_string(time.count()); }

std::string jsonOf(bool flag) { return flag ? "true" : "false"; }

template <HasWords Enum>
std::string jsonOf(Enum value)
{
    return jsonOf(std::string(wordOf(value)));
}

std::string jsonOf(const Condition &condition) { return jsonOf(toString(condition)); }

template <class Value>
std::string jsonOf(const std::vector<Value> &values)
{
    std::string text = "[";
    for (const auto &value : values)
        text += (text.size() == 1 ? "" : ", ") + jsonOf(value);
    return text + ']';
}

/// The fields of one object that are not as usual.
class JsonText
{
public:
    explicit JsonText(std::string_view separator = ", ")
        : m_separator(separator)
    { }

    void add(std::string_view name, const std::string &value)
    {
        if (!m_text.empty())
            m_text += m_separator;
        m_text += '"' + std::string(name) + "\": " + value;
    }
    template <class Value>
    void unless(const Value &usual, std::string_view name, const Value &value)
    {
        if (value != usual)
            add(name, jsonOf(value));
    }
    template <class Value>
    void unless(const std::optional<Value> &usual, std::string_view name, const std::optional<Value> &value)
    {
        if (value != usual && value)
            add(name, jsonOf(*value));
    }
    void map(std::string_view name, const std::map<std::string, std::string> &values)
    {
        JsonText fields;
        for (const auto &[key, value] : values)
            fields.add(key, jsonOf(value));
        if (!values.empty())
            add(name, fields.text());
    }

    std::string text() const { return '{' + m_text + '}'; }
    const std::string &inside() const { return m_text; }

private:
    const std::string m_separator;
    std::string m_text;
};

std::string actionOf(const Fault &fault)
{
    std::string word(wordOf(fault.action));
    if (fault.who.empty())
        return word;
    const bool ofNetwork = fault.action >= Action::HoldRequest && fault.action < Action::Pass && fault.action != Action::Reset;
    return word + (ofNetwork ? " of " : " ") + fault.who;
}

std::string jsonOf(const Fault &fault)
{
    const Fault usual;
    JsonText fields;
    fields.add("when", fault.when.size() == 1 ? jsonOf(fault.when.front()) : jsonOf(fault.when));
    fields.unless(usual.after, "after_ms", fault.after);
    fields.add("do", jsonOf(actionOf(fault)));
    fields.unless(usual.server, "server", fault.server);
    fields.unless(usual.of, "of", fault.of);
    fields.unless(usual.in, "in", fault.in);
    fields.unless(usual.command, "command", fault.command);
    fields.unless(usual.nth, "nth", fault.nth);
    fields.unless(usual.by, "by_ms", fault.by);
    fields.unless(usual.jitter, "jitter_ms", fault.jitter);
    return fields.text();
}

std::string jsonOf(const ScenarioWorker &worker)
{
    const ScenarioWorker usual;
    JsonText fields;
    fields.add("name", jsonOf(worker.name));
    fields.unless(usual.mode, "mode", worker.mode);
    fields.unless(usual.after, "after", worker.after);
    fields.unless(usual.again, "again", worker.again);
    fields.unless(usual.rounds, "rounds", worker.rounds);
    fields.unless(usual.tries, "tries", worker.tries);
    fields.unless(usual.depth, "depth", worker.depth);
    fields.unless(usual.reenterAfter, "re_enter_after", worker.reenterAfter);
    fields.unless(usual.releasesOf, "releases_of", worker.releasesOf);
    fields.unless(usual.wait, "wait_ms", worker.wait);
    fields.unless(usual.givesLease, "gives_lease", worker.givesLease);
    fields.unless(usual.lease, "lease_ms", worker.lease);
    fields.unless(usual.extends, "extend_ms", worker.extends);
    fields.unless(usual.innerLease, "inner_lease_ms", worker.innerLease);
    fields.unless(usual.reads, "reads", worker.reads);
    fields.unless(usual.work, "work_ms", worker.work);
    fields.unless(usual.workUntil, "work_until", worker.workUntil);
    fields.unless(usual.releases, "releases", worker.releases);
    fields.unless(usual.worksUnheld, "works_unheld", worker.worksUnheld);
    fields.unless(usual.skew, "skew_ms", worker.skew);
    return fields.text();
}

template <class Value>
std::string lines(const std::vector<Value> &values)
{
    std::string text;
    for (const auto &value : values)
        text += (text.empty() ? "\n        " : ",\n        ") + jsonOf(value);
    return '[' + text + "\n    ]";
}

void addStory(JsonText &fields, const Scenario &scenario)
{
    const Scenario usual;
    fields.add("lockscope_scenario", jsonOf(scenarioVersion));
    fields.add("title", jsonOf(scenario.title));
    fields.unless(usual.chapter, "chapter", scenario.chapter);
    fields.unless(usual.story, "story", scenario.story);
    fields.unless(usual.pitfalls, "pitfalls", scenario.pitfalls);
    fields.unless(usual.sources, "sources", scenario.sources);
    fields.unless(usual.twin, "twin", scenario.twin);
    fields.add("protocol", jsonOf(scenario.protocol));
    fields.map("options", scenario.options);
    fields.unless(usual.needs, "needs", scenario.needs);
    fields.unless(usual.importance, "importance", scenario.importance);
}

void addGround(JsonText &fields, const Scenario &scenario)
{
    const Scenario usual;
    fields.unless(usual.servers, "servers", scenario.servers);
    fields.unless(usual.replicas, "replicas", scenario.replicas);
    fields.map("settings", scenario.settings);
    fields.unless(usual.looks, "looks", scenario.looks);
    fields.unless(usual.warmUp, "warm_up", scenario.warmUp);
    fields.unless(usual.lock, "lock", scenario.lock);
    fields.add("lease_ms", jsonOf(scenario.lease));
    fields.unless(usual.retry, "retry_ms", scenario.retry);
    fields.unless(usual.commandTimeout, "command_timeout_ms", scenario.commandTimeout);
    fields.unless(usual.queueTimeout, "queue_timeout_ms", scenario.queueTimeout);
    fields.unless(usual.fenced, "fenced", scenario.fenced);
    fields.unless(usual.stock, "stock", scenario.stock);
    fields.unless(usual.fresh, "fresh", scenario.fresh);
    fields.unless(usual.limit, "limit_ms", scenario.limit);
    if (scenario.seed)
        fields.add("seed", jsonOf(static_cast<std::int64_t>(*scenario.seed)));
}

} // namespace

std::string textOf(const Scenario &scenario)
{
    JsonText fields(",\n    ");
    addStory(fields, scenario);
    addGround(fields, scenario);
    fields.add("workers", lines(scenario.workers));
    if (!scenario.script.empty())
        fields.add("script", lines(scenario.script));
    JsonText expected;
    for (const auto &[property, outcome] : scenario.expected)
        expected.add(wordOf(property), jsonOf(outcome));
    fields.add("expect", expected.text());
    return "{\n    " + fields.inside() + "\n}\n";
}

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
