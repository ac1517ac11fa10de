// SPDX-License-Identifier: MIT
#include "ui/monitor/incident_facts.h"

#include "ui/words/event_words.h"
#include "ui/words/incident_words.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t longestShown = 400; // characters of an owner

// The colours are few: that of an earlier owner may be the present one's by now, and would make two look like one.
int colourThen(const Incident &incident, const LockRow *now, const OwnerColour &colourOf)
{
    const int colour = colourOf ? colourOf(incident.owner) : -1;
    const bool isAnothers = now && std::ranges::any_of(now->lock.holders, [&](const Holder &holder) {
                                return holder.owner != incident.owner && colourOf && colourOf(holder.owner) == colour;
                            });
    return isAnothers ? -1 : colour;
}

// Whoever holds it now came after an incident of the past, and would be hurt by a release that is meant for the culprit.
QString aboutThePresent(const Incident &incident, const LockRow *now)
{
    if (!now || isState(incident.kind))
        return {};
    if (now->gone())
        return Words::tr("It is not held now.");
    const auto &holders = now->lock.holders;
    const bool isStillHis = std::ranges::any_of(holders, [&](const Holder &holder) { return holder.owner == incident.owner; });
    return holders.empty() || incident.owner.empty() || isStillHis ? QString()
                                                                   : Words::tr("Its holder now is another one, and came later.");
}

} // namespace

QList<Fact> incidentFacts(const Incident &incident, const LockRow *now, const OwnerColour &colourOf)
{
    const auto tone = toneOf(incident);
    const auto look = tone == Tone::Danger    ? Fact::KeySnapshot::Danger
                      : tone == Tone::Warning ? Fact::KeySnapshot::Warning
                                              : Fact::KeySnapshot::Plain;
    QList<Fact> facts = {{{},
                          u"%1%2 · %3"_s.arg(isTrouble(tone) ? u"▲ "_s : QString(), incidentText(incident.kind), incidentTimes(incident)),
                          look,
                          -1,
                          true}};
    if (incident.times > 1)
        facts.append({{}, Words::tr("first at %1").arg(timeText(incident.first)), Fact::KeySnapshot::Light, -1, true});
    if (!incident.owner.empty())
        facts.append({Words::tr("held then by"), shownText(incident.owner, longestShown), Fact::KeySnapshot::Key,
                      colourThen(incident, now, colourOf)});
    facts.append({{}, asSentence(incident.why), Fact::KeySnapshot::Plain, -1, true});
    for (const auto &sentence : {incidentCertainty(incident), aboutThePresent(incident, now)}) {
        if (!sentence.isEmpty())
            facts.append({{}, sentence, Fact::KeySnapshot::Light, -1, true});
    }
    return facts;
}

} // namespace lockscope
