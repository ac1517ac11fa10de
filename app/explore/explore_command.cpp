// SPDX-License-Identifier: MIT
#include "app/explore/explore_command.h"

#include "app/command/exit_codes.h"
#include "app/command/help.h"
#include "app/command/termination_signals.h"
#include "app/command/usage_error.h"
#include "app/explore/explore_output.h"
#include "app/explore/explore_progress.h"
#include "app/explore/explore_replay.h"
#include "app/lab/lab_print.h"
#include "lockcore/oracle/examination.h"
#include "ui/explore/words/explore_words.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>
#include <QJsonDocument>

#include <csignal>
#include <thread>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using lockcore::Error;
using lockcore::Result;
using lockcore::ServerOracle;

namespace {

QByteArray lineOf(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n'; }

// False: a person does not want to wait for it.
Result<bool> isWanted(const ExploreOptions &options, ServerOracle &oracle, Control &control)
{
    auto bounds = options.bounds;
    bounds.faults = options.faults.back(); // the most of them
    if (options.yes || !mayExplode(bounds))
        return true;
    const auto size = estimate(bounds, oracle, control);
    if (!size)
        return size.error();
    if (control.cancelled || !isMuch(*size))
        return true;
    control.isAsking = true;
    const auto wants = wantsSearch(estimateWords(*size, bounds), control.cancelled);
    control.isAsking = false;
    return wants;
}

Result<ExploreOutcome> exploredOne(const ExploreOptions &options, ServerOracle &oracle, Control &control)
{
    const auto wanted = isWanted(options, oracle, control);
    if (!wanted)
        return wanted.error();
    if (!*wanted)
        return ExploreOutcome{{}, exitNotComplete, {}};
    const auto examination = lockcore::examine({options.bounds, options.faults, options.usual, {options.redis, {}}}, oracle, control);
    if (!examination)
        return examination.error();
    ExploreOutcome outcome;
    outcome.text = options.json ? lineOf(exploreJson(*examination, oracle)) : exploreText(*examination, oracle).toUtf8();
    if (!options.scenario.isEmpty()) {
        const auto written = writeScenario(options.scenario, options.bounds, examination->exploration.findings);
        outcome.complaint = written ? QString() : asSentence(written.error().text);
    }
    outcome.exitCode = isViolated(*examination) ? exitViolated : isDecided(*examination) && !control.cancelled ? exitYes : exitNotComplete;
    return outcome;
}

Result<ExploreOutcome> exploredAll(const ExploreOptions &options, ServerOracle &oracle, Control &control)
{
    std::vector<ExploreTableRow> rows;
    for (const auto &protocol : lockcore::protocols()) {
        auto &row = rows.emplace_back();
        row.protocol = protocol.name;
        const auto bounds = usualBounds(protocol.name);
        if (!bounds)
            return bounds.error();
        for (const auto what : columnsOfComparison) {
            auto cell = frontier(*bounds, what, oracle, control);
            if (!cell && cell.error().detail != "unsupported")
                return cell.error();
            if (!cell) {
                row.error = cell.error().text;
                break;
            }
            row.cells.push_back(*std::move(cell));
            if (control.cancelled)
                return ExploreOutcome{{}, exitNotComplete, {}};
        }
    }
    const auto text = options.json ? lineOf(exploreTableJson(rows, oracle.version())) : exploreTable(rows, oracle.version()).toUtf8();
    return ExploreOutcome{text, exitYes, {}};
}

int failed(const Error &error)
{
    complain(asSentence(error.text));
    return exitUsage;
}

int explored(const ExploreOptions &options)
{
    auto oracle = ServerOracle::start({options.redis, {}});
    if (!oracle)
        return failed(oracle.error());
    std::signal(SIGPIPE, SIG_IGN);
    Control control;
    TerminationSignals termination;
    QObject::connect(&termination, &TerminationSignals::requested, [&] { control.cancelled = true; });
    std::optional<Result<ExploreOutcome>> outcome;
    std::jthread searching([&] {
        outcome = options.table    ? exploredAll(options, **oracle, control)
                  : options.replay ? replayed(options, **oracle, control.cancelled)
                                   : exploredOne(options, **oracle, control);
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [] { QCoreApplication::exit(); }, Qt::QueuedConnection);
    });
    {
        const ExploreProgress progress(control);
        QCoreApplication::exec();
    }
    searching.join();
    if (!outcome->ok())
        return failed(outcome->error());
    const int exitCode = printed((*outcome)->text, (*outcome)->exitCode);
    if (!(*outcome)->complaint.isEmpty())
        complain((*outcome)->complaint);
    return exitCode;
}

} // namespace

int runExplore(const QStringList &arguments)
{
    const auto options = parseExploreOptions(arguments);
    if (!options)
        return usageError(asSentence(options.error().text), u"explore"_s);
    if (options->help || options->version)
        return printed((options->help ? exploreHelp() : versionLine()).toUtf8());
    return explored(*options);
}

} // namespace lockscope
