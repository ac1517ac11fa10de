// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_file.h"

#include "lockcore/base/bytes.h"
#include "lockcore/judge/entry.h"
#include "lockcore/lab/scenario/scenario_sections.h"
#include "lockcore/lab/scenario/server_settings.h"
#include "lockcore/live/option_error.h"
#include "lockcore/locks/catalogue.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace lockcore {

namespace {

using json::Fields;
using json::Located;

constexpr std::int64_t mostWorkers = 200;

void readVersion(Fields &fields)
{
    const auto &version = fields.need("lockscope_scenario");
    if (version.integer("lockscope_scenario", 1, 1'000'000) != scenarioVersion)
        version.fail("this program reads version " + std::to_string(scenarioVersion) + " of scenarios");
}

void readStory(Fields &fields, Scenario &scenario)
{
    scenario.title = fields.need("title").text("title");
    fields.text("chapter", scenario.chapter);
    fields.text("story", scenario.story);
    fields.texts("pitfalls", scenario.pitfalls);
    fields.texts("sources", scenario.sources);
    fields.text("twin", scenario.twin);
    fields.word("importance", scenario.importance);
}

void readProtocol(Fields &fields, Scenario &scenario)
{
    const auto &protocol = fields.need("protocol");
    scenario.protocol = protocol.text("protocol");
    if (scenario.protocol != "external" && !findProtocol(scenario.protocol))
        protocol.fail("there is no protocol " + protocol.shown());
    if (const auto *options = fields.find("options")) {
        for (const auto &[name, value] : options->fields()) {
            if (name == "queue-timeout")
                value.fail("give this option as \"queue_timeout_ms\" of the scenario: the referee needs it, too");
            scenario.options[name] = value.text(name.c_str());
        }
        const auto *const known = findProtocol(scenario.protocol);
        if (const auto error = known ? optionError(*known, scenario.options) : std::nullopt)
            options->fail(error->text);
    }
    if (const auto *needs = fields.find("needs")) {
        for (const auto &need : needs->elements("needs")) {
            if (!fromWord<Capability>(need.text("needs")))
                need.fail("there is no capability " + need.shown() + "; there are " + listOfWords<Capability>());
            scenario.needs.push_back(need.text("needs"));
        }
    }
}

void readServers(Fields &fields, Scenario &scenario)
{
    fields.number("servers", scenario.servers, 1, 9);
    fields.number("replicas", scenario.replicas, 0, 1);
    if (const auto *settings = fields.find("settings")) {
        for (const auto &[name, value] : settings->fields()) {
            const auto &set = scenario.settings[name] = value.text(name.c_str());
            if (const auto mistake = settingMistake(name, set))
                value.fail(*mistake);
        }
    }
    fields.flag("looks", scenario.looks);
    fields.flag("warm_up", scenario.warmUp);
}

void readLock(Fields &fields, Scenario &scenario)
{
    fields.text("lock", scenario.lock);
    fields.time("lease_ms", scenario.lease, Milliseconds(1));
    fields.time("retry_ms", scenario.retry, Milliseconds(1));
    fields.time("command_timeout_ms", scenario.commandTimeout, Milliseconds(1));
    fields.time("queue_timeout_ms", scenario.queueTimeout);
    fields.flag("fenced", scenario.fenced);
    fields.number("stock", scenario.stock, 0, 1'000'000'000);
    fields.flag("fresh", scenario.fresh);
    fields.time("limit_ms", scenario.limit, Milliseconds(1));
    if (const auto *seed = fields.find("seed"))
        scenario.seed = static_cast<std::uint64_t>(seed->integer("seed", 1, std::int64_t(1) << 53));
}

void readWorkers(const Located &workers, detail::ConditionReader &conditions, Scenario &scenario)
{
    for (const auto &value : workers.elements("workers")) {
        auto worker = detail::workerOf(value, conditions);
        if (findWorker(scenario, worker.name))
            value.find("name")->fail("there are two workers \"" + worker.name + '"');
        if (worker.work > scenario.limit)
            value.fail("\"work_ms\" is longer than \"limit_ms\" lets the scenario last");
        if (worker.mode != entry::Mode::Exclusive && std::ranges::find(scenario.needs, "readwrite") == scenario.needs.end())
            value.find("mode")->fail("readers and writers need \"needs\": [\"readwrite\"] in the scenario");
        scenario.workers.push_back(std::move(worker));
    }
    if (scenario.workers.empty() || scenario.workers.size() > mostWorkers)
        workers.fail("a scenario has 1 to " + std::to_string(mostWorkers) + " workers");
}

void readExpected(const Located &value, Scenario &scenario)
{
    for (const auto &[name, outcome] : value.fields()) {
        const auto property = fromWord<Property>(name);
        if (!property)
            outcome.fail("there is no property \"" + escaped(name) + "\"; there are " + listOfWords<Property>());
        const auto expected = fromWord<Outcome>(outcome.text(name.c_str()));
        if (!expected)
            outcome.fail("a verdict cannot be " + outcome.shown() + "; it is one of " + listOfWords<Outcome>());
        scenario.expected[*property] = *expected;
    }
}

Scenario read(const Located &root)
{
    Fields fields(root, "a scenario");
    Scenario scenario;
    detail::ConditionReader conditions;
    readVersion(fields);
    readStory(fields, scenario);
    readProtocol(fields, scenario);
    readServers(fields, scenario);
    readLock(fields, scenario);
    readWorkers(fields.need("workers"), conditions, scenario);
    if (const auto *script = fields.find("script")) {
        for (const auto &fault : script->elements("script"))
            scenario.script.push_back(detail::faultOf(fault, conditions, scenario));
    }
    readExpected(fields.need("expect"), scenario);
    fields.refuseOthers();
    conditions.check(scenario);
    return scenario;
}

} // namespace

Result<Scenario> scenarioOf(const std::string &text, const std::string &file)
{
    try {
        const auto root = json::locatedJson(text);
        auto scenario = read(root);
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
