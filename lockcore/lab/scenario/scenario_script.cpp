// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/scenario_sections.h"

#include "lockcore/base/bytes.h"

#include <algorithm>

namespace lockcore::detail {

using json::Fields;
using json::Located;

namespace {

// "pause A", "restart server", "hold request of A"
void readAction(const Located &value, const Scenario &scenario, Fault &fault)
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
        value.fail(value.shown() + " is no action; there are " + listOfWords<Action>() + ", followed by a worker if they act on one");
    if (!findWorker(scenario, fault.who))
        value.fail("there is no worker \"" + escaped(fault.who) + "\"");
    fault.action = *action;
}

// Which command a fault of the network meets.
void readAim(Fields &fields, Fault &fault)
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

void checkReplica(const Located &value, const Scenario &scenario, const Fault &fault)
{
    const bool needsReplica = fault.action == Action::CutReplication || fault.action == Action::PromoteReplica;
    if (needsReplica && scenario.replicas == 0)
        value.fail(value.shown() + " needs \"replicas\": 1 in the scenario");
    const bool again = std::ranges::any_of(
        scenario.script, [&](const Fault &earlier) { return earlier.action == Action::PromoteReplica && earlier.server == fault.server; });
    if (again && fault.action == Action::PromoteReplica)
        value.fail("a server has one replica, which can be promoted once");
}

void checkTimes(const Located &value, const Located &when, const Fault &fault)
{
    const bool fromStart =
        std::all_of(fault.when.begin(), fault.when.end(), [](const auto &condition) { return condition.what == Happening::Start; });
    if (fault.after.count() > 0 && fromStart)
        when.fail("a fault waits for something that happens, not only for a time since the start");
    const bool takesTime = fault.action == Action::Stall || fault.action == Action::DelayRequests || fault.action == Action::DelayReplies;
    if (takesTime != fault.by.has_value())
        value.fail(takesTime ? "this fault needs the field \"by_ms\"" : "\"by_ms\" belongs to stall, delay requests and delay replies");
    if (fault.jitter > fault.by.value_or(Milliseconds(0)))
        value.fail("\"jitter_ms\" cannot be more than \"by_ms\"");
}

} // namespace

Fault faultOf(const Located &value, ConditionReader &conditions, const Scenario &scenario)
{
    Fields fields(value, "a fault");
    Fault fault;
    const auto &when = fields.need("when");
    conditions.read(when, fault.when);
    fields.time("after_ms", fault.after);
    const auto &action = fields.need("do");
    readAction(action, scenario, fault);
    checkReplica(action, scenario, fault);
    fields.number("server", fault.server, 0, scenario.servers - 1);
    fields.word("of", fault.of);
    readAim(fields, fault);
    fields.time("by_ms", fault.by);
    fields.time("jitter_ms", fault.jitter);
    checkTimes(value, when, fault);
    fields.refuseOthers();
    return fault;
}

} // namespace lockcore::detail
