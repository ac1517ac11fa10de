// SPDX-License-Identifier: MIT
#include "ui/lab/player/live_reader.h"

#include "ui/runs/run_sources.h"

#include <utility>

namespace lockscope {

void LiveReader::take(const LiveNews &news)
{
    auto &run = m_runs[news.run];
    auto &history = run.report.history;
    if (history.entries.empty()) {
        run.report = {news.begun, {}, {}};
        run.command = news.command;
    }
    history.header = news.added.header;
    history.entries.insert(history.entries.end(), news.added.entries.begin(), news.added.entries.end());
    run.isFresh = true;
    if (m_isShown)
        read();
}

void LiveReader::forget(int run) { m_runs.erase(run); }

void LiveReader::readAgain()
{
    m_isShown = true;
    read();
}

void LiveReader::read()
{
    for (auto &[number, run] : m_runs) {
        if (!std::exchange(run.isFresh, false))
            continue;
        auto report = run.report;
        report.sources = sourcesOf(report.history, run.command);
        m_isShown = false;
        emit made(number, shared(std::make_unique<ShownRun>(std::move(report), QString(), ShownRun::Stage::UnderWay)));
    }
}

} // namespace lockscope
