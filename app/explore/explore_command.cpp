// SPDX-License-Identifier: MIT
#include "app/explore/explore_command.h"

#include "app/command/exit_codes.h"
#include "app/command/help.h"
#include "app/command/termination_signals.h"
#include "app/command/usage_error.h"
#include "app/explore/explore_output.h"
#include "app/lab/lab_print.h"
#include "lockcore/oracle/trace_replay.h"
#include "ui/words/shown_text.h"

#include <QElapsedTimer>
#include <QJsonDocument>

#include <algorithm>
#include <csignal>
#include <thread>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using lockcore::Error;
using lockcore::Result;
using lockcore::ServerOracle;
using What = FrontierRow::What;

namespace {

constexpr std::array columnsOfTable = {What::Nothing,     What::Crash,        What::LostReply, What::LostRequest,
                                       What::LateRequest, What::LongWork,     What::Pause,     What::LostReplyNoticedLate,
                                       What::Exception,   What::ServerForgets};

QByteArray lineOf(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n'; }

bool isViolated(const Exploration &exploration)
{
    return std::ranges::any_of(exploration.findings, [](const auto &finding) { return finding.second.violation.has_value(); });
}

bool isDecided(const Exploration &exploration)
{
    return exploration.complete && std::ranges::none_of(exploration.findings, [](const auto &finding) {
               return finding.second.verdict == Verdict::NotExercised;
           });
}

struct Outcome
{
    QByteArray text;
    int exitCode = exitYes;
};

Result<bool> isSameInReplay(const ExploreOptions &options, const Exploration &exploration)
{
    auto replay = lockcore::TraceReplay::start({options.redis, {}}, options.bounds.servers);
    if (!replay)
        return replay.error();
    for (const auto &[property, finding] : exploration.findings) {
        if (!finding.violation)
            continue;
        const auto difference = replay->replay(finding.violation->trace);
        if (!difference)
            return difference.error();
        if (*difference)
            return false;
    }
    return true;
}

Result<Outcome> exploredOne(const ExploreOptions &options, ServerOracle &oracle, Control &control)
{
    QElapsedTimer timer;
    timer.start();
    auto exploration = explore(options.bounds, options.faults, oracle, control);
    if (!exploration)
        return exploration.error();
    ExploreReport report{*std::move(exploration), options.usual, {}, {}, 0, oracle.version()};
    report.seconds = static_cast<double>(timer.elapsed()) / 1'000;
    if (isViolated(report.exploration)) {
        const auto same = isSameInReplay(options, report.exploration);
        if (!same)
            return same.error();
        report.sameInReplay = *same;
    }
    for (std::size_t i = 0; options.usual && i < beyondUsual.size() && !control.cancelled; ++i) {
        auto row = frontier(options.bounds, beyondUsual[i], oracle, control);
        if (!row)
            return row.error();
        report.frontier.push_back(*std::move(row));
    }
    Outcome outcome;
    outcome.text = options.json ? lineOf(exploreJson(report, oracle)) : exploreText(report, oracle).toUtf8();
    outcome.exitCode = isViolated(report.exploration)                        ? exitViolated
                       : isDecided(report.exploration) && !control.cancelled ? exitYes
                                                                             : exitNotComplete;
    return outcome;
}

Result<Outcome> exploredAll(const ExploreOptions &options, ServerOracle &oracle, Control &control)
{
    std::vector<ExploreTableRow> rows;
    for (const auto &protocol : lockcore::protocols()) {
        auto &row = rows.emplace_back();
        row.protocol = protocol.name;
        const auto bounds = usualBounds(protocol.name);
        if (!bounds)
            return bounds.error();
        for (const auto what : columnsOfTable) {
            auto cell = frontier(*bounds, what, oracle, control);
            if (!cell && cell.error().detail != "unsupported")
                return cell.error();
            if (!cell) {
                row.error = cell.error().text;
                break;
            }
            row.cells.push_back(*std::move(cell));
            if (control.cancelled)
                return Outcome{{}, exitNotComplete};
        }
    }
    return Outcome{options.json ? lineOf(exploreTableJson(rows, oracle.version())) : exploreTable(rows, oracle.version()).toUtf8(),
                   exitYes};
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
    std::optional<Result<Outcome>> outcome;
    std::jthread searching([&] {
        outcome = options.table ? exploredAll(options, **oracle, control) : exploredOne(options, **oracle, control);
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [] { QCoreApplication::exit(); }, Qt::QueuedConnection);
    });
    QCoreApplication::exec();
    searching.join();
    if (!outcome->ok())
        return failed(outcome->error());
    return printed((*outcome)->text, (*outcome)->exitCode);
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
