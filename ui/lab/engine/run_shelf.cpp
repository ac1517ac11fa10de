// SPDX-License-Identifier: MIT
#include "ui/lab/engine/run_shelf.h"

#include "ui/runs/kept_runs.h"
#include "ui/runs/run_reading.h"
#include "ui/words/shown_text.h"

namespace lockscope {

using namespace lockcore;

namespace {

constexpr int mostEarlierRuns = 50;

QList<EarlierRun> earlierRuns()
{
    QList<EarlierRun> runs;
    for (const auto &info : keptRuns({}, mostEarlierRuns))
        runs << EarlierRun{info.folder, info.title, info.time, seenOf(info)};
    return runs;
}

Result<ShownRunPtr> runIn(const QString &folder)
{
    auto report = readRunReport(folder);
    if (!report)
        return report.error();
    return shared(std::make_unique<ShownRun>(*std::move(report), folder));
}

} // namespace

RunShelf::RunShelf(QObject *parent)
    : QObject(parent)
{
    m_readers.setMaxThreadCount(1);
}

RunShelf::~RunShelf()
{
    m_readers.clear();
    m_readers.waitForDone();
}

template <class Read, class Tell>
void RunShelf::later(Read read, Tell tell)
{
    m_readers.start([this, read, tell] {
        QMetaObject::invokeMethod(
            this, [tell, answer = read()] { tell(answer); }, Qt::QueuedConnection);
    });
}

void RunShelf::list()
{
    later(earlierRuns, [this](const QList<EarlierRun> &runs) { emit listed(runs); });
}

void RunShelf::open(const QString &folder)
{
    later([folder] { return runIn(folder); },
          [this, number = ++m_opening](const Result<ShownRunPtr> &run) {
              if (number != m_opening)
                  return;
              if (run)
                  emit opened(*run);
              else
                  emit refused(shownText(run.error().text));
          });
}

} // namespace lockscope
