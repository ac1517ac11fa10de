// SPDX-License-Identifier: MIT
#include "ui/lab/cards/worker_card.h"

#include "ui/lab/cards/worker_words.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/owner_swatch.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;
using Shade = ShadedLabel::Shade;

namespace {

Shade shadeOf(Tone tone)
{
    switch (tone) {
    case Tone::Quiet: return Shade::Secondary;
    case Tone::Plain: return Shade::Text;
    case Tone::Warning: return Shade::Warning;
    case Tone::Danger: return Shade::Danger;
    }
    return Shade::Text;
}

void setTextIfNew(QLabel *label, const QString &text)
{
    if (label->text() != text)
        label->setText(text);
}

ShadedLabel *bold(ShadedLabel *label)
{
    auto font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

} // namespace

WorkerCard::WorkerCard(QWidget *parent)
    : QWidget(parent)
    , m_swatch(new OwnerSwatch(this))
    , m_name(bold(new ShadedLabel(Shade::Text, this)))
    , m_state(new ShadedLabel(Shade::Secondary, this))
    , m_network(new ShadedLabel(Shade::Warning, this))
    , m_command(new ElidedLabel(Shade::Secondary, this))
    , m_belief(new ShadedLabel(Shade::Secondary, this))
    , m_buttons(new QWidget(this))
{
    setFocusPolicy(Qt::StrongFocus);
    m_command->setFewest(4);
    m_command->setFont(fixedFont(font()));
    m_belief->setWordWrap(true);
    m_name->setObjectName(u"name"_s);
    m_state->setObjectName(u"state"_s);
    m_network->setObjectName(u"network"_s);
    m_command->setObjectName(u"command"_s);
    m_belief->setObjectName(u"belief"_s);
    addActions();
    layOut();
    new FocusRing(this);
    setLive(false);
}

void WorkerCard::addActions()
{
    m_crash = add(u"crash"_s, tr("Crash"), Qt::Key_C, {});
    m_pause = add(u"pause"_s, tr("Pause"), Qt::Key_P, {});
    m_stall = add(u"stall"_s, tr("Stall"), Qt::Key_S, {});
    m_cut = add(u"cut"_s, tr("Cut"), Qt::Key_X, tr("Nothing passes between it and the server, and neither side gets an error"));
    m_slow = add(u"slow"_s, tr("Slow"), Qt::Key_D, {});
    m_hold = add(u"hold"_s, tr("Hold reply"), Qt::Key_H, tr("Its next command is executed, but its reply is held"));
    m_heal = add(u"heal"_s, tr("Heal"), Qt::Key_G, tr("Delivers what is held and restores its network"));
    m_heal->setVisible(false);
    m_hold->setIconText(tr("Hold")); // short, so that all buttons fit in one line
    tellHelp();
}

QAction *WorkerCard::add(const QString &name, const QString &text, const QKeySequence &key, const QString &help)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(help);
    connect(action, &QAction::triggered, this, [this, action] { act(action); });
    addAction(action);
    return action;
}

void WorkerCard::tellHelp()
{
    m_crash->setText(m_dead ? tr("Restart") : tr("Crash"));
    m_crash->setToolTip(m_dead ? tr("Starts it again, as another incarnation") : tr("Kills the process at once (SIGKILL)"));
    m_pause->setText(m_paused ? tr("Resume") : tr("Pause"));
    m_pause->setToolTip(m_paused ? tr("Lets the process go on (SIGCONT)")
                                 : tr("Stops the whole process, with its watchdog (SIGSTOP), until you resume it"));
    m_stall->setToolTip(tr("Blocks its work for %1 ms; its watchdog goes on").arg(2 * m_lease.count()));
    m_slow->setToolTip(tr("Each reply takes %1 ms longer").arg(m_lease.count() / 4));
}

