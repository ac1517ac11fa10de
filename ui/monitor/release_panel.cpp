// SPDX-License-Identifier: MIT
#include "ui/monitor/release_panel.h"

#include "ui/monitor/details_facts.h"
#include "ui/monitor/release_choices.h"
#include "ui/monitor/release_commands.h"
#include "ui/monitor/release_facts.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace lockcore;

using Stage = ReleaseAttempt::Stage;

ReleasePanel::ReleasePanel(Endpoint endpoint, QWidget *parent)
    : QScrollArea(parent)
    , m_endpoint(std::move(endpoint))
{
    setAccessibleName(tr("What the release would do"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *content = new QWidget(this);
    m_verdict = new DetailsSection({}, content);
    m_warnings = new DetailsSection(tr("If you release it"), content);
    m_choices = new ReleaseChoices(content);
    m_holders = new DetailsSection(tr("Holder"), content);
    m_commands = new ReleaseCommands(content);
    m_waiters = new DetailsSection(tr("Who waits"), content);
    m_leftAlone = new DetailsSection(tr("Left alone"), content);
    m_why = new DetailsSection(tr("How it was recognised"), content);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(grid::group, 0, grid::group, grid::group);
    layout->setSpacing(0);
    for (QWidget *part :
         std::initializer_list<QWidget *>{m_verdict, m_warnings, m_choices, m_holders, m_commands, m_waiters, m_leftAlone, m_why})
        layout->addWidget(part);
    layout->addStretch(1);
    setWidget(content);
    connect(m_commands, &ReleaseCommands::unfolded, this, [this](QWidget *script) {
        QTimer::singleShot(0, script, [this, script] { // after the layout
            ensureVisible(0, script->mapTo(widget(), script->rect().bottomLeft()).y(), 0, grid::group);
        });
    });
    connect(m_choices, &ReleaseChoices::wishChosen, this, &ReleasePanel::wishChosen);
}

void ReleasePanel::showAttempt(const ReleaseAttempt &attempt)
{
    const bool decided = attempt.underWay() || attempt.stage() == Stage::Ended;
    m_verdict->setCaption(decided ? tr("Result") : tr("Now"));
    m_verdict->setFacts(verdictFacts(attempt, m_endpoint));
    if (decided && !m_decided)
        verticalScrollBar()->setValue(0); // whoever read to the end sees the result
    m_decided = decided;
    m_choices->showAttempt(attempt);
    const bool planned = attempt.plan() && attempt.plan()->possible();
    for (QWidget *part : std::initializer_list<QWidget *>{m_warnings, m_holders, m_commands, m_waiters, m_leftAlone, m_why})
        part->setVisible(planned);
    if (planned)
        showPlan(attempt, decided);
}

void ReleasePanel::showPlan(const ReleaseAttempt &attempt, bool decided)
{
    const auto &plan = *attempt.plan();
    const auto row = plannedRow(plan);
    if (plan.order.wish.action == ReleaseAction::DropDeadHead) {
        m_holders->setCaption(tr("First in the queue"));
        m_holders->setFacts(firstWaiterFacts(plan));
    } else {
        m_holders->setCaption(decided                 ? tr("As it was")
                              : plan.freed.size() > 1 ? tr("%Ln holders", nullptr, static_cast<int>(plan.freed.size()))
                                                      : tr("Holder"));
        m_holders->setFacts(holderFacts(row, plan.order.look.at) + leaseFacts(row, plan.order.look.at));
    }
    auto warnings = decided ? QList<Fact>() : aliveFacts(plan) + warningFacts(plan);
    std::ranges::stable_partition(warnings, [](const Fact &fact) { return fact.look == Fact::KeySnapshot::Danger; });
    m_warnings->setFacts(warnings);
    const bool ran = decided && attempt.report() && attempt.report()->done();
    m_commands->showPlan(plan, ran       ? tr("What was run, in one step")
                               : decided ? tr("What was to run, in one step")
                                         : tr("What will run, in one step"));
    m_waiters->setFacts(waiterFacts(plan));
    m_leftAlone->setFacts(leftAloneFacts(plan));
    m_why->setFacts(whyFacts(plan.order.lock));
}

QString ReleasePanel::text() const
{
    QStringList lines;
    for (const auto *part : widget()->findChildren<WrappedText *>()) {
        if (part->isVisibleTo(widget()))
            lines << part->toPlainText();
    }
    return lines.join(u'\n');
}

} // namespace lockscope
