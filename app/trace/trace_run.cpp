// SPDX-License-Identifier: MIT
#include "app/trace/trace_run.h"

#include "app/command/exit_codes.h"
#include "app/command/standard_output.h"
#include "app/command/terminal.h"
#include "lockcore/monitor/release/home_search.h"
#include "ui/words/error_sentence.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"
#include "ui/words/trace_words.h"

#include <QCoreApplication>

#include <iostream>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

void tellPerson(const QString &text) { writeAll(STDERR_FILENO, text.toUtf8()); }

// A user may not use MONITOR, or the service does not have it.
bool isAboutRights(const Error &error) { return error.kind == ErrorKind::Server && (error.detail == "NOPERM" || error.detail == "ERR"); }

bool isYes(const std::string &line) { return line == "y" || line == "Y" || line == "yes"; }

} // namespace

TraceRun::TraceRun(const TraceCommandOptions &options)
    : m_options(options)
    , m_server(options.endpoint)
    , m_output(options, terminalStyle(STDOUT_FILENO))
    , m_classifier(options.patterns)
    , m_running(m_loop)
{
    QObject::connect(&m_termination, &TerminationSignals::requested, &m_termination, [this] {
        if (m_tracer)
            m_tracer->stop();
        else
            QCoreApplication::exit(exitNotComplete);
    });
}

void TraceRun::start() { m_running.start(run()); }

Task<void> TraceRun::run()
{
    const int code = co_await exitCode();
    QCoreApplication::exit(code);
}

int TraceRun::failed(const Error &error) const
{
    tellPerson(u"lockscope: %1\n"_s.arg(traceErrorText(error, m_server, m_options.timeout)));
    if (error.kind == ErrorKind::Refused && error.detail == "several-nodes")
        return exitUsage;
    return isAboutRights(error) ? exitNotPermitted : exitNoConnection;
}

// One sweep, as for `list`.
Task<Result<std::vector<Bytes>>> TraceRun::locksOfServer()
{
    MonitorOptions options;
    options.patterns = m_options.patterns;
    options.watch = false;
    options.timeout = m_options.timeout;
    m_sweep = std::make_unique<Monitor>(m_options.endpoint, options);
    Completion<Result<std::vector<Bytes>>> swept;
    auto waiting = swept.waiting();
    QObject::connect(m_sweep.get(), &Monitor::changed, m_sweep.get(), [this, &swept](const MonitorChange &change) {
        if (change.state.phase == MonitorState::Phase::Live) {
            std::vector<Bytes> keys;
            for (const auto &lock : change.changed) {
                if (m_options.filter.matches(lock, change.serverNow))
                    keys.push_back(lock.id.key);
            }
            swept.complete(std::move(keys));
        } else if (change.state.phase == MonitorState::Phase::Lost || change.state.phase == MonitorState::Phase::Failed) {
            swept.complete(change.state.error.value_or(Error{}));
        }
    });
    QMetaObject::invokeMethod(m_sweep.get(), &Monitor::start, Qt::QueuedConnection);
    auto keys = co_await waiting;
    m_sweep->disconnect();
    m_sweep->stop();
    co_return keys;
}

std::unique_ptr<Tracer> TraceRun::newTracer(std::vector<Bytes> keys)
{
    TraceOptions options;
    options.keys = std::move(keys);
    options.followsNew = m_options.keys.empty();
    options.alsoFollows = [this](std::string_view name) {
        const auto passes = [this](std::string_view ofLock) {
            LockInfo lock;
            lock.id = {m_options.endpoint.db, Bytes(ofLock)};
            return m_options.filter.matches(lock, ServerTime());
        };
        return passes(name) && !passes({}); // a filter that every name passes asks for none
    };
    options.patterns = m_options.patterns;
    options.time = m_options.time;
    options.limits.maxLoad = m_options.maxLoad;
    options.timeout = m_options.timeout;
    return std::make_unique<Tracer>(m_server, std::move(options), m_loop, m_clock);
}

void TraceRun::print(const QByteArray &lines)
{
    if (!lines.isEmpty() && writeUnless(m_termination.descriptor(), STDOUT_FILENO, lines) == EPIPE)
        m_tracer->stop(); // the reader has read enough
}

int TraceRun::codeOf(const TraceReport &report) const
{
    if (m_options.failIfAny && m_output.proved() > 0)
        return exitFoundSome;
    switch (report.end) {
    case TraceEnd::Load:
    case TraceEnd::Memory:
    case TraceEnd::Lag: return exitNotComplete;
    case TraceEnd::Lost: return exitNoConnection;
    case TraceEnd::Time:
    case TraceEnd::Stopped: break;
    }
    return exitYes;
}

Task<int> TraceRun::exitCode()
{
    if (m_options.noTraces) {
        tellPerson(u"lockscope: %1\n"_s.arg(asSentence(traceForbidden(m_options.profile).toStdString())));
        co_return exitNotPermitted;
    }
    auto keys = m_options.keys;
    if (keys.empty()) {
        auto found = co_await locksOfServer();
        if (!found)
            co_return failed(found.error());
        keys = std::move(found).value();
    }
    if (m_options.endpoint.cluster) {
        auto home = co_await homeOfAll(m_options.endpoint, keys, m_options.timeout, m_loop, m_clock);
        if (!home)
            co_return failed(home.error());
        m_server = std::move(home).value();
    }
    m_tracer = newTracer(std::move(keys));
    auto plan = co_await m_tracer->plan();
    if (!plan)
        co_return failed(plan.error());
    if (m_options.endpoint.cluster)
        m_output.setNode(plan->node = toString(HostPort{m_server.host, m_server.port}));
    if (const auto hindrance = hindranceText(*plan, TraceLimits{m_options.maxLoad}); !hindrance.isEmpty()) {
        const auto remedy =
            isAboutLimits(plan->hindrance) ? u' ' + Words::tr("To trace all the same, set a limit with --max-load.") : QString();
        tellPerson(u"lockscope: %1%2\n"_s.arg(hindrance, remedy));
        co_return exitNotComplete;
    }
    tellPerson(m_output.question(*plan));
    if (!m_options.yes && !isAgreed()) {
        tellPerson(Words::tr("lockscope: You did not agree; nothing was traced.\n"));
        co_return exitNotComplete;
    }
    QObject::connect(m_tracer.get(), &Tracer::started, m_tracer.get(), [this](ServerTime at) { print(m_output.started(at)); });
    QObject::connect(m_tracer.get(), &Tracer::found, m_tracer.get(),
                     [this](const std::vector<TraceItem> &items) { print(m_output.items(items)); });
    const auto report = co_await m_tracer->run(*plan);
    if (!report)
        co_return failed(report.error());
    print(m_output.ended(*report));
    if (report->error)
        tellPerson(u"lockscope: %1\n"_s.arg(errorSentence(*report->error, m_server, m_options.timeout)));
    else if (const auto end = endText(*report); !end.isEmpty())
        tellPerson(u"lockscope: %1\n"_s.arg(end));
    co_return codeOf(*report);
}

// Asks on the terminal, even if the output is redirected. While it waits, a signal ends the program as usual.
bool TraceRun::isAgreed() const
{
    const auto ask = [](const QString &question) {
        tellPerson(question + Words::tr(" [y/N] "));
        std::string line;
        std::getline(std::cin, line);
        return isYes(line);
    };
    if (!ask(Words::tr("Trace for %1?").arg(wholeTimeText(m_options.time))))
        return false;
    return !m_options.production || ask(productionQuestion(m_options.profile));
}

} // namespace lockscope
