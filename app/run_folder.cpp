// SPDX-License-Identifier: MIT
#include "app/run_folder.h"

#include "app/lab_json.h"
#include "app/refused.h"
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
#include <QSaveFile>

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

QString shown(const QString &path) { return shownText(path.toStdString(), 200); }

Result<void> write(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return refused(RunFolderWords::tr("%1 cannot be written: %2").arg(shown(path), file.errorString()));
}

Result<void> writeSources(const QString &folder, const std::vector<ReportSource> &sources)
{
    for (const auto &source : sources) {
        const auto path = folder + u"/sources/"_s + source.path;
        QDir().mkpath(QFileInfo(path).path());
        if (const auto written = write(path, source.text); !written)
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

} // namespace

QString usualRuns()
{
    auto state = qEnvironmentVariable("XDG_STATE_HOME");
    if (state.isEmpty())
        state = QDir::homePath() + u"/.local/state"_s;
    return state + u"/lockscope/runs"_s;
}

Result<QString> newRunFolder(const QString &runs, const QString &name)
{
    QDir().mkpath(runs);
    for (int i = 1; i < 10'000; ++i) {
        const auto folder = runs + u'/' + name + (i == 1 ? QString() : u'-' + QString::number(i));
        if (QDir().mkdir(folder))
            return folder;
        if (!QFileInfo::exists(folder))
            break;
    }
    return Error{ErrorKind::Refused, "the folder of the run cannot be made in " + runs.toStdString(), "folder"};
}

QString historyFileIn(const QString &folder) { return folder + u'/' + historyFile; }

Result<void> keepRun(const QString &folder, const LabResult &result, const RunReport &report, const QByteArray &scenario)
{
    if (const auto written = write(folder + u'/' + scenarioFile, scenario); !written)
        return written;
    if (const auto written = write(folder + u"/verdict.json"_s, verdictJson(result)); !written)
        return written;
    if (report.history.entries.empty())
        return {};
    if (const auto written = writeSources(folder, report.sources); !written)
        return written;
    const auto lanes = lanesOf(report.history, report.verdicts);
    const auto svg = timelineSvg(lanes, shownText(report.scenario.title));
    if (const auto written = write(folder + u"/timeline.svg"_s, svg.toUtf8()); !written)
        return written;
    return write(folder + u"/report.html"_s, reportPage(report));
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
