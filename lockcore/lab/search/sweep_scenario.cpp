// SPDX-License-Identifier: MIT
#include "lockcore/lab/search/sweep_scenario.h"

#include "lockcore/lab/scenario/scenario_editing.h"
#include "lockcore/locks/catalogue.h"

namespace lockcore {

namespace {

// Long enough for one or two renewals, and shorter than the lease: releasing an expired lock would be another test.
Milliseconds workOf(const SweepSubject &subject) { return subject.lease * 3 / 4; }

// Past the lease: what a renewal that went wrong leaves behind must be seen while the victim still works.
Milliseconds longWork(const SweepSubject &subject) { return subject.lease * 3 / 2; }

bool loses(SweepFault fault) { return fault == SweepFault::LoseRequest || fault == SweepFault::LoseReply; }

// How long a worker waits for a reply. What is held comes after that, what is lost never; but who was paused still gets its reply, and may
// believe it.
Milliseconds timeoutOf(const SweepSubject &subject, SweepFault fault)
{
    if (fault == SweepFault::Pause)
        return 3 * subject.lease;
    return loses(fault) ? subject.lease / 2 : subject.lease * 3 / 4;
}

// Who gets nothing although the lock is free must be seen waiting; so must a waiter that has lost its place to another.
Milliseconds longWait(const SweepSubject &subject) { return 6 * subject.lease + 3 * subject.keepsPlace; }

Milliseconds shortWork(const SweepSubject &subject) { return subject.lease / 4; }

Condition when(Happening what, const std::string &who) { return {what, who, 1}; }

Fault fault(Condition when, Action action)
{
    Fault fault;
    fault.when = {std::move(when)};
    fault.action = action;
    fault.who = sweepVictim;
    return fault;
}

// A dead worker's commands count as never sent, and its replies as never read: it does not matter where they are lost.
Action networkActionOf(const SweepCell &cell)
{
    if (cell.fault == SweepFault::Kill || loses(cell.fault))
        return cell.place.after ? Action::LoseReplies : Action::LoseRequests;
    return cell.place.after ? Action::HoldReply : Action::HoldRequest;
}

// From when on the gate looks for the command: of the first request of its phase, from the start.
Condition aimedFrom(const RequestCommand &command)
{
    if (command.request == 1)
        return {Happening::Start, {}, 1};
    return {command.phase == Phase::Acquire ? Happening::Asked : Happening::Releasing, sweepVictim, command.request};
}

void addAimed(std::vector<Fault> &script, const SweepCell &cell)
{
    const auto &command = cell.place.command;
    auto fault = lockcore::fault(aimedFrom(command), networkActionOf(cell));
    fault.server = command.server;
    fault.in = command.phase;
    fault.command = command.command;
    fault.nth = command.nth;
    for (std::int64_t way = 0; way < cell.place.ways; ++way, ++fault.server)
        script.push_back(fault);
}

// The victim continues when the contender has the lock and has read what it guards, or fails to get it. Were it not for the reading, a
// victim that wakes fast may write before: then nothing is lost.
void addEnd(std::vector<Fault> &script, bool paused, bool held)
{
    for (const auto what : {Happening::ReadIt, Happening::Refused, Happening::Failed}) {
        if (paused)
            script.push_back(fault(when(what, sweepContender), Action::Resume));
        if (held)
            script.push_back(fault(when(what, sweepContender), Action::Pass));
    }
}

// What is lost never comes, so the worker's time-out ends its request. Then a client that still uses the connection gets a new one.
std::vector<Fault> scriptOf(const SweepSubject &subject, const SweepCell &cell)
{
    std::vector<Fault> script;
    const bool aims = !cell.place.command.command.empty();
    const bool waits = cell.place.part == SweepPart::Waiting;
    const auto inside = waits ? Happening::Asked : Happening::ReadIt;
    const auto struck = when(aims ? Happening::Struck : inside, sweepVictim);
    if (aims)
        addAimed(script, cell);
    if (cell.fault == SweepFault::Kill)
        script.push_back(fault(struck, Action::Kill));
    if (cell.fault == SweepFault::Pause)
        script.push_back(fault(struck, Action::Pause));
    if (!aims && waits)
        script.back().after = shortWork(subject) / 2; // by then it waits, whether or not it says so
    if (cell.fault == SweepFault::Pause || cell.fault == SweepFault::HoldReply)
        addEnd(script, cell.fault == SweepFault::Pause, aims);
    if (loses(cell.fault)) {
        script.push_back(fault(struck, Action::Pass));
        script.back().after = timeoutOf(subject, cell.fault) * 3 / 2;
    }
    return script;
}

// The event for which the contender waits, and also the victim within its work.
Happening begunBy(SweepFault fault)
{
    return fault == SweepFault::Kill ? Happening::Dead : fault == SweepFault::Pause ? Happening::Paused : Happening::Struck;
}

Scenario groundOf(const SweepSubject &subject, Milliseconds commandTimeout)
{
    Scenario scenario;
    scenario.store = subject.store;
    scenario.protocol = subject.protocol;
    scenario.options = subject.options;
    scenario.servers = subject.servers;
    scenario.lease = subject.lease;
    scenario.commandTimeout = commandTimeout;
    const auto *const protocol = findProtocol(subject.protocol);
    if (protocol && protocol->fair)
        scenario.queueTimeout = subject.lease / 2;
    scenario.limit = longWait(subject) + 4 * scenario.commandTimeout + Milliseconds(1000);
    scenario.expected[Property::MutualExclusion] = Outcome::NotExercised;
    return scenario;
}

std::string_view actOf(SweepFault fault)
{
    switch (fault) {
    case SweepFault::Kill: return "A dies";
    case SweepFault::Pause: return "A is paused";
    case SweepFault::HoldReply: return "A's reply is held";
    case SweepFault::LoseRequest: return "A's request is lost";
    case SweepFault::LoseReply: return "A's reply is lost";
    }
    return {};
}

std::string titleOf(const SweepCell &cell)
{
    const auto &command = cell.place.command;
    const std::string act(actOf(cell.fault));
    const auto part = cell.place.part;
    const bool waits = part == SweepPart::Waiting;
    if (command.command.empty())
        return act + (waits ? " while it waits" : " in its critical section")
               + (part == SweepPart::Sharing ? ", beside another reader" : "");
    return act + (cell.place.after ? " after the " : " before the ") + command.command + " of its " + requestOf(cell.place)
           + (cell.place.ways > 1 ? " on " + std::to_string(cell.place.ways) + " servers" : "") + (waits ? ", for which it waits" : "");
}

// The victim and what it does when no fault strikes; before it the holder, where there is one.
ScenarioWorker &addVictim(Scenario &scenario, const SweepSubject &subject, SweepPart part)
{
    if (part == SweepPart::Waiting || part == SweepPart::Sharing) {
        auto &holder = scenario.workers.emplace_back();
        holder.name = sweepHolder;
        holder.wait = Milliseconds(0);
        holder.work = part == SweepPart::Waiting ? shortWork(subject) : workOf(subject);
    }
    auto &victim = scenario.workers.emplace_back();
    victim.name = sweepVictim;
    victim.wait = part == SweepPart::Waiting ? longWait(subject) : Milliseconds(0);
    victim.givesLease = part != SweepPart::OwnLease;
    if (scenario.workers.size() > 1)
        victim.after = {when(Happening::Inside, sweepHolder)};
    if (part == SweepPart::ReEntering || part == SweepPart::Sharing || part == SweepPart::HandingOver)
        victim.work = shortWork(subject);
    if (subject.extends && (part == SweepPart::ReEntering || part == SweepPart::Sharing))
        victim.extends = subject.lease;
    if (part == SweepPart::ReEntering) {
        victim.depth = 2;
        victim.innerEnds = true;
    }
    return victim;
}

void workUntil(ScenarioWorker &worker, const Condition &end)
{
    worker.work = Milliseconds(0);
    worker.workUntil = {end};
}

ScenarioWorker &addContender(Scenario &scenario, Condition after)
{
    auto &contender = scenario.workers.emplace_back();
    contender.name = sweepContender;
    contender.after = {std::move(after)};
    return contender;
}

// Beside a holder, readers and writers meet. A writer that waits for readers may keep other readers out: whatever it leaves behind for that
// must go with it.
void setModes(Scenario &scenario, const SweepSubject &subject, SweepPart part)
{
    if (!subject.readWrite || (part != SweepPart::Waiting && part != SweepPart::Sharing))
        return;
    const auto &writer = part == SweepPart::Waiting ? sweepVictim : sweepContender;
    for (auto &worker : scenario.workers)
        worker.mode = worker.name == writer ? entry::Mode::Write : entry::Mode::Read;
    scenario.needs = needsOf(scenario);
}

} // namespace

Scenario dryRunScenario(const SweepSubject &subject, SweepPart part, bool extends)
{
    auto scenario = groundOf(subject, subject.lease * 3 / 4);
    scenario.name = "dry-run";
    auto &victim = addVictim(scenario, subject, part);
    if (part == SweepPart::OwnLease)
        victim.work = workOf(subject);
    if (extends)
        victim.extends = subject.lease;
    scenario.title = "A alone takes the lock, works and releases it";
    if (part == SweepPart::Waiting)
        scenario.title = "A waits for the lock that H gives back soon";
    if (part == SweepPart::Sharing)
        scenario.title = "A reads beside H, and releases before it";
    if (part == SweepPart::HandingOver) {
        scenario.title = "A gives back the lock for which B waits";
        addContender(scenario, when(Happening::Inside, sweepVictim)).wait = longWait(subject);
    }
    setModes(scenario, subject, part);
    return scenario;
}

Scenario sweepScenario(const SweepSubject &subject, const SweepCell &cell)
{
    auto scenario = groundOf(subject, timeoutOf(subject, cell.fault));
    const auto &command = cell.place.command;
    scenario.name = nameOf(cell);
    scenario.title = titleOf(cell);
    const auto part = cell.place.part;
    const bool awaits = part == SweepPart::HandingOver;
    scenario.story =
        "Part of a boundary sweep: " + scenario.title + (awaits ? ". B waits for the lock by then." : ". B wants the lock from then on.");
    scenario.fresh = scenario.onceMore = true;
    const bool waits = part == SweepPart::Waiting;

    const auto struck = when(begunBy(cell.fault), sweepVictim);
    auto &victim = addVictim(scenario, subject, part);
    victim.rounds = cell.fault == SweepFault::Kill || waits ? 1 : 2; // does the fault leave it in a state that harms the next round?
    if (command.phase == Phase::Extend)
        victim.extends = subject.lease;
    if (command.command.empty() && !waits)
        workUntil(victim, struck);
    else if (command.phase == Phase::Work)
        victim.work = longWork(subject);
    const bool givesLease = victim.givesLease;
    if (waits)
        workUntil(scenario.workers.front(), struck);

    auto &contender = addContender(scenario, awaits ? when(Happening::Inside, sweepVictim) : struck);
    contender.wait = awaits ? longWait(subject) : subject.lease * 5 / 2 + subject.keepsPlace;
    contender.givesLease = givesLease;
    if (waits)
        contender.work = shortWork(subject);
    else if (cell.fault != SweepFault::Kill)
        contender.workUntil = {when(Happening::Done, sweepVictim)};
    setModes(scenario, subject, part);
    scenario.script = scriptOf(subject, cell);
    return scenario;
}

} // namespace lockcore
