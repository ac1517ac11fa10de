// SPDX-License-Identifier: MIT
#include "app/lab_command.h"

#include "app/exit_codes.h"
#include "app/help.h"
#include "app/lab_session.h"
#include "app/standard_output.h"
#include "app/terminal_style.h"
#include "app/termination_signals.h"
#include "lockcore/lab/scenario_file.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <csignal>

#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct LabCommandWords
{
    Q_DECLARE_TR_FUNCTIONS(LabCommandWords)
};

int print(const QString &text) { return writeAll(STDOUT_FILENO, text.toUtf8()) == 0 ? exitYes : exitNotComplete; }

int refuse(const Error &error, bool hint)
{
    auto text = u"lockscope: %1\n"_s.arg(asSentence(error.text));
    if (hint)
        text += LabCommandWords::tr("Try: lockscope lab --help") + u'\n';
    writeAll(STDERR_FILENO, text.toUtf8());
    return exitUsage;
}

const QString builtIn = u":/scenarios"_s;

Result<Scenario> scenarioNamed(const QString &word)
{
    if (word.contains(u'/') || word.endsWith(u".json"_s))
        return readScenario(word.toStdString());
    const auto file = builtIn + u'/' + word + u".json"_s;
    if (!QFileInfo::exists(file))
        return Error{
            ErrorKind::Refused, "there is no scenario \"" + shownText(word.toStdString(), 60).toStdString() + "\"; --list shows them", {}};
    return readScenario(file.toStdString());
}

Result<std::vector<Scenario>> scenariosOf(const LabOptions &options)
{
    auto names = options.scenarios;
    if (options.what != LabOptions::What::Play) {
        for (const auto &file : QDir(builtIn).entryInfoList({u"*.json"_s}, QDir::Files, QDir::Name))
            names << file.completeBaseName();
    }
    std::vector<Scenario> scenarios;
    for (const auto &name : names) {
        auto scenario = scenarioNamed(name);
        if (!scenario)
            return scenario.error();
        scenarios.push_back(*std::move(scenario));
    }
    return scenarios;
}

// Of a suite: what cannot be played on a server that is not the Lab's own is listed, and left out.
void leaveOutWhatNeedsOwnServers(std::vector<Scenario> &scenarios)
{
    QStringList names;
    std::erase_if(scenarios, [&](const Scenario &scenario) {
        const bool needs = needOfOwnServer(scenario).has_value();
        if (needs)
            names << QString::fromStdString(scenario.name);
        return needs;
    });
    const auto text = LabCommandWords::tr("%n scenario(s) need servers of the Lab's own, and are left out: %1", nullptr, int(names.size()));
    writeAll(STDERR_FILENO, u"lockscope: %1\n"_s.arg(text.arg(names.join(u", "_s))).toUtf8());
}

int judgeFile(const LabOptions &options)
{
    const auto result = judgedFile(options.history);
    if (!result)
        return refuse(result.error(), false);
    print(verdictsText(result->verdicts, nullptr, terminalStyle(STDOUT_FILENO)));
    if (!result->disagreement.empty())
        writeAll(STDERR_FILENO, u"lockscope: %1\n"_s.arg(asSentence(result->disagreement)).toUtf8());
    return exitCodeOf(*result);
}

// Violated weighs more than inconclusive; without a server nothing was judged.
int gravest(const std::vector<LabResult> &results)
{
    int code = exitYes;
    for (const auto &result : results) {
        const int one = exitCodeOf(result);
        if (one == exitNoServer)
            return one;
        if (one == exitViolated || code == exitYes)
            code = one;
    }
    return code;
}

Task<void> playAll(LabSession *session, std::vector<Scenario> scenarios, bool suite)
{
    const auto style = terminalStyle(STDOUT_FILENO);
    const int columns = nameColumnsOf(scenarios);
    const auto tell = [=](const LabResult &result) { print(suite ? suiteLine(result, columns, style) : resultText(result, style)); };
    std::function<void(const LabResult &)> told = tell;
    auto playing = session->play(std::move(scenarios), std::move(told));
    const auto results = co_await playing;
    QCoreApplication::exit(gravest(results));
}

int play(const LabOptions &options, std::vector<Scenario> scenarios)
{
    std::signal(SIGPIPE, SIG_IGN);
    TerminationSignals signals_;
    QObject::connect(&signals_, &TerminationSignals::requested, &signals_, [] { QCoreApplication::exit(exitNotComplete); });
    LabSession session(options);
    Scope scope(session.loop());
    scope.start(playAll(&session, std::move(scenarios), options.what == LabOptions::What::Suite));
    return QCoreApplication::exec();
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
    auto scenarios = scenariosOf(*options);
    if (!scenarios)
        return refuse(scenarios.error(), false);
    if (options->what == LabOptions::What::List)
        return print(scenariosText(*scenarios, terminalStyle(STDOUT_FILENO)));
    if (options->foreign && options->what == LabOptions::What::Suite)
        leaveOutWhatNeedsOwnServers(*scenarios);
    return play(*options, *std::move(scenarios));
}

} // namespace lockscope
