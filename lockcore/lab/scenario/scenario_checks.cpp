// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_checks.h"

#include "lockcore/base/bytes.h"
#include "lockcore/lab/scenario/server_settings.h"
#include "lockcore/live/option_error.h"

#include <algorithm>
#include <set>

namespace lockcore::detail {

using json::Located;

namespace {

constexpr std::size_t mostWorkers = 200;
constexpr std::size_t mostLocks = 16;

bool isPlain(std::string_view text, std::string_view signs)
{
    return std::ranges::all_of(text, [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || signs.find(c) != signs.npos;
    });
}

void checkVersion(const Located &value, const Scenario &)
{
    if (value.integer("lockscope_scenario", 1, 1'000'000) != scenarioVersion)
        value.fail("this program reads version " + std::to_string(scenarioVersion) + " of scenarios");
}

void checkProtocol(const Located &value, const Scenario &)
{
    const auto &name = value.text("protocol");
    if (name != "external" && !findProtocol(name))
        value.fail("there is no protocol " + value.shown());
}

void checkOptions(const Located &value, const Scenario &scenario)
{
    ProtocolOptions options;
    for (const auto &[name, option] : value.fields()) {
        if (name == "queue-timeout")
            option.fail("give this option as \"queue_timeout_ms\" of the scenario: the referee needs it, too");
        options[name] = option.text(name.c_str());
    }
    const auto *const protocol = findProtocol(scenario.protocol);
    if (const auto error = protocol ? optionError(*protocol, options) : std::nullopt)
        value.fail(error->text);
}

void checkNeeds(const Located &value, const Scenario &)
{
    for (const auto &need : value.elements("needs")) {
        if (!fromWord<Capability>(need.text("needs")))
            need.fail("there is no capability " + need.shown() + "; there are " + listOfWords<Capability>());
    }
}

void checkSettings(const Located &value, const Scenario &)
{
    for (const auto &[name, setting] : value.fields()) {
        if (const auto mistake = settingMistake(name, setting.text(name.c_str())))
            setting.fail(*mistake);
    }
}

void checkWorkers(const Located &value, const Scenario &)
{
    if (const auto count = value.elements("workers").size(); count < 1 || count > mostWorkers)
        value.fail("a scenario has 1 to " + std::to_string(mostWorkers) + " workers");
}

void checkName(const Located &value, const Scenario &scenario)
{
    const auto &name = value.text("name");
    if (name.empty() || name.size() > 32 || !isPlain(name, "-_"))
        value.fail("a worker's name has 1 to 32 letters, digits, - and _");
    if (findWorker(scenario, name))
        value.fail("there are two workers \"" + name + '"');
}

// A condition ends with the name of a lock, or continues after it.
void checkLocks(const Located &value, const Scenario &)
{
    if (!value.isArray())
        return;
    const auto &locks = value.elements("locks");
    if (locks.empty() || locks.size() > mostLocks)
        value.fail("a scenario has 1 to " + std::to_string(mostLocks) + " locks");
    std::set<std::string> names;
    for (const auto &lock : locks) {
        const auto &name = lock.text("locks");
        if (name.empty() || name.size() > 64 || !isPlain(name, "-_.:/{}"))
            lock.fail("a lock's name has 1 to 64 letters, digits, and - _ . : / { }");
        if (!names.insert(name).second)
            lock.fail("there are two locks \"" + name + '"');
    }
}

void checkLockName(const Located &value, const Scenario &scenario) { checkLock(value.text("lock"), value, scenario); }

// Of the workers before it in the file: they are known by then.
void checkHost(const Located &value, const Scenario &scenario)
{
    const auto *const host = findWorker(scenario, value.text("in_process_of"));
    if (!host)
        value.fail("\"in_process_of\" names a worker that is before this one in the file; " + value.shown() + " is none");
    if (!host->processOf.empty())
        value.fail("the worker " + value.shown() + " is itself in the process of " + host->processOf + ": name that one");
    if (std::ranges::find(scenario.needs, "concurrent") == scenario.needs.end())
        value.fail("several owners in one process need \"needs\": [\"concurrent\"] in the scenario");
}

void checkServer(const Located &value, const Scenario &scenario) { value.integer("server", 0, scenario.servers - 1); }

void checkCommand(const Located &value, const Scenario &)
{
    const auto &name = value.text("command");
    if (name.size() > 64 || !isPlain(name, "_-."))
        value.fail("\"command\" is the name of a command, for example SET");
}

struct FieldCheck
{
    std::string_view name;
    void (*check)(const Located &value, const Scenario &scenario);
};

constexpr std::array<FieldCheck, 12> fieldChecks{{{"lockscope_scenario", checkVersion},
                                                  {"protocol", checkProtocol},
                                                  {"options", checkOptions},
                                                  {"needs", checkNeeds},
                                                  {"settings", checkSettings},
                                                  {"locks", checkLocks},
                                                  {"workers", checkWorkers},
                                                  {"lock", checkLockName},
                                                  {"name", checkName},
                                                  {"in_process_of", checkHost},
                                                  {"server", checkServer},
                                                  {"command", checkCommand}}};

// Which command a fault of the network meets.
void checkAim(const Located &value, const Fault &fault)
{
    const bool aims = fault.in != Phase::Any || fault.nth != 1 || !fault.command.empty();
    const bool meets = fault.action >= Action::HoldRequest && fault.action < Action::Pass;
    for (const auto *name : {"in", "nth", "command"}) {
        if (const auto *field = aims && !meets ? value.find(name) : nullptr)
            field->fail('"' + std::string(name) + "\" belongs to faults of the network, which meet a command");
    }
    const bool hasAKey =
        fault.action == Action::ForceRelease || fault.action == Action::FillMemory || fault.action == Action::BeginSlotMove;
    if (!fault.lock.empty() && !hasAKey && (!meets || fault.action == Action::LoseMessages))
        value.find("lock")->fail("\"lock\" belongs to faults that meet a command, and to force release, fill memory and begin slot move");
}

void checkReplica(const Located &action, const Scenario &scenario, const Fault &fault)
{
    const bool needsReplica = fault.action == Action::CutReplication || fault.action == Action::PromoteReplica;
    if (needsReplica && scenario.replicas == 0 && !scenario.cluster)
        action.fail(action.shown() + " needs \"replicas\": 1 in the scenario");
    if (fault.action >= Action::BeginSlotMove && !scenario.cluster)
        action.fail(action.shown() + " needs \"cluster\": true in the scenario");
    const bool again = std::ranges::any_of(
        scenario.script, [&](const Fault &earlier) { return earlier.action == Action::PromoteReplica && earlier.server == fault.server; });
    if (again && fault.action == Action::PromoteReplica)
        action.fail("a server has one replica, which can be promoted once");
}

void checkTimes(const Located &value, const Fault &fault)
{
    const bool fromStart = std::ranges::all_of(fault.when, [](const auto &condition) { return condition.what == Happening::Start; });
    if (fault.after.count() > 0 && fromStart)
        value.find("when")->fail("a fault waits for something that happens, not only for a time since the start");
    const bool takesTime = fault.action == Action::Stall || fault.action == Action::DelayRequests || fault.action == Action::DelayReplies;
    if (takesTime != fault.by.has_value())
        value.fail(takesTime ? "this fault needs the field \"by_ms\"" : "\"by_ms\" belongs to stall, delay requests and delay replies");
    if (fault.jitter > fault.by.value_or(Milliseconds(0)))
        value.fail("\"jitter_ms\" cannot be more than \"by_ms\"");
}

} // namespace

void checkField(std::string_view name, const Located &value, const Scenario &scenario)
{
    if (const auto *found = std::ranges::find(fieldChecks, name, &FieldCheck::name); found != fieldChecks.end())
        found->check(value, scenario);
}

void checkLock(const std::string &lock, const Located &where, const Scenario &scenario)
{
    if (!lock.empty() && std::ranges::find(scenario.locks, lock) == scenario.locks.end())
        where.fail("there is no lock \"" + escaped(lock) + '"');
}

void checkProcess(const std::string &worker, const Located &where, const Scenario &scenario)
{
    if (const auto &process = processOf(scenario, worker); process != worker)
        where.fail("this is about a process, and " + worker + " is in the process of " + process + ": name " + process);
}

void check(const Located &value, const ScenarioSection &section, const Scenario &scenario)
{
    if (section.releasesOf.value_or(0) > section.depth)
        value.fail("\"releases_of\" is more than \"depth\"");
    if (section.depth < 2 && (section.innerLease || section.innerEnds || !section.reenterAfter.empty()))
        value.fail("\"re_enter_after\", \"inner_ends\" and \"inner_lease_ms\" need a \"depth\" of 2 or more");
    if (section.innerEnds && section.releasesOf)
        value.fail("with \"inner_ends\", all acquires are given back: it cannot have \"releases_of\"");
    if (section.work > scenario.limit)
        value.fail("\"work_ms\" is longer than \"limit_ms\" lets the scenario last");
    if (section.mode != entry::Mode::Exclusive && std::ranges::find(scenario.needs, "readwrite") == scenario.needs.end())
        value.find("mode")->fail("readers and writers need \"needs\": [\"readwrite\"] in the scenario");
}

void check(const Located &value, const ScenarioWorker &worker, const Scenario &scenario)
{
    check(value, static_cast<const ScenarioSection &>(worker), scenario);
    if (!worker.processOf.empty() && worker.skew.count() != 0)
        value.find("skew_ms")->fail("a process has one clock: \"skew_ms\" belongs to " + worker.processOf);
    std::set<std::string> taken;
    eachSection(worker, [&](const ScenarioSection &section) {
        if (!taken.insert(lockOf(scenario, section)).second)
            value.fail("a worker takes the lock \"" + escaped(lockOf(scenario, section))
                       + "\" twice; a \"depth\" of 2 is a re-entry, and \"rounds\" repeat");
    });
}

void check(const Located &value, const Fault &fault, const Scenario &scenario)
{
    checkAim(value, fault);
    checkReplica(*value.find("do"), scenario, fault);
    checkTimes(value, fault);
}

} // namespace lockcore::detail
