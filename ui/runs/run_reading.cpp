// SPDX-License-Identifier: MIT
#include "ui/runs/run_reading.h"

#include "lockcore/lab/record/history_file.h"
#include "lockcore/lab/scenario/scenario_file.h"
#include "ui/runs/folder_file.h"
#include "ui/runs/run_folder.h"
#include "ui/runs/run_sources.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QFileInfo>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr qint64 largestScenario = 1024 * 1024;
constexpr qint64 largestVerdict = 4 * 1024 * 1024;
constexpr qint64 largestHistory = 256 * 1024 * 1024;

std::string pathIn(const QString &folder, const QString &name) { return (folder + u'/' + name).toStdString(); }

Result<Scenario> scenarioIn(const QString &folder)
{
    const auto name = u"scenario.json"_s;
    if (!QFileInfo(folder).isDir())
        return refused(Words::tr("there is no run in %1").arg(shownPath(folder)));
    const auto bytes = readWithin(folder, name, largestScenario);
    return bytes ? scenarioOf(bytes->toStdString(), pathIn(folder, name)) : bytes.error();
}

Result<History> historyIn(const QString &folder)
{
    const auto name = u"history.jsonl"_s;
    const auto bytes = readWithin(folder, name, largestHistory);
    return bytes ? historyOf(bytes->toStdString(), pathIn(folder, name)) : bytes.error();
}

// Code that shows the history searches it by number and by time, so both must be in order.
Result<void> checked(const History &history, const QString &file)
{
    const auto &entries = history.entries;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool follows = i == 0 || entries[i].at >= entries[i - 1].at;
        if (entries[i].number != i + 1 || !follows)
            return refused(Words::tr("%1, line %2: this entry of the history is damaged")
                               .arg(shownPath(file), QString::number(i + 2))); // line 1 is its header
    }
    return {};
}

Result<LabResult> verdictIn(const QString &folder)
{
    const auto name = u"verdict.json"_s;
    const auto bytes = readWithin(folder, name, largestVerdict);
    if (!bytes)
        return bytes.error();
    return resultFrom(*bytes, shownPath(folder + u'/' + name));
}

struct ReadRun
{
    Scenario scenario;
    History history;
};

Result<ReadRun> readBoth(const QString &folder)
{
    auto scenario = scenarioIn(folder);
    if (!scenario)
        return scenario.error();
    auto history = historyIn(folder);
    if (!history)
        return history.error();
    if (isRunName(history->header.scenario))
        scenario->name = history->header.scenario;
    return ReadRun{*std::move(scenario), *std::move(history)};
}

} // namespace

Result<KeptRun> readRun(const QString &folder)
{
    auto run = readBoth(folder);
    if (!run)
        return run.error();
    const auto &header = run->history.header;
    const auto result = verdictIn(folder); // not required to play the run again
    return KeptRun{std::move(run->scenario), header.seed, header.protocol == "external", result && result->byHand};
}

Result<RunReport> readRunReport(const QString &folder)
{
    const auto run = readBoth(folder);
    if (!run)
        return run.error();
    const auto &history = run->history;
    if (const auto good = checked(history, folder + u"/history.jsonl"_s); !good)
        return good.error();
    auto result = verdictIn(folder);
    if (!result)
        return result.error();
    result->scenario = run->scenario;
    result->verdicts.clear();
    result->disagreement.clear();
    if (!result->error)
        noteJudged(*result, history);
    return RunReport{*std::move(result), history, keptSources(folder, history)};
}

Result<JudgedFile> judgedFile(const QString &file)
{
    const auto history = readHistory(file.toStdString());
    if (!history)
        return history.error();
    JudgedFile judged;
    judged.result.expects = false;
    noteJudged(judged.result, *history);
    if (const auto good = checked(*history, file); !good)
        judged.damage = good.error().text;
    return judged;
}

} // namespace lockscope
