// SPDX-License-Identifier: MIT
#include "app/release/release_run.h"

#include "app/command/exit_codes.h"
#include "app/command/standard_output.h"
#include "app/release/release_output.h"
#include "lockcore/monitor/observation.h"
#include "ui/words/lock_words.h"
#include "ui/words/release_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QCoreApplication>

#include <iostream>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Task;

namespace {

void say(const QString &text) { writeAll(STDERR_FILENO, text.toUtf8()); }

QString observedText(const lockcore::LockInfo &lock)
{
    const auto count = static_cast<int>(lock.renewals.count);
    const auto text = count == 0   ? Words::tr("No renewal was seen.")
                      : count == 1 ? Words::tr("Its holder renewed it once.")
                      : lock.renewals.period
                          ? Words::tr("Its holder renewed it %n times, every %1.", nullptr, count).arg(spanText(*lock.renewals.period))
                          : Words::tr("Its holder renewed it %n times.", nullptr, count);
    return u"lockscope: %1\n"_s.arg(text);
}

lockcore::ReleasePlan forbidden(const ReleaseOptions &options)
{
    lockcore::ReleasePlan plan;
    plan.order.wish = options.wish;
    const auto why = Words::tr("the profile \"%1\" is marked read-only").arg(options.profile);
    plan.hindrance = lockcore::ReleasePlan::Hindrance{lockcore::ReleaseOutcome::NotPermitted, why.toStdString()};
    return plan;
}

lockcore::Releaser::NodeAt nodesOf(const lockcore::Endpoint &endpoint, const lockcore::HomeSearch &homes)
{
    if (!endpoint.cluster)
        return {};
    return [&homes](const lockcore::HostPort &announced) { return homes.nodeAt(announced); };
}

} // namespace

ReleaseRun::ReleaseRun(const ReleaseOptions &options)
    : m_options(options)
    , m_classifier(options.patterns)
    , m_homes(options.endpoint, options.wish.id.key, options.timeout, m_loop, m_clock)
    , m_releaser(options.endpoint, {options.timeout, {}, nodesOf(options.endpoint, m_homes)}, m_classifier, m_loop, m_clock)
    , m_running(m_loop)
{ }

void ReleaseRun::start() { m_running.start(run()); }

// A release in progress is cancelled and recorded as unknown. During the watch afterwards, the result is already known.
void ReleaseRun::interrupted()
{
    m_running.cancel();
    if (!m_report) {
        lockcore::ReleaseReport report;
        report.order = m_plan.order;
        report.dry = m_options.dryRun;
        report.outcome = report.dry ? lockcore::ReleaseOutcome::NotPermitted : lockcore::ReleaseOutcome::Unknown;
        report.error = lockcore::Error{lockcore::ErrorKind::Cancelled, "interrupted", {}};
        tell(report);
    }
    printJson(&*m_report, nullptr);
    QCoreApplication::exit(exitCodeOf(*m_report));
}

void ReleaseRun::print(const QString &text) const
{
    if (!m_options.json && !text.isEmpty())
        writeAll(STDOUT_FILENO, (text + u'\n').toUtf8());
}

void ReleaseRun::printJson(const lockcore::ReleaseReport *report, const lockcore::ReleaseAftermath *aftermath) const
{
    if (m_options.json)
        writeAll(STDOUT_FILENO, releaseJson(m_plan, report, aftermath));
}

void ReleaseRun::tell(const lockcore::ReleaseReport &report)
{
    m_report = report;
    const int code = exitCodeOf(report);
    const auto outcome = outcomeText(report, m_options.endpoint, m_options.timeout);
    if (code == exitYes || code == exitUntold)
        print(outcome);
    else
        say(u"lockscope: %1\n"_s.arg(outcome));
}

Task<void> ReleaseRun::run()
{
    const int code = co_await exitCode();
    QCoreApplication::exit(code);
}

// A look changes nothing, so it is taken again where the slot has gone. A release is not.
Task<void> ReleaseRun::plan()
{
    do {
        auto home = co_await m_homes.next();
        co_await planAt(std::move(home));
    } while (m_homes.mayBeElsewhere(m_plan.hindrance ? m_plan.hindrance->error : std::nullopt));
}

Task<void> ReleaseRun::planAt(lockcore::Result<lockcore::Endpoint> home)
{
    if (!home) {
        m_plan = {};
        m_plan.order.wish = m_options.wish;
        m_plan.hindrance = lockcore::ReleasePlan::Hindrance{lockcore::ReleaseOutcome::NotPermitted, home.error().text, home.error()};
        co_return;
    }
    m_options.endpoint = *home;
    m_releaser.setEndpoint(*home);
    lockcore::RecognitionContext around;
    std::optional<lockcore::LockInfo> known;
    if (m_options.observe > lockcore::Milliseconds::zero()) {
        say(Words::tr("lockscope: Observing the lock for %1.\n").arg(spanText(m_options.observe)));
        auto connection = m_releaser.newConnection();
        known = co_await lockcore::observeLock(std::move(connection), m_options.wish, m_options.observe, m_classifier, m_clock);
        if (known)
            say(observedText(*known));
    }
    m_plan = co_await m_releaser.plan(m_options.wish, std::move(around), std::move(known));
}

Task<int> ReleaseRun::exitCode()
{
    if (m_options.readOnly)
        m_plan = forbidden(m_options);
    else
        co_await plan();
    m_plan.order.reason = m_options.reason;
    if (!m_plan.possible()) {
        say(u"lockscope: %1\n"_s.arg(hindranceText(m_plan, m_options.endpoint, m_options.timeout)));
        printJson(nullptr, nullptr);
        co_return exitCodeOf(m_plan);
    }
    if (m_options.dryRun)
        print(planText(m_plan));
    if (!m_options.dryRun && !m_options.yes && !isAgreed()) {
        say(Words::tr("lockscope: You did not agree; nothing was changed.\n"));
        co_return exitNotComplete;
    }
    if (!m_options.dryRun && m_options.yes)
        say(warningsText(m_plan)); // the user, who is asked, has already read them
    QObject::connect(&m_termination.emplace(), &TerminationSignals::requested, QCoreApplication::instance(), [this] { interrupted(); });
    const auto report = co_await m_releaser.release(m_plan.order, m_options.dryRun);
    tell(report);
    if (!report.done() || !m_options.watch) {
        printJson(&report, nullptr);
        co_return exitCodeOf(report);
    }
    const auto aftermath = co_await m_releaser.watch(report);
    print(aftermathText(aftermath, m_options.endpoint, m_options.timeout));
    printJson(&report, &aftermath);
    co_return exitCodeOf(report);
}

// Asks on the terminal, even if the output is redirected.
bool ReleaseRun::isAgreed() const
{
    const auto &key = m_plan.order.wish.id.key;
    const bool byName = m_options.production || m_plan.order.match.confidence < lockcore::sureEnough;
    const auto wanted = byName ? shownText(key) : Words::tr("yes");
    say(planText(m_plan));
    if (m_options.production)
        say(Words::tr("%1 is marked as production. ").arg(m_options.profile));
    say(byName ? Words::tr("Type the name of the key to continue: ") : Words::tr("Type yes to continue: "));
    std::string line;
    std::getline(std::cin, line);
    const auto typed = QString::fromStdString(line);
    return !typed.isEmpty() && (typed == wanted || typed.trimmed() == wanted);
}

} // namespace lockscope
