// SPDX-License-Identifier: MIT
#include "app/lab_sweep_output.h"

#include "app/exit_codes.h"
#include "app/lab_sweep_table.h"
#include "app/lab_sweep_words.h"
#include "lockcore/base/duration.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct SweepOutputWords
{
    Q_DECLARE_TR_FUNCTIONS(SweepOutputWords)
};

using SweepTone = SweepFinding::Tone;

// The first line: what a server logged may follow.
QString errorText(const std::string &text) { return asSentence(std::string_view(text).substr(0, text.find('\n'))); }

QString entryText(const QString &sentence, const QString &folder, const TextStyle &style)
{
    return u"  "_s + fitted(sentence, style.width, 4) + (folder.isEmpty() ? QString() : u"\n    "_s + folder) + u'\n';
}

QString cellTitle(const SweepCell &cell)
{
    const auto title = placeText(cell.place) + u", "_s + faultText(cell.fault);
    return cell.place.givesLease ? title : SweepOutputWords::tr("own lease, %1").arg(title);
}

// What the proof says, and where it is.
QString wrongText(const SweepRun &run, const TextStyle &style)
{
    QString text;
    const auto add = [&](const QString &sentence) {
        text += entryText(signOf(SweepTone::Bad) + u' ' + cellTitle(run.cell) + u": "_s + sentence, run.result.folder, style);
    };
    if (!run.result.disagreement.empty())
        add(SweepOutputWords::tr("the two judges disagree: %1").arg(shownText(run.result.disagreement)));
    for (const auto &verdict : run.finding.broken)
        add(brokenText(verdict) + u": "_s + shownText(verdict.sentence));
    return text;
}

QString openText(const SweepRun &run, const TextStyle &style)
{
    const auto why = run.result.error           ? errorText(run.result.error->text)
                     : run.finding.open.empty() ? SweepOutputWords::tr("the command did not come, or nobody asked for the lock in time")
                                                : shownText(run.finding.open.front().sentence);
    return entryText(signOf(SweepTone::Open) + u' ' + cellTitle(run.cell) + u": "_s + why, run.result.folder, style);
}

template <class Is>
std::int64_t count(const SweepResult &sweep, Is is)
{
    return std::count_if(sweep.cells.begin(), sweep.cells.end(), [&](const auto &cell) { return cell && is(*cell); });
}

QString summaryText(const SweepResult &sweep, const TextStyle &style)
{
    const auto played = count(sweep, [](const SweepRun &) { return true; });
    const auto bad = count(sweep, [](const SweepRun &run) { return toneOf(run) == SweepTone::Bad; });
    const auto open = count(sweep, [](const SweepRun &run) { return toneOf(run) == SweepTone::Open; });
    Microseconds worst{0};
    for (const auto &cell : sweep.cells)
        worst = std::max(worst, cell ? cell->result.premises.worstStall : Microseconds(0));
    const auto planned = static_cast<qint64>(sweep.planned.size());
    auto text = played < planned ? SweepOutputWords::tr("%1 of %2 runs").arg(QString::number(played), QString::number(planned))
                                 : SweepOutputWords::tr("%1 runs").arg(planned);
    text += u' ' + SweepOutputWords::tr("in %1").arg(QString::fromStdString(durationText(sweep.took)));
    text += u": "_s
            + (bad == 0 ? SweepOutputWords::tr("nothing that must hold is violated")
                        : SweepOutputWords::tr("something is violated in %1").arg(bad));
    if (open > 0)
        text += u", "_s + SweepOutputWords::tr("%1 inconclusive").arg(open);
    text += u"; "_s + SweepOutputWords::tr("worst stall %1 ms").arg(std::chrono::round<Milliseconds>(worst).count());
    if (worst > sweep.subject.lease / 2)
        text += u". "_s + SweepOutputWords::tr("So busy a machine blurs the times: sweep again on a quieter one.");
    return fitted(text, style.width) + u'\n';
}

QString ownLeaseText(const SweepResult &sweep, const TextStyle &style)
{
    if (sweep.ownLease == SweepResult::OwnLease::Swept)
        return {};
    const auto text = sweep.ownLease == SweepResult::OwnLease::Same
                          ? SweepOutputWords::tr("Without a given lease the library does the same: that was not swept again.")
                          : SweepOutputWords::tr("Without a given lease nothing was swept: %1").arg(errorText(sweep.ownLeaseRefusal));
    return fitted(text, style.width) + u'\n';
}

QString headText(const SweepResult &sweep, const TextStyle &style)
{
    return fitted(SweepOutputWords::tr("%1 on %2, seed %3. A meets the fault, and B wants the lock from then on.")
                      .arg(shownText(sweep.library, 80), shownText(sweep.server, 40), QString::number(sweep.seed)),
                  style.width)
           + u'\n';
}

} // namespace

QString sweepText(const SweepResult &sweep, const TextStyle &style)
{
    if (sweep.error && sweep.planned.empty())
        return fitted(errorText(sweep.error->text), style.width) + u'\n';
    auto text = headText(sweep, style);
    if (const auto given = sweepTable(sweep, true, style); !given.isEmpty())
        text += u'\n' + SweepOutputWords::tr("With a lease of %1 ms:").arg(sweep.subject.lease.count()) + u'\n' + given;
    if (const auto own = sweepTable(sweep, false, style); !own.isEmpty())
        text += u'\n' + SweepOutputWords::tr("Without a given lease, as the library does by itself:") + u'\n' + own;
    text += u'\n';
    for (const auto &cell : sweep.cells) {
        if (cell && toneOf(*cell) == SweepTone::Bad)
            text += wrongText(*cell, style);
    }
    for (const auto &cell : sweep.cells) {
        if (cell && toneOf(*cell) == SweepTone::Open)
            text += openText(*cell, style);
    }
    text += ownLeaseText(sweep, style) + summaryText(sweep, style);
    const auto example = sweep.planned.empty() ? QString() : QString::fromStdString(nameOf(sweep.planned.front()));
    return text + SweepOutputWords::tr("Each cell's run: %1, for example %2").arg(sweep.folder, example) + u'\n';
}

int exitCodeOf(const SweepResult &sweep)
{
    if (sweep.error)
        return sweep.error->kind == ErrorKind::Transport        ? exitNoServer
               : sweep.planned.empty() && sweep.library.empty() ? exitViolated
                                                                : exitNotComplete;
    if (count(sweep, [](const SweepRun &run) { return toneOf(run) == SweepTone::Bad; }) > 0)
        return exitViolated;
    const bool complete =
        !sweep.planned.empty() && count(sweep, [](const SweepRun &) { return true; }) == static_cast<std::int64_t>(sweep.planned.size());
    const bool open = count(sweep, [](const SweepRun &run) { return toneOf(run) == SweepTone::Open; }) > 0;
    return complete && !open ? exitYes : exitNotComplete;
}

} // namespace lockscope
