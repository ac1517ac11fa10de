// SPDX-License-Identifier: MIT
#include "ui/explore/words/explore_json.h"

#include "ui/explore/words/explore_words.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;

namespace {

QJsonValue msOrNull(lockcore::Milliseconds time) { return time.count() != 0 ? QJsonValue(qint64(time.count())) : QJsonValue(); }

QJsonObject stepJson(const ExploreStep &step, bool manyServers)
{
    QJsonObject object = {{u"at_ms"_s, step.at}, {u"what"_s, step.what}, {u"fault"_s, step.isFault}};
    if (step.worker != TraceStep::nobody)
        object[u"worker"_s] = workerLetter(step.worker);
    if (!step.command.isEmpty())
        object[u"command"_s] = step.command;
    if (!step.reply.isEmpty())
        object[u"reply"_s] = step.reply;
    if (!step.file.empty()) {
        object[u"source"_s] = placeWords(step);
        object[u"file"_s] = QString::fromStdString(step.file);
        object[u"line"_s] = step.line;
    }
    object[u"keys"_s] = keysWords(step.keys, manyServers);
    object[u"changes_keys"_s] = step.changesKeys;
    QJsonArray inside;
    for (const int worker : step.inside)
        inside.append(workerLetter(worker));
    object[u"inside"_s] = inside;
    if (!step.why.isEmpty())
        object[u"why"_s] = step.why;
    return object;
}

} // namespace

QJsonArray stepsJson(const QList<ExploreStep> &steps, bool manyServers)
{
    QJsonArray all;
    for (const auto &step : steps)
        all.append(stepJson(step, manyServers));
    return all;
}

QJsonObject exploreBoundsJson(const Bounds &bounds, bool isUsual)
{
    return {{u"workers"_s, bounds.workers},
            {u"rounds"_s, bounds.rounds},
            {u"servers"_s, bounds.servers},
            {u"lease_ms"_s, qint64(bounds.lease.count())},
            {u"work_ms"_s, qint64(bounds.work.count())},
            {u"other_work_ms"_s, msOrNull(bounds.otherWork.value_or(lockcore::Milliseconds(0)))},
            {u"poll_ms"_s, qint64(bounds.poll.count())},
            {u"command_timeout_ms"_s, qint64(bounds.commandTimeout.count())},
            {u"skew_ms"_s, qint64(bounds.skew.count())},
            {u"tick_ms"_s, qint64(bounds.tick.count())},
            {u"gives_lease"_s, bounds.givesLease},
            {u"driver"_s, bounds.careful ? u"careful"_s : u"naive"_s},
            {u"horizon_ms"_s, msOrNull(bounds.horizon)},
            {u"faults"_s, explorerText(toString(bounds.faults, bounds.pause))},
            {u"faults_at_once"_s, isUsual ? 1 : bounds.faults.total()}};
}

} // namespace lockscope
