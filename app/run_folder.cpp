// SPDX-License-Identifier: MIT
#include "app/run_folder.h"

#include "app/files.h"
#include "app/lab_json.h"
#include "app/refused.h"
#include "app/run_sources.h"
#include "lockcore/lab/history_file.h"
#include "lockcore/lab/scenario_file.h"
#include "lockcore/report/lanes.h"
#include "ui/report/report_page.h"
#include "ui/report/timeline_svg.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct RunFolderWords
{
    Q_DECLARE_TR_FUNCTIONS(RunFolderWords)
};

const QString scenarioFile = u"scenario.json"_s;
const QString historyFile = u"history.jsonl"_s;
const QString timelineFile = u"/timeline.svg"_s;
const QString reportFile = u"/report.html"_s;

QString shown(const QString &path) { return shownText(path.toStdString(), 200); }

QString usualRuns()
{
    auto state = qEnvironmentVariable("XDG_STATE_HOME");
    if (state.isEmpty())
        state = QDir::homePath() + u"/.local/state"_s;
    return state + u"/lockscope/runs"_s;
}

Result<void> writeSources(const QString &folder, const std::vector<ReportSource> &sources)
{
    for (const auto &source : sources) {
        const auto path = folder + u"/sources/"_s + source.path;
        QDir().mkpath(QFileInfo(path).path());
        if (const auto written = writeFile(path, source.text); !written)
            return written;
    }
    return {};
}

// A link could lead out of the folder.
Result<std::string> fileIn(const QString &folder, const QString &name)
{
    const QFileInfo file(folder + u'/' + name);
    if (!QFileInfo(folder).isDir())
        return refused(RunFolderWords::tr("%1 is not the folder of a run").arg(shown(folder)));
    if (file.isSymLink())
        return refused(RunFolderWords::tr("%1 is a symbolic link, and a run is read only within its folder").arg(shown(file.filePath())));
    return file.filePath().toStdString();
}

// It becomes the name of a folder.
bool isName(const std::string &name)
{
    static const QRegularExpression pattern(uR"(\A[A-Za-z0-9][A-Za-z0-9_.-]{0,99}\z)"_s);
    return pattern.match(QString::fromStdString(name)).hasMatch();
}

RunReport reportOf(const LabResult &result, const History &history, const std::vector<std::string> &command)
{
    RunReport report;
    report.scenario = result.scenario;
    report.history = history;
    report.verdicts = result.verdicts;
    report.premises = result.premises;
    report.unmet = result.unmet;
    report.disagreement = result.disagreement;
    report.library = result.library;
    report.server = result.server;
    report.expects = result.expects;
    report.match = matchOf(result);
    report.conclusion = result.error ? RunFolderWords::tr("could not be played to its end") : matchText(result);
    report.replayOf = result.replayOf;
    report.error = result.error;
    report.sources = sourcesOf(history, command);
    return report;
}

} // namespace

Result<QString> newRunFolder(const QString &runs, const QString &name)
{
    const auto place = runs.isEmpty() ? usualRuns() : runs;
    QDir().mkpath(place);
    for (int i = 1; i < 10'000; ++i) {
        const auto folder = place + u'/' + name + (i == 1 ? QString() : u'-' + QString::number(i));
        if (QDir().mkdir(folder))
            return folder;
        if (!QFileInfo::exists(folder))
            break;
    }
    return Error{ErrorKind::Refused, "the folder of the run cannot be made in " + place.toStdString(), "folder"};
}

QString historyFileIn(const QString &folder) { return folder + u'/' + historyFile; }

Result<void> keepRun(const LabResult &result, const History &history, const QByteArray &scenario, const std::vector<std::string> &command)
{
    const auto &folder = result.folder;
    if (const auto written = writeFile(folder + u'/' + scenarioFile, scenario); !written)
        return written;
    if (const auto written = writeFile(folder + u"/verdict.json"_s, verdictJson(result)); !written)
        return written;
    if (history.entries.empty()) { // an earlier run of a sweep's cell may have left them
        QFile::remove(folder + timelineFile);
        QFile::remove(folder + reportFile);
        return {};
    }
    const auto report = reportOf(result, history, command);
    if (const auto written = writeSources(folder, report.sources); !written)
        return written;
    const auto lanes = lanesOf(history, result.verdicts);
    const auto svg = timelineSvg(lanes, shownText(result.scenario.title));
    if (const auto written = writeFile(folder + timelineFile, svg.toUtf8()); !written)
        return written;
    return writeFile(folder + reportFile, reportPage(report));
}

Result<KeptRun> readRun(const QString &folder)
{
    const auto scenarioPath = fileIn(folder, scenarioFile);
    if (!scenarioPath)
        return scenarioPath.error();
    const auto historyPath = fileIn(folder, historyFile);
    if (!historyPath)
        return historyPath.error();
    auto scenario = readScenario(*scenarioPath);
    if (!scenario)
        return scenario.error();
    const auto history = readHistory(*historyPath);
    if (!history)
        return history.error();
    const auto &header = history->header;
    if (isName(header.scenario))
        scenario->name = header.scenario;
    return KeptRun{*std::move(scenario), header.seed, header.protocol == "external"};
}

} // namespace lockscope
