// SPDX-License-Identifier: MIT
#include "app/lab/lab_hunt_output.h"

#include "app/command/exit_codes.h"
#include "app/lab/lab_output.h"
#include "lockcore/base/duration.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "ui/report/verdict_words.h"
#include "ui/runs/verdict_json.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString timeText(Milliseconds time) { return QString::fromStdString(durationText(time)); }

QString sizeText(const Scenario &scenario)
{
    std::int64_t rounds = 0;
    for (const auto &worker : scenario.workers)
        rounds += worker.rounds;
    return Words::tr("workers: %1, rounds: %2, faults: %3").arg(scenario.workers.size()).arg(rounds).arg(scenario.script.size());
}

QString conditionsText(const std::vector<Condition> &conditions)
{
    QStringList all;
    for (const auto &condition : conditions)
        all << shownText(toString(condition));
    return all.join(u" and "_s);
}

QString modeText(entry::Mode mode)
{
    switch (mode) {
    case entry::Mode::Exclusive: return {};
    case entry::Mode::Read: return Words::tr("as a reader");
    case entry::Mode::Write: return Words::tr("as a writer");
    }
    return {};
}

QString locksText(const Scenario &scenario, const ScenarioWorker &worker)
{
    const auto outer = Words::tr("takes %1").arg(shownText(lockOf(scenario, worker)));
    return worker.inside.empty() ? outer : Words::tr("%1, and %2 inside it").arg(outer, shownText(lockOf(scenario, worker.inside.front())));
}

QString workerText(const Scenario &scenario, const ScenarioWorker &worker)
{
    QStringList parts;
    if (scenario.locks.size() > 1)
        parts << locksText(scenario, worker);
    if (!worker.processOf.empty())
        parts << Words::tr("in %1's process").arg(shownText(worker.processOf));
    if (worker.skew.count() > 0)
        parts << Words::tr("its clock is %1 ms ahead").arg(worker.skew.count());
    if (worker.skew.count() < 0)
        parts << Words::tr("its clock is %1 ms behind").arg(-worker.skew.count());
    if (!worker.after.empty())
        parts << Words::tr("after %1").arg(conditionsText(worker.after));
    if (worker.rounds > 1)
        parts << Words::tr("%1 rounds").arg(worker.rounds);
    parts << (worker.wait == Milliseconds(0) ? Words::tr("tries once")
                                             : Words::tr("waits up to %1 ms").arg(worker.wait.value_or(Milliseconds(0)).count()));
    if (const auto mode = modeText(worker.mode); !mode.isEmpty())
        parts << mode;
    if (worker.tries > 1)
        parts << Words::tr("asks again after an error");
    if (worker.depth > 1)
        parts << (worker.innerEnds ? Words::tr("takes it twice and gives the inner one back first") : Words::tr("takes it twice"));
    if (!worker.givesLease)
        parts << Words::tr("names no lease");
    if (worker.extends)
        parts << Words::tr("extends it to %1 ms").arg(worker.extends->count());
    parts << Words::tr("works %1 ms").arg(worker.work.count());
    return shownText(worker.name) + u": "_s + parts.join(u", "_s);
}

// The scenario described in a few lines.
QString scenarioText(const Scenario &scenario, const TextStyle &style)
{
    QString text;
    const auto add = [&](const QString &line) { text += u"    "_s + fitted(line, style.width, 6) + u'\n'; };
    for (const auto &worker : scenario.workers)
        add(workerText(scenario, worker));
    for (const auto &fault : scenario.script)
        add(shownText(toString(fault)));
    return text;
}

QString verdictText(const Verdict &verdict)
{
    auto text = propertyText(verdict.property) + u' ' + wordText(wordOf(verdict.outcome));
    if (!verdict.pitfall.empty())
        text += u" ("_s + shownText(verdict.pitfall) + u')';
    return text + u": "_s + shownText(verdict.sentence);
}

QString foundText(const HuntResult &hunt, const TextStyle &style)
{
    const auto &found = *hunt.found;
    const auto line = [&](const QString &text, int indent = 2) {
        return QString(indent, u' ') + fitted(text, style.width, indent + 2) + u'\n';
    };
    auto text = coloured(u"✗ "_s + fitted(verdictText(found.verdict), style.width, 2), u"1;31"_s, style) + u'\n';
    text += line(Words::tr("found in scenario %1: %2").arg(QString::number(found.number), sizeText(found.first)));
    if (found.tried > 0)
        text +=
            line((found.shrunk ? Words::tr("shrunk to: %1") : Words::tr("shrunk, not to the end, to: %1")).arg(sizeText(found.smallest)));
    if (found.plays > 0)
        text += line(Words::tr("it comes in %1 of %2 runs").arg(found.shown).arg(found.plays));
    text += scenarioText(found.smallest, style);
    if (!found.file.isEmpty())
        text += u"  "_s
                + (hunt.subject.protocol == "external" ? Words::tr("Play it: lockscope lab %1 -- COMMAND")
                                                       : Words::tr("Play it: lockscope lab %1"))
                      .arg(found.file)
                + u'\n';
    if (!found.folder.isEmpty())
        text += u"  "_s + Words::tr("A run that shows it: %1").arg(found.folder) + u'\n';
    return text;
}

