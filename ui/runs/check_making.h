// SPDX-License-Identifier: MIT
// Makes the result of *Check my lock* of the results of its parts. Pure; any thread.
//
//     self-test, stories, sweep, hunt ─▶ CheckParts ─▶ checkOf() ─▶ Check
//
// A pitfall is named by the judge, in a verdict with its proof, or by a story that is about it. What a story is about counts as kept only if
// the story took place, and one of the properties that it is made for was exercised and held.
#pragma once

#include "ui/report/check.h"
#include "ui/runs/hunt_result.h"
#include "ui/runs/suite.h"
#include "ui/runs/sweep_result.h"

namespace lockscope {

struct SelftestResult
{
    /// The first rules: it greets, acquires, works and releases. Without them, its lock cannot be tested.
    static constexpr std::int64_t basics = 6;

    std::int64_t passed = 0;
    std::vector<std::string> wrong, warnings; ///< sentences

    bool isUsable() const { return wrong.empty() || passed >= basics; }
};

/// The results so far.
struct CheckParts
{
    Check known; ///< command, seed, took, folder, parts, stopped, error; the rest is made of the following
    SelftestResult selftest;
    SuiteResult suite;                                                   ///< a story that was played again has its last result
    std::map<std::string, std::vector<lockcore::Condition>> unmetBefore; ///< of the first run of a story that was played again
    SweepResult sweep;
    HuntResult hunt;
    std::vector<std::pair<lockcore::Scenario, std::string>> unplayable{}; ///< stories, and why not on this store
};

Check checkOf(const CheckParts &parts);

/// Is another run worth it? It applies to this library, and nothing decided it.
bool isOpen(const LabResult &story);
bool isOpen(const SweepRun &cell);

} // namespace lockscope
