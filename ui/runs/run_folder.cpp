// SPDX-License-Identifier: MIT
#include "ui/runs/run_folder.h"

#include "lockcore/process/state_directory.h"
#include "ui/report/report_page.h"
#include "ui/report/timeline_svg.h"
#include "ui/runs/files.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/shown_text.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

const QString timelineFile = u"/timeline.svg"_s;
const QString reportFile = u"/report.html"_s;

Result<void> writeSources(const QString &folder, const std::vector<ReportSource> &sources)
{
    for (const auto &source : sources) {
        const auto path = folder + u"/sources/"_s + source.path;
        QDir().mkpath(QFileInfo(path).path());
        if (auto written = writeFile(path, source.text); !written)
            return written;
    }
    return {};
}

} // namespace

QString usualRuns() { return QString::fromLocal8Bit(stateDirectory()) + u"/runs"_s; }

bool isRunName(const std::string &name)
{
    static const QRegularExpression pattern(uR"(\A[A-Za-z0-9][A-Za-z0-9_.-]{0,99}\z)"_s);
    return pattern.match(QString::fromStdString(name)).hasMatch();
}

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

QString historyFileIn(const QString &folder) { return folder + u"/history.jsonl"_s; }

void dropFolder(LabResult &result)
{
    QFile::remove(historyFileIn(result.folder));
    QDir().rmdir(result.folder);
    result.folder.clear();
}

Result<void> keepRun(const RunReport &report, const Lanes &lanes, const QByteArray &scenario)
{
    const auto &folder = report.folder;
    if (auto written = writeFile(folder + u"/scenario.json"_s, scenario); !written)
        return written;
    if (auto written = writeFile(folder + u"/verdict.json"_s, verdictJson(report)); !written)
        return written;
    if (report.history.entries.empty()) { // an earlier run of the same sweep cell may have left files
        QFile::remove(folder + timelineFile);
        QFile::remove(folder + reportFile);
        return {};
    }
    if (auto written = writeSources(folder, report.sources); !written)
        return written;
    const auto svg = timelineSvg(lanes, shownText(report.scenario.title));
    if (auto written = writeFile(folder + timelineFile, svg.toUtf8()); !written)
        return written;
    return writeFile(folder + reportFile, reportPage(report, lanes));
}

} // namespace lockscope
