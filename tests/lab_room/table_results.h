// SPDX-License-Identifier: MIT
// Results of suites and sweeps, made by hand: what was played need not be played here.
#pragma once

#include "ui/runs/check_making.h"
#include "ui/runs/suite.h"
#include "ui/runs/sweep_result.h"

namespace lockscope::tests {

inline lockcore::Verdict verdict(lockcore::Property property, lockcore::Outcome outcome, std::vector<std::uint64_t> events = {})
{
    lockcore::Verdict verdict;
    verdict.property = property;
    verdict.outcome = outcome;
    verdict.sentence = "why it is so";
    verdict.events = std::move(events);
    return verdict;
}

inline lockcore::Scenario story(const std::string &name, std::map<lockcore::Property, lockcore::Outcome> expected)
{
    lockcore::Scenario scenario;
    scenario.name = name;
    scenario.title = "The story of " + name;
    scenario.protocol = "token";
    scenario.expected = std::move(expected);
    return scenario;
}

inline LabResult played(const lockcore::Scenario &scenario, std::vector<lockcore::Verdict> verdicts)
{
    LabResult result;
    result.scenario = scenario;
    result.verdicts = std::move(verdicts);
    result.server = "redis 7.0.15";
    result.library = "lockscope/token";
    result.folder = QStringLiteral("/runs/") + QString::fromStdString(scenario.name);
    return result;
}

/// Four stories: as expected, not as expected, inconclusive, not played yet.
inline SuiteResult fourStories()
{
    using namespace lockcore;
    const std::map<Property, Outcome> broken{{Property::Ownership, Outcome::Violated}};
    const std::map<Property, Outcome> sound{{Property::Ownership, Outcome::Held}};
    SuiteResult suite;
    suite.scenarios = {story("one", broken), story("two", sound), story("three", sound), story("four", sound)};
    auto proved = verdict(Property::Ownership, Outcome::Violated, {3, 7});
    proved.pitfall = "R1";
    suite.results = {played(suite.scenarios[0], {proved}), played(suite.scenarios[1], {proved}),
                     played(suite.scenarios[2], {verdict(Property::Ownership, Outcome::Inconclusive)}), std::nullopt};
    return suite;
}

/// Two places before and after SETNX; the first row is played.
inline SweepResult smallSweep()
{
    using namespace lockcore;
    DryRun run;
    run.commands = {{Phase::Acquire, "SETNX", 1, 0, true}};
    SweepResult sweep;
    sweep.library = "x 1.0";
    sweep.server = "redis 7.0.15";
    sweep.seed = 7;
    sweep.folder = QStringLiteral("/runs/sweep-x-7");
    sweep.planned = sweepCells({.given = run});
    sweep.cells.resize(sweep.planned.size());
    const auto play = [&](std::size_t cell, SweepFinding finding) {
        LabResult result;
        result.folder = sweep.folder + QLatin1Char('/') + QString::fromStdString(nameOf(sweep.planned[cell]));
        sweep.cells[cell] = SweepRun{sweep.planned[cell], std::move(finding), result, 1};
    };
    SweepFinding good, bad;
    good.access = SweepFinding::Access::AtOnce;
    good.tone = SweepFinding::Tone::Good;
    bad.access = SweepFinding::Access::Never;
    bad.tone = SweepFinding::Tone::Bad;
    bad.broken = {verdict(Property::NoImmortalLock, Outcome::Violated, {12, 31})};
    bad.broken.front().pitfall = "A1";
    play(0, good);
    play(3, bad);
    return sweep;
}

/// A check of one story about R1, which proves it, and one about R2, which was not played yet.
inline Check smallCheck(bool isOver)
{
    using namespace lockcore;
    CheckParts parts;
    parts.known.seed = 7;
    parts.known.folder = QStringLiteral("/runs/check-7");
    parts.known.parts = {
        {CheckPart::Kind::Selftest, CheckPart::State::Done, 17, 0, Milliseconds(900), {}},
        {CheckPart::Kind::Stories, isOver ? CheckPart::State::Done : CheckPart::State::Plays, 1, 2, Milliseconds(900), {}}};
    auto about = story("one", {{Property::Ownership, Outcome::Violated}});
    about.pitfalls = {"R1"};
    auto proved = verdict(Property::Ownership, Outcome::Violated, {3, 7});
    proved.pitfall = "R1";
    parts.suite.scenarios = {about, story("two", {{Property::Ownership, Outcome::Held}})};
    parts.suite.scenarios[1].pitfalls = {"R2"};
    parts.suite.results = {played(about, {proved}), std::nullopt};
    parts.suite.results[0]->expects = false;
    return checkOf(parts);
}

} // namespace lockscope::tests
