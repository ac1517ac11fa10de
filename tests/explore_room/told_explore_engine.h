// SPDX-License-Identifier: MIT
// Searches nothing: a test says what was found.
#pragma once

#include "ui/explore/explore_engine.h"

namespace lockscope::test {

class ToldExploreEngine final : public ExploreEngine
{
public:
    void explore(const lockcore::ExaminationWish &wish, bool asksFirst) override
    {
        wishes.push_back(wish);
        asked.push_back(asksFirst);
        m_isBusy = true;
    }
    void compare() override { m_isBusy = true; }
    void replayInRealTime(const QString &trace, const std::optional<lockcore::explorer::ScriptPair> &) override
    {
        replayedTraces << trace;
        m_isBusy = true;
    }
    void cancel() override
    {
        ++cancels;
        end();
    }
    bool isBusy() const override { return m_isBusy; }
    ExploreFigures figures() const override { return told; }

    void end()
    {
        m_isBusy = false;
        emit ended();
    }

    std::vector<lockcore::ExaminationWish> wishes;
    std::vector<bool> asked;
    QStringList replayedTraces;
    ExploreFigures told;
    int cancels = 0;

private:
    bool m_isBusy = false;
};

} // namespace lockscope::test
