// SPDX-License-Identifier: MIT
// Plays nothing: answers each order with a run that was told.
#pragma once

#include "lab_story.h"

#include "ui/lab/engine/lab_engine.h"

namespace lockscope::test {

class ToldEngine : public LabEngine
{
public:
    int play(LabOrder) override { return ++m_runs; }
    void end(const ShownRunPtr &run = plainDel()) { emit ended(m_runs, run); }
    void stop(int) override { }
    void act(int, const lockcore::Fault &) override { }
    std::optional<lockcore::Endpoint> serverOf(int) const override { return std::nullopt; }

private:
    int m_runs = 0;
};

} // namespace lockscope::test