void WorkerCard::layOut()
{
    auto *head = new QHBoxLayout;
    head->setSpacing(grid::spacing);
    head->addWidget(m_swatch);
    head->addWidget(m_name);
    head->addWidget(m_state);
    head->addWidget(m_network);
    head->addStretch(1);
    head->addWidget(m_command);
    auto *flow = new FlowLayout(m_buttons);
    flow->setContentsMargins(0, grid::unit, 0, 0);
    flow->setSpacing(grid::unit);
    for (auto *action : actions()) {
        auto *button = new QToolButton(m_buttons); // smaller than a push button, so that six fit in one line
        button->setDefaultAction(action);
        const auto follow = [button, action] {
            button->setHidden(!action->isVisible());
            button->setAccessibleName(action->text());
        };
        connect(action, &QAction::changed, button, follow);
        follow();
        button->setFocusPolicy(Qt::TabFocus); // after a click, the focus stays on the card
        const auto other = action == m_crash ? tr("Restart") : action == m_pause ? tr("Resume") : QString();
        const auto more = fontMetrics().horizontalAdvance(other) - fontMetrics().horizontalAdvance(action->iconText());
        button->setMinimumWidth(button->sizeHint().width() + qMax(0, more)); // so that the next widgets do not move when the text changes
        flow->addWidget(button);
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    layout->setSpacing(grid::unit);
    layout->addLayout(head);
    layout->addWidget(m_belief);
    layout->addWidget(m_buttons);
}

void WorkerCard::showWorker(const WorkerMoment &worker, const RunMoment &moment, int colour)
{
    auto belief = beliefText(worker, moment);
    m_swatch->setColour(colour);
    setTextIfNew(m_name, workerName(worker));
    setTextIfNew(m_state, workerStateText(worker));
    const bool wrong = worker.state == WorkerSpan::State::Dead || (worker.state == WorkerSpan::State::Working && worker.contradicted);
    m_state->setShade(wrong ? Shade::Danger : worker.state ? Shade::Text : Shade::Secondary);
    const auto network = networkText(worker);
    setTextIfNew(m_network, network.isEmpty() ? network : u"▲ "_s + network);
    m_network->setVisible(!network.isEmpty());
    m_command->setText(shownText(worker.command, 40));
    if (worker.state != WorkerSpan::State::Paused || worker.name != m_worker)
        m_isIdle = !worker.state;
    m_worker = worker.name;
    if (m_live && worker.state == WorkerSpan::State::Paused && m_isIdle)
        belief.text +=
            u'\n'
            + tr("Nothing will be seen of this pause: it holds nothing and waits for nothing. Resume it, and pause it while it is inside.");
    setTextIfNew(m_belief, belief.text);
    m_belief->setShade(shadeOf(belief.tone));
    enableActions(worker);
    auto parts = QStringList({m_state->text(), network, belief.text, m_command->text()});
    parts.removeAll(QString());
    const auto name = tr("Worker %1: %2").arg(m_name->text(), parts.join(u", "_s));
    if (accessibleName() != name)
        setAccessibleName(name);
}

void WorkerCard::setLive(bool live)
{
    m_live = live;
    m_buttons->setVisible(live);
    for (auto *action : actions())
        action->setEnabled(live);
}

int WorkerCard::usualHeight(int beliefLines) const
{
    const auto margins = layout()->contentsMargins();
    const int head = layout()->itemAt(0)->sizeHint().height(), belief = beliefLines * m_belief->fontMetrics().lineSpacing();
    const int buttons = m_live ? grid::unit + m_buttons->layout()->heightForWidth(width() - margins.left() - margins.right()) : 0;
    return margins.top() + head + grid::unit + belief + buttons + margins.bottom();
}

void WorkerCard::setLease(Milliseconds lease)
{
    m_lease = lease;
    tellHelp();
}

void WorkerCard::enableActions(const WorkerMoment &worker)
{
    const bool dead = worker.state == WorkerSpan::State::Dead;
    const bool paused = worker.state == WorkerSpan::State::Paused;
    if (dead != m_dead || paused != m_paused) {
        m_dead = dead;
        m_paused = paused;
        tellHelp();
    }
    for (auto *action : actions())
        action->setEnabled(m_live && (action == m_crash || (worker.incarnation > 0 && !dead)));
    m_heal->setVisible(worker.network.has_value());
    m_stall->setEnabled(m_stall->isEnabled() && !paused);
}

Fault WorkerCard::faultOf(const QAction *action) const
{
    Fault fault;
    fault.who = m_worker.substr(0, m_worker.find('/')); // the process of several owners
    if (action == m_crash)
        fault.action = m_dead ? Action::Restart : Action::Kill;
    else if (action == m_pause)
        fault.action = m_paused ? Action::Resume : Action::Pause;
    else if (action == m_cut)
        fault.action = Action::BlackHole;
    else if (action == m_hold)
        fault.action = Action::HoldReply;
    else if (action == m_heal)
        fault.action = Action::Pass;
    if (action == m_stall) {
        fault.action = Action::Stall;
        fault.by = 2 * m_lease;
    } else if (action == m_slow) {
        fault.action = Action::DelayReplies;
        fault.by = m_lease / 4;
    }
    return fault;
}

void WorkerCard::act(QAction *action)
{
    if (m_live)
        emit actRequested(faultOf(action));
}

void WorkerCard::contextMenuEvent(QContextMenuEvent *event)
{
    if (!m_live)
        return event->ignore();
    QMenu menu(this);
    menu.addActions(actions());
    menu.exec(event->globalPos());
}

void WorkerCard::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    emit chosen(QString::fromStdString(m_worker));
}

void WorkerCard::mousePressEvent(QMouseEvent *event)
{
    setFocus(Qt::MouseFocusReason);
    event->accept();
}

void WorkerCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), shadesOf(palette()).hairline);
}

} // namespace lockscope