QString mistakeText(const HuntResult &hunt, const TextStyle &style)
{
    const auto &mistake = *hunt.mistake;
    auto text = coloured(u"✗ "_s + fitted(asSentence(mistake.remark.sentence), style.width, 2), u"1;31"_s, style) + u'\n';
    if (!mistake.folder.isEmpty())
        text += u"  "_s + Words::tr("A run that shows it: %1").arg(mistake.folder) + u'\n';
    return text;
}

QString nothingText(const HuntResult &hunt)
{
    if (hunt.played == 0)
        return Words::tr("Nothing was played.");
    return Words::tr("Nothing that must hold was violated. This is not a proof; it covers only the runs below.");
}

QString boundsText(const HuntResult &hunt)
{
    auto text = Words::tr("%1 scenarios in %2: 2 to %3 workers of 1 to %4 rounds, up to %5 faults, leases of %6 ms")
                    .arg(hunt.played)
                    .arg(timeText(hunt.took))
                    .arg(hunt.bounds.workers)
                    .arg(hunt.bounds.rounds)
                    .arg(hunt.bounds.faults)
                    .arg(hunt.subject.lease.count());
    if (hunt.inconclusive > 0)
        text += u"; "_s + Words::tr("in %1 something could not be judged").arg(hunt.inconclusive);
    if (hunt.failed > 0)
        text += u"; "_s
                + Words::tr("%1 failed: %2")
                      .arg(QString::number(hunt.failed), shownText(std::string_view(hunt.failure).substr(0, hunt.failure.find('\n')), 200));
    if (hunt.disagreements > 0)
        text += u"; "_s + Words::tr("in %1 the two judges disagree").arg(hunt.disagreements);
    return text + u"; "_s + Words::tr("worst stall %1 ms").arg(std::chrono::round<Milliseconds>(hunt.worstStall).count());
}

} // namespace

QString huntText(const HuntResult &hunt, const TextStyle &style)
{
    QString text;
    if (!hunt.library.empty())
        text +=
            fitted(Words::tr("%1 on %2, seed %3").arg(shownText(hunt.library, 80), shownText(hunt.server, 40), QString::number(hunt.seed)),
                   style.width)
            + u'\n';
    if (hunt.error)
        text += fitted(asSentence(hunt.error->text), style.width) + u'\n';
    if (hunt.error && hunt.played == 0)
        return text;
    if (hunt.mistake)
        text += mistakeText(hunt, style);
    if (hunt.found)
        text += foundText(hunt, style);
    else if (!hunt.mistake)
        text += fitted(nothingText(hunt), style.width) + u'\n';
    return text + fitted(boundsText(hunt), style.width) + u'\n';
}

QByteArray huntJson(const HuntResult &hunt)
{
    QJsonObject all{{u"library"_s, shownText(hunt.library)},
                    {u"server"_s, shownText(hunt.server)},
                    {u"seed"_s, static_cast<qint64>(hunt.seed)},
                    {u"lease_ms"_s, static_cast<qint64>(hunt.subject.lease.count())},
                    {u"limit_ms"_s, static_cast<qint64>(hunt.limit.count())},
                    {u"took_ms"_s, static_cast<qint64>(hunt.took.count())},
                    {u"played"_s, static_cast<qint64>(hunt.played)},
                    {u"inconclusive"_s, static_cast<qint64>(hunt.inconclusive)},
                    {u"failed"_s, static_cast<qint64>(hunt.failed)},
                    {u"disagreements"_s, static_cast<qint64>(hunt.disagreements)},
                    {u"worst_stall_us"_s, static_cast<qint64>(hunt.worstStall.count())},
                    {u"interrupted"_s, hunt.interrupted}};
    if (hunt.error)
        all[u"error"_s] = shownText(hunt.error->text);
    if (hunt.found) {
        const auto &found = *hunt.found;
        all[u"found"_s] = QJsonObject{{u"number"_s, static_cast<qint64>(found.number)},
                                      {u"property"_s, jsonWord(wordOf(found.verdict.property))},
                                      {u"cause"_s, jsonWord(wordOf(found.verdict.cause))},
                                      {u"pitfall"_s, shownText(found.verdict.pitfall)},
                                      {u"sentence"_s, shownText(found.verdict.sentence)},
                                      {u"shown"_s, found.shown},
                                      {u"plays"_s, found.plays},
                                      {u"shrunk"_s, found.shrunk},
                                      {u"scenario"_s, found.file},
                                      {u"folder"_s, found.folder}};
    }
    if (hunt.mistake)
        all[u"mistake"_s] = QJsonObject{{u"number"_s, static_cast<qint64>(hunt.mistake->number)},
                                        {u"pitfall"_s, shownText(hunt.mistake->remark.pitfall)},
                                        {u"sentence"_s, shownText(hunt.mistake->remark.sentence)},
                                        {u"folder"_s, hunt.mistake->folder}};
    return indented(all);
}

int exitCodeOf(const HuntResult &hunt)
{
    if (hunt.found || hunt.mistake || hunt.disagreements > 0)
        return exitViolated;
    if (hunt.error)
        return exitCodeOf(*hunt.error);
    return hunt.interrupted || hunt.played == hunt.failed ? exitNotComplete : exitYes;
}

} // namespace lockscope
