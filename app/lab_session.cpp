// SPDX-License-Identifier: MIT
#include "app/lab_session.h"

#include "app/standard_output.h"
#include "lockcore/base/duration.h"
#include "lockcore/lab/lab_run.h"
#include "ui/runs/files.h"
#include "ui/runs/run_folder.h"
#include "ui/runs/run_setup.h"
#include "ui/runs/run_sources.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct LabSessionWords
{
    Q_DECLARE_TR_FUNCTIONS(LabSessionWords)
};

} // namespace

Result<LabResult> judgedFile(const QString &file)
{
    const auto history = readHistory(file.toStdString());
    if (!history)
        return history.error();
    LabResult result;
    result.expects = false;
    noteJudged(result, *history);
    return result;
}

LabSession::LabSession(LabOptions options)
    : m_options(std::move(options))
    , m_showsProgress(::isatty(STDERR_FILENO) == 1)
{
    m_progress.setInterval(100);
    QObject::connect(&m_progress, &QTimer::timeout, &m_progress, [this] { showProgress(); });
}

LabSession::~LabSession() = default;

Task<std::vector<LabResult>> LabSession::play(std::vector<Scenario> scenarios, std::function<void(const LabResult &)> played)
{
    std::vector<LabResult> results;
    for (const auto &scenario : scenarios) {
        auto playing = play(scenario);
        results.push_back(co_await playing);
        clearProgress();
        played(results.back());
    }
    co_return results;
}

Task<LabResult> LabSession::play(Scenario scenario)
{
    LabResult result;
    result.scenario = scenario;
    result.expects = m_options.command.empty() && !m_options.foreign && !scenario.expected.empty();
    result.replayOf =
        m_options.replay.isEmpty() ? QString() : shownText(QFileInfo(QDir(m_options.replay).absolutePath()).fileName().toStdString());
    result.seed = m_options.seed.value_or(scenario.seed.value_or(newRunSeed()));
    if (scenario.protocol == "external" && m_options.command.empty()) {
        result.error = Error{ErrorKind::Refused, "this scenario needs workers of yours: give their command after --", "command"};
        co_return result;
    }
    const auto name = QString::fromStdString(scenario.name) + u'-' + QString::number(result.seed);
    auto folder = newRunFolder(m_options.runs, name);
    if (!folder) {
        result.error = folder.error();
        co_return result;
    }
    result.folder = *folder;
    const auto scenarioBytes = readFile(QString::fromStdString(scenario.file)); // before somebody changes it
    m_name = scenario.name;
    m_begin = m_clock.now();
    m_run = std::make_unique<LabRun>(scenario, runOptionsFor(result, setupOf(m_options)), m_loop, m_clock);
    if (m_showsProgress)
        m_progress.start();
    auto playing = m_run->play();
    const auto played = co_await playing;
    m_progress.stop();
    result.took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_begin);
    if (!played) {
        result.error = played.error();
    } else {
        notePlayed(result, *played);
        if (played->skips.empty())
            noteJudged(result, played->history);
    }
    keep(result, played ? played->history : m_run->soFar(), scenarioBytes ? *scenarioBytes : QByteArray());
    m_run.reset();
    co_return result;
}

void LabSession::keep(LabResult &result, const History &history, const QByteArray &scenario) const
{
    if (!result.skips.empty()) { // nothing was played
        QDir().rmdir(result.folder);
        result.folder.clear();
        return;
    }
    if (const auto kept = keepRun(result, reportOf(result, history, sourcesOf(history, m_options.command)), scenario);
        !kept && !result.error)
        result.error = kept.error();
}

void LabSession::showProgress()
{
    if (!m_run)
        return;
    const auto time = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_begin);
    const auto text =
        LabSessionWords::tr("%1: %2, %3 entries")
            .arg(shownText(m_name), QString::fromStdString(durationText(time)), QString::number(m_run->soFar().entries.size()));
    writeAll(STDERR_FILENO, (u"\r\033[K"_s + text).toUtf8());
}

void LabSession::clearProgress() const
{
    if (m_showsProgress)
        writeAll(STDERR_FILENO, "\r\033[K");
}

} // namespace lockscope
