// SPDX-License-Identifier: MIT
#include "ui/lab/change/change_words.h"

#include "ui/lab/scenario/scenario_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Action;
using lockcore::Fault;
using lockcore::Milliseconds;
using lockcore::Scenario;

namespace {

// The words for the part that stays the same: its first fault.
QString sameText(const Scenario &scenario)
{
    const auto has = [&](Action first, Action last) {
        return std::any_of(scenario.script.begin(), scenario.script.end(),
                           [=](const Fault &fault) { return fault.action >= first && fault.action <= last; });
    };
    if (has(Action::Pause, Action::Pause))
        return Words::tr("The same pause");
    if (has(Action::Kill, Action::Restart))
        return Words::tr("The same crash");
    if (has(Action::Stall, Action::Stall))
        return Words::tr("The same stall");
    if (has(Action::HoldRequest, Action::Reset))
        return Words::tr("The same trouble on the network");
    return Words::tr("The same story");
}

QString quoted(const QString &text) { return u'“' + text + u'”'; }

} // namespace

QString changeText(const Scenario &scenario, const Change &wanted)
{
    const auto change = reduced(scenario, wanted);
    if (change == Change())
        return {};
    QStringList parts;
    if (change.lease)
        parts << Words::tr("lease %1").arg(timeText(*change.lease));
    if (change.work)
        parts << workText(*change.work);
    if (change.workers)
        parts << (*change.workers == 1 ? Words::tr("1 worker") : Words::tr("%1 workers").arg(*change.workers));
    for (const auto place : change.without)
        parts << Words::tr("without %1").arg(quoted(actionText(scenario.script[place])));
    if (change.protocol) {
        const auto against = Words::tr("%1 against %2").arg(sameText(scenario), quoted(protocolText(*change.protocol)));
        return (QStringList(against) + parts).join(u", "_s);
    }
    return Words::tr("The same story: %1").arg(parts.join(u", "_s));
}

QString workText(Milliseconds work) { return work.count() == 0 ? Words::tr("no time for work") : Words::tr("work %1").arg(timeText(work)); }

QString twinText(const Scenario &scenario, const Scenario &twin)
{
    constexpr std::size_t longest = 28; // characters on a button
    return scenario.protocol == twin.protocol ? Words::tr("Compare: %1").arg(shownText(twin.title, longest))
                                              : Words::tr("Same with %1").arg(quoted(protocolText(twin.protocol)));
}

} // namespace lockscope
