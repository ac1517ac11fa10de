// SPDX-License-Identifier: MIT
#include "ui/lab/player/shown_run.h"

#include "lockcore/report/fault_log.h"
#include "lockcore/report/lanes.h"

#include <QCoreApplication>
#include <QThread>
#include <QThreadPool>

#include <utility>

namespace lockscope {

using namespace lockcore;

namespace {

std::set<std::string> locatedWorkers(const History &history)
{
    std::set<std::string> workers;
    for (const auto &entry : history.entries) {
        if (const auto *const located = std::get_if<entry::Located>(&entry.what))
            workers.insert(located->who.worker);
    }
    return workers;
}

bool isWindowThread()
{
    const auto *const application = QCoreApplication::instance();
    return application && QThread::currentThread() == application->thread();
}

} // namespace

ShownRun::ShownRun(RunReport given, QString keptIn, Stage stage)
    : report(std::move(given))
    , sourceLines(sourceLinesOf(report.history, report.verdicts))
    , texts(protocolTextsOf(report.history))
    , located(locatedWorkers(report.history))
    , folder(std::move(keptIn))
{
    const HistoryIndex history(report.history);
    lanes = lanesOf(history, report.verdicts);
    moments = Moments(history, lanes);
    groups = groupsOf(lanes);
    if (stage == Stage::UnderWay)
        return;
    figures = figuresOf(history);
    exercised = exercisedIn(history);
    remarks = remarksOn(history);
    faults = faultsOf(history);
}

ShownRunPtr shared(std::unique_ptr<const ShownRun> run)
{
    return {run.release(), [](const ShownRun *last) {
                if (isWindowThread())
                    QThreadPool::globalInstance()->start([last] { delete last; });
                else
                    delete last;
            }};
}

} // namespace lockscope
