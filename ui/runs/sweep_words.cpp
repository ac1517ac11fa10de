// SPDX-License-Identifier: MIT
#include "ui/runs/sweep_words.h"

#include "lockcore/base/duration.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

using Tone = SweepFinding::Tone;

const QChar unbreakable(0x00a0);

QString timeText(Milliseconds time) { return QString::number(time.count()) + unbreakable + u"ms"_s; }

QString withFreed(const QString &text, SweepFinding::Freed freed)
{
    switch (freed) {
    case SweepFinding::Freed::Lease: return text + u' ' + Words::tr("(lease)");
    case SweepFinding::Freed::Release: return text + u' ' + Words::tr("(released)");
    case SweepFinding::Freed::Taken: return text + u' ' + Words::tr("(taken over)");
    case SweepFinding::Freed::Unknown: break;
    }
    return text;
}

QString accessText(const SweepFinding &finding)
{
    switch (finding.access) {
    case SweepFinding::Access::AtOnce: return Words::tr("free at once");
    case SweepFinding::Access::After: return withFreed(Words::tr("free after %1").arg(timeText(finding.after)), finding.freed);
    case SweepFinding::Access::Late: return withFreed(Words::tr("refused; free only after %1").arg(timeText(finding.after)), finding.freed);
    case SweepFinding::Access::Never: return {};
    case SweepFinding::Access::NotYet: return Words::tr("not free: run too short");
    case SweepFinding::Access::NotTried: return Words::tr("did not come to it");
    }
    return {};
}

QString withCode(QString text, const std::string &pitfall) { return pitfall.empty() ? text : text + u" ("_s + shownText(pitfall) + u')'; }

} // namespace

QString brokenText(const Verdict &verdict)
{
    auto text = verdict.property == Property::NoImmortalLock    ? Words::tr("IMMORTAL")
                : verdict.property == Property::MutualExclusion ? Words::tr("two inside: mutual exclusion violated")
                                                                : Words::tr("%1 violated").arg(propertyText(verdict.property));
    return withCode(std::move(text), verdict.pitfall);
}

QString cellText(const SweepRun &run)
{
    if (run.result.error)
        return Words::tr("no run");
    QStringList parts;
    for (const auto &verdict : run.finding.broken)
        parts << brokenText(verdict);
    if (const auto *mistake = mistakeIn(run.result))
        parts << withCode(Words::tr("untrue answer"), mistake->pitfall);
    if (const auto access = accessText(run.finding); !access.isEmpty())
        parts << access;
    if (run.finding.outlived)
        parts << Words::tr("lease outlived");
    if (run.finding.access != SweepFinding::Access::NotYet && run.finding.access != SweepFinding::Access::NotTried) {
        for (const auto &verdict : run.finding.open)
            parts << Words::tr("%1 inconclusive").arg(propertyText(verdict.property));
    }
    return parts.join(u", "_s);
}

// A sign that goes with a word, so that colour is not the only sign.
QString signOf(Tone tone)
{
    switch (tone) {
    case Tone::Good: return u"✓"_s;
    case Tone::Waits: return u"·"_s;
    case Tone::Warns: return u"!"_s;
    case Tone::Bad: return u"✗"_s;
    case Tone::Open: return u"?"_s;
    }
    return {};
}

QString placeText(const SweepPlace &place)
{
    const auto &command = place.command;
    const bool waits = place.part == SweepPart::Waiting;
    const auto phase = waits ? Words::tr("waiting") : wordText(requestOf(place));
    if (command.command.empty())
        return waits ? phase : Words::tr("%1: inside").arg(phase);
    auto name = shownText(command.command, 40);
    if (command.nth > 1)
        name += u" #"_s + QString::number(command.nth);
    auto text = place.after ? Words::tr("%1: %2 done").arg(phase, name) : Words::tr("%1: before %2").arg(phase, name);
    if (place.ways > 1)
        text += u' ' + Words::tr("(%1 servers)").arg(place.ways);
    else if (command.server > 0)
        text += u' ' + Words::tr("(server %1)").arg(command.server + 1);
    return text;
}

namespace {

QString partText(SweepPart part)
{
    switch (part) {
    case SweepPart::GivenLease: return Words::tr("with a given lease");
    case SweepPart::OwnLease: return Words::tr("without a given lease");
    case SweepPart::Waiting: return Words::tr("a waiting A");
    case SweepPart::ReEntering: return Words::tr("re-entry");
    case SweepPart::Sharing: return Words::tr("two readers");
    case SweepPart::HandingOver: return Words::tr("an awaited release");
    }
    return {};
}

} // namespace

QString faultText(SweepFault fault)
{
    switch (fault) {
    case SweepFault::Kill: return Words::tr("kill");
    case SweepFault::Pause: return Words::tr("pause");
    case SweepFault::HoldReply: return Words::tr("reply held");
    case SweepFault::LoseRequest: return Words::tr("request lost");
    case SweepFault::LoseReply: return Words::tr("reply lost");
    }
    return {};
}

