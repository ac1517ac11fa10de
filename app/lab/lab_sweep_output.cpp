// SPDX-License-Identifier: MIT
#include "app/lab/lab_sweep_output.h"

#include "app/command/exit_codes.h"
#include "app/lab/lab_output.h"
#include "app/lab/lab_sweep_table.h"
#include "ui/runs/sweep_words.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

using FindingTone = SweepFinding::Tone;

QString line(const QString &text, const TextStyle &style) { return text.isEmpty() ? text : fitted(text, style.width) + u'\n'; }

// The sentences for the cells with this tone, and the folders of their runs.
QString proofs(const SweepResult &sweep, FindingTone tone, const TextStyle &style)
{
    QString text;
    for (const auto &run : sweep.cells) {
        if (!run || toneOf(*run) != tone)
            continue;
        for (const auto &proof : proofTexts(*run)) {
            text += u"  "_s + fitted(signOf(tone) + u' ' + cellTitle(run->cell) + u": "_s + proof, style.width, 4);
            text += (run->result.folder.isEmpty() ? QString() : u"\n    "_s + run->result.folder) + u'\n';
        }
    }
    return text;
}

QString tableText(const SweepResult &sweep, bool givesLease, const TextStyle &style)
{
    const auto table = sweepTable(sweep, givesLease, style);
    return table.isEmpty() ? table : u'\n' + leaseText(sweep, givesLease) + u":\n"_s + table;
}

} // namespace

QString sweepText(const SweepResult &sweep, const TextStyle &style)
{
    if (sweep.error && sweep.planned.empty())
        return line(failureText(sweep), style);
    auto text = line(subjectText(sweep) + u". "_s + storyText(sweep), style);
    text += tableText(sweep, true, style) + tableText(sweep, false, style) + u'\n';
    text += proofs(sweep, FindingTone::Bad, style) + proofs(sweep, FindingTone::Open, style);
    text += line(aimText(sweep), style) + line(notSweptText(sweep), style) + line(summaryText(sweep), style);
    if (sweep.planned.empty() || sweep.folder.isEmpty()) // it was interrupted before the plan existed
        return text;
    const auto example = QString::fromStdString(nameOf(sweep.planned.front()));
    return text + Words::tr("Each cell's run: %1, for example %2").arg(sweep.folder, example) + u'\n';
}

int exitCodeOf(const SweepResult &sweep)
{
    if (sweep.error)
        return sweep.error->detail == "dry-run" ? exitNotComplete : exitCodeOf(*sweep.error);
    const auto counts = countsOf(sweep);
    if (counts.bad > 0)
        return exitViolated;
    const bool complete = !sweep.planned.empty() && counts.played == static_cast<std::int64_t>(sweep.planned.size());
    return complete && counts.open == 0 ? exitYes : exitNotComplete;
}

} // namespace lockscope
