// SPDX-License-Identifier: MIT
#include "app/lab_session.h"

#include "app/standard_output.h"
#include "lockcore/base/duration.h"
#include "lockcore/judge/judge.h"
#include "lockcore/judge/second_judge.h"
#include "lockcore/lab/lab_run.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct LabSessionWords
{
    Q_DECLARE_TR_FUNCTIONS(LabSessionWords)
};

std::uint64_t newSeed() { return 1 + QRandomGenerator::system()->generate64() % (std::uint64_t(1) << 53); }

QString usualRuns()
{
    auto state = qEnvironmentVariable("XDG_STATE_HOME");
    if (state.isEmpty())
        state = QDir::homePath() + u"/.local/state"_s;
    return state + u"/lockscope/runs"_s;
}

// Two runs of the same scenario and seed have two folders.
Result<QString> newFolder(const QString &runs, const QString &name)
{
    for (int i = 1; i < 10'000; ++i) {
        const auto folder = runs + u'/' + name + (i == 1 ? QString() : u'-' + QString::number(i));
        if (QFile::exists(folder))
            continue;
        if (QDir().mkpath(folder))
            return folder;
        break;
    }
    return Error{ErrorKind::Refused, "the folder of the run cannot be made in " + runs.toStdString(), "folder"};
}

void judgeInto(LabResult &result, const History &history)
{
    result.verdicts = judge(history);
    result.disagreement = disagreement(result.verdicts, secondJudge(history));
    result.entries = history.entries.size();
    result.seed = history.header.seed;
}

bool write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

QByteArray bytesOf(const Scenario &scenario)
{
    QFile file(QString::fromStdString(scenario.file));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

Result<LabResult> judgedFile(const QString &file)
{
    const auto history = readHistory(file.toStdString());
    if (!history)
        return history.error();
    LabResult result;
    result.expects = false;
    judgeInto(result, *history);
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
        keep(results.back());
        played(results.back());
    }
    co_return results;
}

Task<LabResult> LabSession::play(Scenario scenario)
{
    LabResult result;
    result.scenario = scenario;
    result.expects = m_options.command.empty() && !m_options.foreign;
    result.seed = m_options.seed.value_or(scenario.seed.value_or(newSeed()));
    if (scenario.protocol == "external" && m_options.command.empty()) {
        result.error = Error{ErrorKind::Refused, "this scenario needs workers of yours: give their command after --", "command"};
        co_return result;
    }
    const auto name = QString::fromStdString(scenario.name) + u'-' + QString::number(result.seed);
    auto folder = newFolder(m_options.runs.isEmpty() ? usualRuns() : m_options.runs, name);
    if (!folder) {
        result.error = folder.error();
        co_return result;
    }
    result.folder = *folder;
    LabRun::Options options;
    options.program = QCoreApplication::applicationFilePath().toStdString();
    options.command = m_options.command;
    options.server = m_options.server.toStdString();
    options.foreign = m_options.foreign;
    options.seed = result.seed;
    options.historyFile = folder->toStdString() + "/history.jsonl";
    m_name = scenario.name;
    m_begin = m_clock.now();
    m_run = std::make_unique<LabRun>(std::move(scenario), std::move(options), m_loop, m_clock);
    if (m_showsProgress)
        m_progress.start();
    auto playing = m_run->play();
    const auto played = co_await playing;
    m_progress.stop();
    result.took = std::chrono::duration_cast<Milliseconds>(m_clock.now() - m_begin);
    if (!played) {
        result.error = played.error();
    } else {
        result.skips = played->skips;
        result.premises = played->premises;
        result.unmet = played->unmet;
        result.library = played->library;
        result.server = played->server;
        if (played->skips.empty())
            judgeInto(result, played->history);
    }
    m_run.reset();
    co_return result;
}

void LabSession::keep(const LabResult &result) const
{
    if (result.folder.isEmpty())
        return;
    write(result.folder + u"/scenario.json"_s, bytesOf(result.scenario));
    write(result.folder + u"/verdicts.json"_s, verdictsJson(result));
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
