// SPDX-License-Identifier: MIT
// `lockscope lab --sweep`: learns what a library does from runs without faults, then plays each cell of the sweep. Thread of the
// player's event loop.
#pragma once

#include "app/lab_player.h"
#include "app/lab_sweep_output.h"

namespace lockscope {

class LabSweep final
{
public:
    explicit LabSweep(LabPlayer &player);

    lockcore::Task<void> play(); ///< once

    SweepResult result() const; ///< so far

private:
    lockcore::Task<void> learn(lockcore::DryRunKind kind, std::optional<lockcore::DryRun> *lesson);
    lockcore::Task<void> learnAll();
    lockcore::Task<void> playCell(std::size_t index);
    void fail(const lockcore::Error &error);
    void plan();
    void showProgress() const;

    LabPlayer &m_player;
    SweepResult m_result;
    std::optional<lockcore::DryRun> m_given, m_own, m_extending;
    std::size_t m_done = 0;
    const lockcore::Moment m_begin;
    lockcore::Scope m_playing;
};

} // namespace lockscope
