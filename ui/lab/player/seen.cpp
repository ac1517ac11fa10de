// SPDX-License-Identifier: MIT
#include "ui/lab/player/seen.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "ui/widgets/theme.h"
#include "ui/words/tr.h"

#include <QSettings>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Match;
using lockcore::Outcome;

namespace {

using Outcomes = std::map<lockcore::Property, Outcome>;

bool has(const Outcomes &outcomes, Outcome outcome)
{
    return std::any_of(outcomes.begin(), outcomes.end(), [=](const auto &found) { return found.second == outcome; });
}

Seen seenOf(const Outcomes &outcomes, Match match, bool expects)
{
    if (match == Match::Open)
        return Seen::Open;
    if (match == Match::Contradicted && expects)
        return Seen::Unexpected;
    if (has(outcomes, Outcome::Violated)) // also only the resource: what a fencing token prevents must be in sight
        return Seen::Violated;
    return has(outcomes, Outcome::Outlived) ? Seen::Outlived : Seen::Held;
}

// A scenario of the user may have the name of a built-in one.
QString keyOf(const lockcore::Scenario &scenario)
{
    const auto group = lockcore::isBuiltIn(scenario) ? u"lab/seen/"_s : u"lab/seen-own/"_s;
    return group + QString::fromStdString(scenario.name);
}

} // namespace

Seen seenOf(const RunReport &report)
{
    Outcomes outcomes;
    for (const auto &verdict : report.verdicts)
        outcomes[verdict.property] = verdict.outcome;
    return report.error ? Seen::Open : seenOf(outcomes, matchOf(report), report.expects);
}

Seen seenOf(const KeptRunInfo &info)
{
    return info.failed ? Seen::Open : seenOf(info.outcomes, info.match.value_or(Match::Open), info.expects);
}

QString seenText(Seen seen)
{
    switch (seen) {
    case Seen::Never: break;
    case Seen::Violated: return u"✗ "_s + Words::tr("violated");
    case Seen::Outlived: return u"◷ "_s + Words::tr("outlived");
    case Seen::Held: return u"✓ "_s + Words::tr("held");
    case Seen::Open: return u"? "_s + Words::tr("inconclusive");
    case Seen::Unexpected: return u"! "_s + Words::tr("not as expected");
    }
    return {};
}

QString seenSentence(Seen seen)
{
    switch (seen) {
    case Seen::Never: break;
    case Seen::Violated: return Words::tr("Seen last: violated, as expected");
    case Seen::Outlived: return Words::tr("Seen last: the lease ended before the work, as expected");
    case Seen::Held: return Words::tr("Seen last: held");
    case Seen::Open: return Words::tr("Seen last: inconclusive");
    case Seen::Unexpected: return Words::tr("Seen last: not as expected");
    }
    return Words::tr("Not played yet");
}

QColor seenColour(Seen seen, const QPalette &palette)
{
    const auto &shades = shadesOf(palette);
    switch (seen) {
    case Seen::Violated: return shades.danger;
    case Seen::Outlived:
    case Seen::Unexpected: return shades.warning;
    case Seen::Held: return shades.good;
    case Seen::Never:
    case Seen::Open: break;
    }
    return shades.secondary;
}

Seen SeenStore::of(const lockcore::Scenario &scenario) const
{
    return lockcore::fromWord<Seen>(m_settings->value(keyOf(scenario)).toString().toStdString()).value_or(Seen::Never);
}

void SeenStore::note(const lockcore::Scenario &scenario, Seen seen)
{
    const auto word = lockcore::wordOf(seen);
    m_settings->setValue(keyOf(scenario), QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())));
}

} // namespace lockscope
