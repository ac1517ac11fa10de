// SPDX-License-Identifier: MIT
#include "app/lab/lab_command.h"

#include "app/command/help.h"
#include "app/command/standard_output.h"
#include "app/command/terminal_style.h"
#include "app/command/termination_signals.h"
#include "app/lab/lab_baseline.h"
#include "app/lab/lab_challenge.h"
#include "app/lab/lab_check.h"
#include "app/lab/lab_compare.h"
#include "app/lab/lab_junit.h"
#include "app/lab/lab_lesson.h"
#include "app/lab/lab_print.h"
#include "app/lab/lab_runs.h"
#include "app/lab/lab_scenarios.h"
#include "app/lab/lab_search.h"
#include "app/lab/lab_stores.h"
#include "app/lab/lab_suite.h"
#include "lockcore/lab/scenario/chapters.h"
#include "lockcore/live/option_error.h"
#include "ui/runs/files.h"
#include "ui/runs/run_reading.h"
#include "ui/runs/suite.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <csignal>

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

int print(const QString &text) { return printed(text.toUtf8()); }

int refuse(const Error &error, bool hint)
{
    complain(asSentence(error.text));
    if (hint)
        writeAll(STDERR_FILENO, (Words::tr("Try: lockscope lab --help") + u'\n').toUtf8());
    return exitUsage;
}

// Each scenario as it is played on a cluster. What cannot be is an error, or in a suite left out, with the reason.
Result<std::vector<Scenario>> onClusters(std::vector<Scenario> scenarios, bool isSuite)
{
    std::vector<Scenario> played;
    for (auto &scenario : scenarios) {
        const auto reason = whyNotOnCluster(scenario);
        if (!reason) {
            played.push_back(onCluster(std::move(scenario)));
            continue;
        }
        const auto text = Words::tr("%1 cannot be played on a cluster: %2").arg(shownText(scenario.name), shownText(*reason));
        if (!isSuite)
            return refused(text);
        complain(text);
    }
    return played;
}

int judgeFile(const LabOptions &options)
{
    const auto judged = judgedFile(options.history);
    if (!judged)
        return refuse(judged.error(), false);
    const auto &result = judged->result;
    auto text = verdictsText(result.verdicts, nullptr, Expects::No, terminalStyle(STDOUT_FILENO));
    for (const auto &remark : remarkTexts(result))
        text += u"  "_s + remark + u'\n';
    const int code = printed(text.toUtf8(), exitCodeOf(result));
    for (const auto &problem : {judged->damage, result.disagreement}) {
        if (!problem.empty())
            complain(asSentence(problem));
    }
    return code;
}

// The requested files besides the runs: baseline and JUnit. They are checked before anything is played.
class Bookkeeping
{
public:
    explicit Bookkeeping(const LabOptions &options)
        : m_options(options)
    { }

    Result<void> prepare()
    {
        if (m_options.baseline.isEmpty() || m_options.writeBaseline)
            return {};
        if (!QFileInfo::exists(m_options.baseline))
            return refused(Words::tr("there is no baseline %1; write it with --write-baseline").arg(shownFile()));
        const auto content = readFile(m_options.baseline);
        if (!content)
            return content.error();
        auto baseline = baselineFrom(*content, shownFile());
        if (!baseline)
            return baseline.error();
        m_baseline = *std::move(baseline);
        return {};
    }

    int finish(const std::vector<LabResult> &results)
    {
        int code = gravestExitCode(results);
        if (m_baseline) {
            const auto changes = changesSince(*m_baseline, results);
            report(changesText(changes, shownFile()));
            code = exitCodeOf(changes, results);
        } else if (m_options.writeBaseline && code != exitNoServer) {
            code = keepBaseline(baselineOf(results));
        }
        if (!m_options.junit.isEmpty() && !write(m_options.junit, junitXml(results)))
            code = exitUsage;
        return code;
    }

private:
    // Standard output belongs to the JSON, if there is one.
    void report(const QString &text) const { writeAll(m_options.json ? STDERR_FILENO : STDOUT_FILENO, text.toUtf8()); }

    QString shownFile() const { return shownText(m_options.baseline.toStdString(), 200); }

    int keepBaseline(const Baseline &baseline) const
    {
        if (!write(m_options.baseline, toJson(baseline)))
            return exitUsage;
        report(Words::tr("The baseline is written to %1.").arg(shownFile()) + u'\n');
        return exitYes;
    }

    static bool write(const QString &path, const QByteArray &bytes)
    {
        const auto written = writeFile(path, bytes);
        if (!written)
            refuse(written.error(), false);
        return written.ok();
    }

    const LabOptions &m_options;
    std::optional<Baseline> m_baseline;
};

// Prints each result as soon as it exists.
class Printer
{
public:
    Printer(const LabOptions &options, const std::vector<Scenario> &scenarios)
        : m_isSuite(options.what == LabOptions::What::Suite)
        , m_isJson(options.json)
        , m_columns(nameColumnsOf(scenarios))
    {
        if (m_isSuite && !m_isJson)
            write(suiteHead(m_columns, m_style));
    }

    void take(const LabResult &result)
    {
        if (!m_isJson)
            write(m_isSuite ? suiteLine(result, m_columns, m_style) : resultText(result, m_style));
    }

