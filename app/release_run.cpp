// SPDX-License-Identifier: MIT
#include "app/release_run.h"

#include "app/exit_codes.h"
#include "app/release_output.h"
#include "app/standard_output.h"
#include "words/release_words.h"
#include "words/shown_text.h"

#include <QCoreApplication>

#include <iostream>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Task;

namespace {

constexpr int sureEnough = 3; // below, the name of the key is typed

struct ReleaseRunWords
{
    Q_DECLARE_TR_FUNCTIONS(ReleaseRunWords)
};

void say(const QString &text)
{
    writeAll(STDERR_FILENO, text.toUtf8());
}

} // namespace

ReleaseRun::ReleaseRun(const ReleaseOptions &options)
    : m_options(options), m_classifier(options.patterns),
      m_releaser(options.endpoint, {options.timeout, {}}, m_classifier, m_loop, m_clock), m_running(m_loop)
{
}

void ReleaseRun::start()
{
    m_running.start(run());
}

// A release that is under way is cancelled, and written down as unknown.
void ReleaseRun::interrupted()
{
    m_running.cancel();
    QCoreApplication::exit(m_done.value_or(exitNotComplete));
}

void ReleaseRun::print(const QString &text) const
{
    if (!m_options.json && !text.isEmpty())
        writeAll(STDOUT_FILENO, (text + u'\n').toUtf8());
}

Task<void> ReleaseRun::run()
{
    const int code = co_await exitCode();
    QCoreApplication::exit(code);
}

Task<int> ReleaseRun::exitCode()
{
    lockcore::Surroundings around;
    std::optional<lockcore::LockInfo> known;
    const auto plan = co_await m_releaser.plan(m_options.wish, std::move(around), std::move(known));
    const auto printJson = [&](const lockcore::ReleaseReport *report, const lockcore::ReleaseAftermath *aftermath) {
        if (m_options.json)
            writeAll(STDOUT_FILENO, releaseJson(plan, report, aftermath));
    };
    if (!plan.possible()) {
        say(u"lockscope: %1\n"_s.arg(hindranceText(plan, m_options.endpoint, m_options.timeout)));
        printJson(nullptr, nullptr);
        co_return exitCodeOf(plan);
    }
    if (m_options.dryRun)
        print(planText(plan));
    if (!m_options.dryRun && !m_options.yes && !isAgreed(plan)) {
        say(ReleaseRunWords::tr("lockscope: Not agreed to; nothing was changed.\n"));
        co_return exitNotComplete;
    }
    const auto report = co_await m_releaser.release(plan.order, m_options.dryRun);
    m_done = exitCodeOf(report);
    const auto outcome = outcomeText(report, m_options.endpoint, m_options.timeout);
    if (*m_done == exitYes || *m_done == exitUntold)
        print(outcome);
    else
        say(u"lockscope: %1\n"_s.arg(outcome));
    if (!report.done() || !m_options.watch) {
        printJson(&report, nullptr);
        co_return *m_done;
    }
    const auto aftermath = co_await m_releaser.watch(report);
    print(aftermathText(aftermath, m_options.endpoint, m_options.timeout));
    printJson(&report, &aftermath);
    co_return *m_done;
}

// Asked on the terminal, whatever becomes of the output.
bool ReleaseRun::isAgreed(const lockcore::ReleasePlan &plan) const
{
    const auto &key = plan.order.wish.id.key;
    const bool byName = plan.order.finding.confidence < sureEnough;
    const auto wanted = byName ? shownText(key) : ReleaseRunWords::tr("yes");
    say(planText(plan));
    say(byName ? ReleaseRunWords::tr("Type the name of the key to go on: ") : ReleaseRunWords::tr("Type yes to go on: "));
    std::string line;
    std::getline(std::cin, line);
    return QString::fromStdString(line).trimmed() == wanted.trimmed();
}

} // namespace lockscope
