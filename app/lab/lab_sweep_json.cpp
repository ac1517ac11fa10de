// SPDX-License-Identifier: MIT
#include "app/lab/lab_sweep_output.h"

#include "lockcore/lab/scenario/store_fit.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/shown_text.h"

#include <QJsonArray>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QJsonArray verdictsJson(const std::vector<Verdict> &verdicts)
{
    QJsonArray all;
    for (const auto &verdict : verdicts)
        all.append(toJson(verdict));
    return all;
}

QJsonObject cellJson(const SweepRun &run)
{
    const auto &command = run.cell.place.command;
    const auto part = run.cell.place.part;
    QJsonObject cell{{u"request"_s, QString::fromStdString(requestOf(run.cell.place))},
                     {u"waits"_s, part == SweepPart::Waiting},
                     {u"lease"_s, part == SweepPart::OwnLease ? u"own"_s : u"given"_s},
                     {u"fault"_s, jsonWord(wordOf(run.cell.fault))},
                     {u"tone"_s, jsonWord(wordOf(toneOf(run)))},
                     {u"found"_s, jsonWord(wordOf(run.finding.access))},
                     {u"freed_by"_s, jsonWord(wordOf(run.finding.freed))},
                     {u"outlived"_s, run.finding.outlived},
                     {u"violated"_s, verdictsJson(run.finding.broken)},
                     {u"inconclusive"_s, verdictsJson(run.finding.open)},
                     {u"plays"_s, run.plays},
                     {u"folder"_s, run.result.folder}};
    if (!command.command.empty()) {
        cell[u"command"_s] = shownText(command.command);
        cell[u"nth"_s] = static_cast<qint64>(command.nth);
        cell[u"server"_s] = static_cast<qint64>(command.server);
        cell[u"servers"_s] = static_cast<qint64>(run.cell.place.ways);
        cell[u"at"_s] = run.cell.place.after ? u"done"_s : u"before"_s;
    }
    if (run.finding.access == SweepFinding::Access::After || run.finding.access == SweepFinding::Access::Late)
        cell[u"after_ms"_s] = static_cast<qint64>(run.finding.after.count());
    if (const auto *mistake = mistakeIn(run.result))
        cell[u"mistake"_s] = shownText(mistake->sentence);
    if (run.result.error)
        cell[u"error"_s] = shownText(run.result.error->text);
    return cell;
}

} // namespace

QByteArray sweepJson(const SweepResult &sweep)
{
    QJsonArray cells;
    QJsonObject notSwept;
    for (const auto &cell : sweep.cells) {
        if (cell)
            cells.append(cellJson(*cell));
    }
    QJsonObject all{{u"library"_s, shownText(sweep.library)},
                    {u"server"_s, shownText(sweep.server)},
                    {u"seed"_s, static_cast<qint64>(sweep.seed)},
                    {u"lease_ms"_s, static_cast<qint64>(sweep.subject.lease.count())},
                    {u"own_lease"_s, sweep.ownLease == SweepResult::OwnLease::Swept  ? u"swept"_s
                                     : sweep.ownLease == SweepResult::OwnLease::Same ? u"same"_s
                                                                                     : u"refused"_s},
                    {u"planned"_s, static_cast<qint64>(sweep.planned.size())},
                    {u"took_ms"_s, static_cast<qint64>(sweep.took.count())},
                    {u"folder"_s, sweep.folder},
                    {u"cells"_s, cells}};
    for (const auto &[part, why] : sweep.refusals)
        notSwept[jsonWord(wordOf(part))] = shownText(why);
    if (!notSwept.isEmpty())
        all[u"not_swept"_s] = notSwept;
    if (const auto why = whyNoAim(sweep.subject.store); !why.empty())
        all[u"no_commands"_s] = shownText(why);
    if (sweep.error)
        all[u"error"_s] = shownText(sweep.error->text);
    return indented(all);
}

} // namespace lockscope