    void finish(const std::vector<LabResult> &results)
    {
        if (m_isJson)
            write(QString::fromUtf8(suiteJson(results)));
        else if (m_isSuite)
            write(suiteFoot(results, m_style));
    }

    int exitCodeFor(int code) const { return exitCodeAfter(m_error, code); }

private:
    void write(const QString &text)
    {
        if (const int error = writeAll(STDOUT_FILENO, text.toUtf8()); m_error == 0)
            m_error = error;
    }

    int m_error = 0;
    const bool m_isSuite, m_isJson;
    const int m_columns;
    const TextStyle m_style = terminalStyle(STDOUT_FILENO);
};

Task<void> playAll(Suite *suite, Printer *printer, Bookkeeping *books)
{
    auto playing = suite->play();
    co_await playing;
    const auto results = playedOf(suite->result());
    printer->finish(results);
    QCoreApplication::exit(printer->exitCodeFor(books->finish(results)));
}

int play(const LabOptions &options, std::vector<Scenario> scenarios)
{
    std::signal(SIGPIPE, SIG_IGN);
    Bookkeeping books(options);
    if (const auto prepared = books.prepare(); !prepared)
        return refuse(prepared.error(), false);
    TerminationSignals signals_;
    auto pooled = pooledOptions(options);
    pooled.atOnce = 1; // one at a time, because their times are compared
    PooledRuns runs(std::move(pooled));
    Printer printer(options, scenarios);
    const auto replayOf = QFileInfo(QDir(options.replay).absolutePath()).fileName();
    Suite suite(runs, std::move(scenarios), options.replay.isEmpty() ? QString() : shownText(replayOf.toStdString()));
    suite.played = [&](const LabResult &result) {
        printer.take(result);
        const auto left = suite.result().scenarios.size() - playedOf(suite.result()).size();
        if (left == 0 || options.command.empty() || !result.error || exitCodeOf(*result.error) != exitUsage)
            return;
        complain(Words::tr("the other scenarios (%1) would end the same way, and were not played").arg(left));
        QCoreApplication::exit(exitUsage);
    };
    QObject::connect(&signals_, &TerminationSignals::requested, &signals_, [&] {
        runs.tell({});
        const auto results = playedOf(suite.result());
        const auto text = Words::tr("interrupted: %1 of %2 scenarios were played");
        complain(text.arg(results.size()).arg(suite.result().scenarios.size()));
        QCoreApplication::exit(exitNotComplete);
    });
    Scope scope(runs.loop());
    scope.start(playAll(&suite, &printer, &books));
    return QCoreApplication::exec();
}

int replay(LabOptions options)
{
    auto run = readRun(options.replay);
    if (!run)
        return refuse(run.error(), false);
    if (run->external && options.command.empty())
        return refuse(refused(Words::tr("that run had workers of your own; give their command after --")), false);
    options.seed = run->seed;
    print(Words::tr("The same scenario, seed and faults again; never the same interleaving.") + u'\n');
    if (run->byHand)
        print(Words::tr("That run was by hand: what was done to its workers is not repeated.") + u'\n');
    return play(options, {std::move(run->scenario)});
}

} // namespace

int runLab(const QStringList &arguments)
{
    const auto options = parseLabOptions(arguments);
    if (!options)
        return refuse(options.error(), true);
    if (options->help || options->version)
        return print(options->help ? labHelp() : versionLine());
    if (options->what == LabOptions::What::Judge)
        return judgeFile(*options);
    const auto *const protocol = findProtocol(options->protocol);
    if (const auto error = protocol ? optionError(*protocol, options->protocolOptions) : std::nullopt)
        return refuse(*error, true);
    if (options->what == LabOptions::What::Pitfalls)
        return listPitfalls(*options);
    if (options->what == LabOptions::What::Challenges)
        return listChallenges(*options);
    if (options->what == LabOptions::What::Challenge)
        return runChallenge(*options);
    if (options->what == LabOptions::What::Check)
        return runCheck(*options);
    if (options->what == LabOptions::What::Sweep)
        return runSweep(*options);
    if (options->what == LabOptions::What::Hunt)
        return runHunt(*options);
    if (options->what == LabOptions::What::Replay)
        return replay(*options);
    if (options->what == LabOptions::What::Lesson)
        return runLesson(*options);
    if (options->what == LabOptions::What::Stores)
        return compareStores(*options);
    auto scenarios = scenariosOf(*options);
    if (!scenarios)
        return refuse(scenarios.error(), false);
    if (options->what == LabOptions::What::List) {
        putInChapters(*scenarios);
        return print(scenariosText(*scenarios, options->store, terminalStyle(STDOUT_FILENO)));
    }
    if (options->what == LabOptions::What::Compare)
        return runCompare(*options, scenarios->front());
    const bool isSuite = options->what == LabOptions::What::Suite;
    fitToStores(*scenarios, *options);
    if (options->foreign && isSuite)
        leaveOutWhatNeedsOwnServers(*scenarios);
    if (options->cluster)
        scenarios = onClusters(*std::move(scenarios), isSuite);
    return scenarios ? play(*options, *std::move(scenarios)) : refuse(scenarios.error(), false);
}

} // namespace lockscope
