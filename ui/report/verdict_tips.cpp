// SPDX-License-Identifier: MIT
#include "ui/report/verdict_tips.h"

#include "lockcore/report/pitfall.h"
#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QStringList>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString answeringText(Answering answering)
{
    switch (answering) {
    case Answering::Library: return Words::tr("The library answers for it");
    case Answering::Application: return Words::tr("The application answers for it");
    case Answering::Operator: return Words::tr("The operator answers for it");
    case Answering::Deployment: return Words::tr("The deployment answers for it");
    }
    return {};
}

QString keptByText(KeptBy keptBy)
{
    switch (keptBy) {
    case KeptBy::Lock: return Words::tr("a lock can prevent it");
    case KeptBy::Fencing: return Words::tr("no lock can prevent it, but fencing tokens make it harmless");
    case KeptBy::Use: return Words::tr("no lock can prevent it, only how the lock is used or its server is run");
    }
    return {};
}

} // namespace

QString outcomeTip(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Held: return Words::tr("Held: it was put to the test, and not violated in this run. A run never proves more.");
    case Outcome::Violated: return Words::tr("Violated: the numbered events prove it.");
    case Outcome::Outlived:
        return Words::tr(
            "Outlived: the lease ended while its owner continued, because of scheduled work or a fault. No protocol is to blame.");
    case Outcome::Inconclusive: return Words::tr("Inconclusive: the run cannot tell; the sentence says why.");
    case Outcome::NotExercised: return Words::tr("Not exercised: nothing in this run put it to the test.");
    case Outcome::Skipped: return Words::tr("Skipped: the library does not offer it.");
    }
    return {};
}

QString verdictTip(const Verdict &verdict)
{
    return isAfterLease(verdict)
               ? Words::tr("Held while the lease lasted: a lease ended, and afterwards two were inside. No lock prevents that.")
               : outcomeTip(verdict.outcome);
}

QString pitfallTip(const std::string &code)
{
    const auto *const pitfall = findPitfall(code);
    if (!pitfall)
        return {};
    const auto text = [](std::string_view part) { return QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size())); };
    return Words::tr("%1 · %2. %3; %4.")
        .arg(text(pitfall->code), text(pitfall->title), answeringText(pitfall->answering), keptByText(pitfall->keptBy));
}

QString pitfallTips(const std::vector<Verdict> &verdicts)
{
    QStringList lines;
    for (const auto &verdict : verdicts) {
        if (const auto line = pitfallTip(verdict.pitfall); !line.isEmpty() && !lines.contains(line))
            lines << line;
    }
    return lines.join(u'\n');
}

} // namespace lockscope