QString columnText(SweepColumn column)
{
    switch (column) {
    case SweepColumn::Kill: return faultText(SweepFault::Kill);
    case SweepColumn::Pause: return faultText(SweepFault::Pause);
    case SweepColumn::HoldReply: return faultText(SweepFault::HoldReply);
    case SweepColumn::Lose: return Words::tr("request or reply lost");
    }
    return {};
}

QString cellTitle(const SweepCell &cell)
{
    const auto title = placeText(cell.place) + u", "_s + faultText(cell.fault);
    return cell.place.part == SweepPart::OwnLease ? Words::tr("own lease, %1").arg(title) : title;
}

namespace {

// Only the first line, because lines of the server's log may follow.
QString errorText(const std::string &text) { return asSentence(std::string_view(text).substr(0, text.find('\n'))); }

QString whyOpen(const SweepRun &run)
{
    if (run.result.error)
        return errorText(run.result.error->text);
    if (!run.finding.open.empty())
        return shownText(run.finding.open.front().sentence);
    return run.finding.access == SweepFinding::Access::NotYet
               ? Words::tr("nobody got the lock in this run: its lease, or the place of a waiter that is gone, lasts longer")
               : Words::tr("the command did not come, or nobody asked for the lock in time");
}

} // namespace

QStringList proofTexts(const SweepRun &run)
{
    if (toneOf(run) == Tone::Open)
        return {whyOpen(run)};
    QStringList texts;
    if (!run.result.disagreement.empty())
        texts << shownText(run.result.disagreement);
    for (const auto &verdict : run.finding.broken)
        texts << brokenText(verdict) + u": "_s + shownText(verdict.sentence);
    if (const auto *mistake = mistakeIn(run.result))
        texts << shownText(mistake->sentence);
    return texts;
}

QString subjectText(const SweepResult &sweep)
{
    return Words::tr("%1 on %2, seed %3").arg(shownText(sweep.library, 80), shownText(sweep.server, 40), QString::number(sweep.seed));
}

QString storyText(const SweepResult &sweep)
{
    QStringList sentences{Words::tr("A meets the fault, and B wants the lock from then on. Where A waits, H holds the lock until then.")};
    const auto has = [&](SweepPart part) {
        return std::ranges::any_of(sweep.planned, [=](const SweepCell &cell) { return cell.place.part == part; });
    };
    if (has(SweepPart::HandingOver))
        sentences << Words::tr("Awaited: B waits for it already.");
    if (has(SweepPart::ReEntering))
        sentences << Words::tr("Inner and outer: A takes it twice, and gives the inner one back before it works.");
    if (has(SweepPart::Sharing))
        sentences << Words::tr("Shared: A and H read at once, and B wants to write.");
    return sentences.join(u' ');
}

QString leaseText(const SweepResult &sweep, bool givesLease)
{
    return givesLease ? Words::tr("With a lease of %1 ms").arg(sweep.subject.lease.count())
                      : Words::tr("Without a given lease, as the library does by itself");
}

QString notSweptText(const SweepResult &sweep)
{
    QStringList sentences;
    if (sweep.ownLease == SweepResult::OwnLease::Same)
        sentences << Words::tr("Without a given lease, the library behaves the same, so that part was not repeated.");
    for (const auto &[part, why] : sweep.refusals)
        sentences << Words::tr("Not swept, %1: %2").arg(partText(part), errorText(why));
    return sentences.join(u' ');
}

QString aimText(const SweepResult &sweep)
{
    const auto why = whyNoAim(sweep.subject.store);
    return why.empty() ? QString()
                       : Words::tr("Nothing was done before or after a command: %1. A is met only while it is inside, or waits.")
                             .arg(shownText(why));
}

QString summaryText(const SweepResult &sweep)
{
    const auto counts = countsOf(sweep);
    const auto planned = static_cast<qint64>(sweep.planned.size());
    auto text = counts.played < planned ? Words::tr("%1 of %2 runs").arg(QString::number(counts.played), QString::number(planned))
                : planned == 1          ? Words::tr("1 run")
                                        : Words::tr("%1 runs").arg(planned);
    text += u' ' + Words::tr("in %1").arg(QString::fromStdString(durationText(sweep.took)));
    text +=
        u": "_s
        + (counts.bad == 0 ? Words::tr("nothing that must hold is violated") : Words::tr("something is violated in %1").arg(counts.bad));
    if (counts.open > 0)
        text += u", "_s + Words::tr("%1 inconclusive").arg(counts.open);
    text += u"; "_s + Words::tr("worst stall %1 ms").arg(std::chrono::round<Milliseconds>(counts.worstStall).count());
    if (counts.worstStall > sweep.subject.lease / 2)
        text += u". "_s + Words::tr("The machine was too busy for reliable times: repeat the sweep on a quieter one.");
    return text;
}

QString failureText(const SweepResult &sweep) { return sweep.error ? errorText(sweep.error->text) : QString(); }

} // namespace lockscope
