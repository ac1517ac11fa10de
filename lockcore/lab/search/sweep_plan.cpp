// SPDX-License-Identifier: MIT
#include "lockcore/lab/search/sweep_plan.h"

#include "lockcore/lab/scenario/store_fit.h"

#include <algorithm>

namespace lockcore {

namespace {

std::string wordOfPlace(const SweepPlace &place)
{
    const auto &command = place.command;
    if (command.command.empty())
        return "inside";
    auto name = command.command + (command.nth > 1 ? "-" + std::to_string(command.nth) : "");
    if (place.ways > 1)
        name += "-on-" + std::to_string(place.ways) + "-servers";
    else if (command.server > 0)
        name += "-on-server-" + std::to_string(command.server + 1);
    return place.after ? name + "-done" : "before-" + name;
}

} // namespace

SweepSubject onStore(SweepSubject subject, Store store)
{
    subject.store = store;
    subject.lease = std::max(subject.lease, leastLease(store));
    return subject;
}

SweepSubject fittedTo(SweepSubject subject, const DryRun &run)
{
    const auto &greeting = run.greeting;
    const auto isElsewhere = [](const RequestCommand &command) { return command.server > 0; };
    if (std::ranges::none_of(run.commands, isElsewhere))
        subject.servers = 1;
    const auto step = std::max(greeting.leaseStep.value_or(Milliseconds(1)), Milliseconds(1));
    const auto least = std::max(subject.lease, greeting.minLease.value_or(Milliseconds(0)));
    subject.lease = (least + step - Milliseconds(1)) / step * step;
    subject.readWrite = greeting.can(Capability::ReadWrite);
    subject.extends = greeting.can(Capability::Extend);
    subject.reEnters = greeting.can(Capability::Reentrant);
    subject.keepsPlace = greeting.queueTimeout.value_or(Milliseconds(0));
    if (subject.keepsPlace > 5 * subject.lease)
        subject.keepsPlace = Milliseconds(0);
    return subject;
}

std::string requestOf(const SweepPlace &place)
{
    std::string request(wordOf(place.command.phase));
    const bool isInner = (place.command.phase == Phase::Acquire) == (place.command.request > 1);
    switch (place.part) {
    case SweepPart::GivenLease:
    case SweepPart::OwnLease:
    case SweepPart::Waiting: break;
    case SweepPart::ReEntering: return (isInner ? "inner " : "outer ") + request;
    case SweepPart::Sharing: return "shared " + request;
    case SweepPart::HandingOver: return "awaited " + request;
    }
    return request;
}

std::string nameOf(const SweepCell &cell)
{
    auto request = requestOf(cell.place);
    std::ranges::replace(request, ' ', '-');
    const auto part = cell.place.part;
    const std::string kind = part == SweepPart::Waiting ? "waiting-" : part == SweepPart::OwnLease ? "own-lease-" : "";
    return kind + request + '-' + wordOfPlace(cell.place) + '-' + std::string(wordOf(cell.fault));
}

bool isSameTaking(const DryRun &given, const DryRun &own)
{
    const auto ofLibrary = [](const DryRun &run) {
        auto commands = run.commands;
        std::erase_if(commands, [](const auto &command) { return command.phase == Phase::Extend; });
        return commands;
    };
    if (given.commands.empty() || given.ttl.has_value() != own.ttl.has_value() || ofLibrary(given) != ofLibrary(own))
        return false;
    return !given.ttl || std::max(*given.ttl, *own.ttl) - std::min(*given.ttl, *own.ttl) < *given.ttl / 4;
}

namespace {

void addCells(std::vector<SweepCell> &cells, const SweepPlace &place)
{
    cells.push_back({place, SweepFault::Kill});
    cells.push_back({place, SweepFault::Pause});
    if (place.after)
        cells.push_back({place, SweepFault::HoldReply});
    if (!place.command.command.empty())
        cells.push_back({place, place.after ? SweepFault::LoseReply : SweepFault::LoseRequest});
}

// To how many servers, from its own on, the same command goes.
std::int64_t serversOf(const DryRun &run, RequestCommand command)
{
    std::int64_t servers = 0;
    for (; std::ranges::find(run.commands, command) != run.commands.end(); ++command.server)
        ++servers;
    return servers;
}

void addMajority(std::vector<SweepCell> &cells, const RequestCommand &command, std::int64_t ways, SweepPart part)
{
    SweepPlace place{command, false, part, ways};
    cells.push_back({place, SweepFault::LoseRequest});
    place.after = true;
    if (command.replies) {
        cells.push_back({place, SweepFault::HoldReply});
        cells.push_back({place, SweepFault::LoseReply});
    }
}

void addPhase(std::vector<SweepCell> &cells, const DryRun &run, Phase phase, SweepPart part)
{
    for (const auto &command : run.commands) {
        if (command.phase != phase)
            continue;
        addCells(cells, {command, false, part});
        if (command.replies)
            addCells(cells, {command, true, part});
        if (const auto servers = serversOf(run, command); command.server == 0 && servers > 1)
            addMajority(cells, command, servers / 2 + 1, part);
    }
}

// A part that repeats another looks at the first server, and at a majority.
void dropOtherServers(std::vector<SweepCell> &cells)
{
    std::erase_if(cells, [](const SweepCell &cell) { return cell.place.command.server > 0; });
}

void addWaiting(std::vector<SweepCell> &cells, const DryRun &run)
{
    auto first = run;
    std::erase_if(first.commands, [](const RequestCommand &command) { return command.nth > 1; });
    addPhase(cells, first, Phase::Acquire, SweepPart::Waiting);
    addCells(cells, {{Phase::Acquire, {}}, false, SweepPart::Waiting});
}

void addReEntering(std::vector<SweepCell> &cells, DryRun run)
{
    std::erase_if(run.commands, [](const RequestCommand &command) { return command.phase == Phase::Acquire && command.request == 1; });
    addPhase(cells, run, Phase::Acquire, SweepPart::ReEntering);
    addPhase(cells, run, Phase::Release, SweepPart::ReEntering);
}

void addLife(std::vector<SweepCell> &cells, const DryRun &run, const std::optional<DryRun> &extending, SweepPart part)
{
    addPhase(cells, run, Phase::Acquire, part);
    if (extending)
        addPhase(cells, *extending, Phase::Extend, part);
    addCells(cells, {{Phase::Work, {}}, false, part});
    addPhase(cells, run, Phase::Work, part);
    addPhase(cells, run, Phase::Release, part);
}

} // namespace

std::vector<SweepCell> sweepCells(const SweepLessons &lessons)
{
    std::vector<SweepCell> cells, more;
    addLife(cells, *lessons.given, lessons.extending, SweepPart::GivenLease);
    if (lessons.own)
        addLife(more, *lessons.own, {}, SweepPart::OwnLease);
    if (lessons.reEntering)
        addReEntering(more, *lessons.reEntering);
    if (lessons.waiting)
        addWaiting(more, *lessons.waiting);
    if (lessons.sharing)
        addLife(more, *lessons.sharing, lessons.sharing, SweepPart::Sharing);
    if (lessons.handingOver)
        addPhase(more, *lessons.handingOver, Phase::Release, SweepPart::HandingOver);
    dropOtherServers(more);
    std::ranges::move(more, std::back_inserter(cells));
    return cells;
}

} // namespace lockcore
