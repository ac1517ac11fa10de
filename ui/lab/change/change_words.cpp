// SPDX-License-Identifier: MIT
#include "ui/lab/change/change_words.h"

#include "ui/lab/scenario/scenario_words.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Action;
using lockcore::Fault;
using lockcore::Milliseconds;
using lockcore::Scenario;

namespace {

struct ChangeWords
{
    Q_DECLARE_TR_FUNCTIONS(ChangeWords)
};

// The words for the part that stays the same: its first fault.
QString sameText(const Scenario &scenario)
{
    const auto has = [&](Action first, Action last) {
        return std::any_of(scenario.script.begin(), scenario.script.end(),
                           [=](const Fault &fault) { return fault.action >= first && fault.action <= last; });
    };
    if (has(Action::Pause, Action::Pause))
        return ChangeWords::tr("The same pause");
    if (has(Action::Kill, Action::Restart))
        return ChangeWords::tr("The same crash");
    if (has(Action::Stall, Action::Stall))
        return ChangeWords::tr("The same stall");
    if (has(Action::HoldRequest, Action::Reset))
        return ChangeWords::tr("The same trouble on the network");
    return ChangeWords::tr("The same story");
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
        parts << ChangeWords::tr("lease %1").arg(timeText(*change.lease));
    if (change.work)
        parts << workText(*change.work);
    if (change.workers)
        parts << (*change.workers == 1 ? ChangeWords::tr("1 worker") : ChangeWords::tr("%1 workers").arg(*change.workers));
    for (const auto place : change.without)
        parts << ChangeWords::tr("without %1").arg(quoted(actionText(scenario.script[place])));
    if (change.protocol) {
        const auto against = ChangeWords::tr("%1 against %2").arg(sameText(scenario), quoted(protocolText(*change.protocol)));
        return (QStringList(against) + parts).join(u", "_s);
    }
    return ChangeWords::tr("The same story: %1").arg(parts.join(u", "_s));
}

QString workText(Milliseconds work)
{
    return work.count() == 0 ? ChangeWords::tr("no time for work") : ChangeWords::tr("work %1").arg(timeText(work));
}

QString twinText(const Scenario &scenario, const Scenario &twin)
{
    constexpr std::size_t longest = 28; // characters on a button
    return scenario.protocol == twin.protocol ? ChangeWords::tr("Compare: %1").arg(shownText(twin.title, longest))
                                              : ChangeWords::tr("Same with %1").arg(quoted(protocolText(twin.protocol)));
}

} // namespace lockscope
