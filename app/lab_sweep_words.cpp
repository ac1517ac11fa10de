// SPDX-License-Identifier: MIT
#include "app/lab_sweep_words.h"

#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

struct SweepWords
{
    Q_DECLARE_TR_FUNCTIONS(SweepWords)
};

using SweepTone = SweepFinding::Tone;

const QChar unbreakable(0x00a0);

QString timeText(Milliseconds time) { return QString::number(time.count()) + unbreakable + u"ms"_s; }

QString withFreed(const QString &text, SweepFinding::Freed freed)
{
    switch (freed) {
    case SweepFinding::Freed::Lease: return text + u' ' + SweepWords::tr("(lease)");
    case SweepFinding::Freed::Release: return text + u' ' + SweepWords::tr("(released)");
    case SweepFinding::Freed::Taken: return text + u' ' + SweepWords::tr("(taken over)");
    case SweepFinding::Freed::Unknown: break;
    }
    return text;
}

QString accessText(const SweepFinding &finding)
{
    switch (finding.access) {
    case SweepFinding::Access::AtOnce: return SweepWords::tr("free at once");
    case SweepFinding::Access::After: return withFreed(SweepWords::tr("free after %1").arg(timeText(finding.after)), finding.freed);
    case SweepFinding::Access::Late:
        return withFreed(SweepWords::tr("refused; free only after %1").arg(timeText(finding.after)), finding.freed);
    case SweepFinding::Access::Never: return {};
    case SweepFinding::Access::NotYet: return SweepWords::tr("not free: run too short");
    case SweepFinding::Access::NotTried: return SweepWords::tr("did not come to it");
    }
    return {};
}

} // namespace

QString brokenText(const Verdict &verdict)
{
    auto text = verdict.property == Property::NoImmortalLock    ? SweepWords::tr("IMMORTAL")
                : verdict.property == Property::MutualExclusion ? SweepWords::tr("two inside: mutual exclusion violated")
                                                                : SweepWords::tr("%1 violated").arg(propertyText(verdict.property));
    if (!verdict.pitfall.empty())
        text += u" ("_s + shownText(verdict.pitfall) + u')';
    return text;
}

QString cellText(const SweepRun &run)
{
    if (run.result.error)
        return SweepWords::tr("no run");
    QStringList parts;
    for (const auto &verdict : run.finding.broken)
        parts << brokenText(verdict);
    if (const auto access = accessText(run.finding); !access.isEmpty())
        parts << access;
    if (run.finding.outlived)
        parts << SweepWords::tr("lease outlived");
    if (run.finding.access != SweepFinding::Access::NotYet && run.finding.access != SweepFinding::Access::NotTried) {
        for (const auto &verdict : run.finding.open)
            parts << SweepWords::tr("%1 inconclusive").arg(propertyText(verdict.property));
    }
    return parts.join(u", "_s);
}

// What could not be played proves nothing.
SweepTone toneOf(const SweepRun &run)
{
    return run.result.error ? SweepTone::Open : !run.result.disagreement.empty() ? SweepTone::Bad : run.finding.tone;
}

// A sign and a word, never colour alone.
QString signOf(SweepTone tone)
{
    switch (tone) {
    case SweepTone::Good: return u"✓"_s;
    case SweepTone::Waits: return u"·"_s;
    case SweepTone::Warns: return u"!"_s;
    case SweepTone::Bad: return u"✗"_s;
    case SweepTone::Open: return u"?"_s;
    }
    return {};
}

QString colourOf(SweepTone tone)
{
    switch (tone) {
    case SweepTone::Good: return u"32"_s;
    case SweepTone::Waits: return {};
    case SweepTone::Warns:
    case SweepTone::Open: return u"33"_s;
    case SweepTone::Bad: return u"1;31"_s;
    }
    return {};
}

QString placeText(const SweepPlace &place)
{
    const auto &command = place.command;
    const auto phase = wordText(wordOf(command.phase));
    if (command.command.empty())
        return SweepWords::tr("%1: inside").arg(phase);
    auto name = shownText(command.command, 40);
    if (command.nth > 1)
        name += u" #"_s + QString::number(command.nth);
    auto text = place.after ? SweepWords::tr("%1: %2 done").arg(phase, name) : SweepWords::tr("%1: before %2").arg(phase, name);
    if (command.server > 0)
        text += u' ' + SweepWords::tr("(server %1)").arg(command.server + 1);
    return text;
}

QString faultText(SweepFault fault)
{
    switch (fault) {
    case SweepFault::Kill: return SweepWords::tr("kill");
    case SweepFault::Pause: return SweepWords::tr("pause");
    case SweepFault::HoldReply: return SweepWords::tr("reply held");
    }
    return {};
}

} // namespace lockscope
