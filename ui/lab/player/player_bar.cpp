// SPDX-License-Identifier: MIT
#include "ui/lab/player/player_bar.h"

#include "ui/lab/player/run_player.h"
#include "ui/report/time_axis.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QBoxLayout>
#include <QComboBox>
#include <QKeyEvent>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::array speeds = {0.02, 0.05, 0.1, 0.25, 0.5, 1.0};

int nearestSpeed(double speed)
{
    const auto distance = [&](double other) { return std::abs(std::log(other / speed)); };
    return static_cast<int>(std::ranges::min_element(speeds, {}, distance) - speeds.begin());
}

} // namespace

PlayerBar::PlayerBar(RunPlayer *player, QWidget *parent)
    : QWidget(parent)
    , m_player(player)
    , m_playButton(new KeyButton(tr("Play"), Qt::Key_Space, this))
    , m_position(new FigureLabel(this))
    , m_speed(new QComboBox(this))
    , m_stops(new CheckBox(tr("Stop at &decisive moments"), this))
{
    setObjectName(u"playerBar"_s);
    for (const auto speed : speeds)
        m_speed->addItem(u"× %1"_s.arg(locale().toString(speed)));
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Time of the run for each second"));
    m_speed->setMinimumHeight(m_playButton->sizeHint().height());
    m_position->setShade(FigureLabel::Shade::Secondary);
    m_position->setObjectName(u"position"_s);
    addActions();
    layOut();
    connect(m_playButton, &QPushButton::clicked, m_play, &QAction::trigger);
    connect(m_speed, &QComboBox::activated, player, [player](int index) { player->setSpeed(speeds.at(static_cast<std::size_t>(index))); });
    connect(m_stops, &QCheckBox::toggled, m_stopping, &QAction::setChecked);
    connect(player, &RunPlayer::runChanged, this, &PlayerBar::showState);
    connect(player, &RunPlayer::playingChanged, this, &PlayerBar::showState);
    connect(player, &RunPlayer::positionChanged, this, &PlayerBar::showPosition);
    connect(player, &RunPlayer::speedChanged, this, &PlayerBar::showSpeed);
    keepWords();
    showIcons();
    showSpeed();
    showState();
}

QAction *PlayerBar::add(const QString &text, const QString &keys, auto slot)
{
    auto *action = new QAction(text, this);
    action->setToolTip(keys.isEmpty() ? action->iconText() : tr("%1 (%2)").arg(action->iconText(), keys));
    connect(action, &QAction::triggered, this, slot);
    m_actions.push_back(action);
    return action;
}

void PlayerBar::addActions()
{
    m_play = add(tr("&Play"), tr("Space"), [this] { m_player->setPlaying(!m_player->isPlaying()); });
    m_stepBack = add(tr("Step &back"), u","_s, [this] { m_player->step(-1); });
    m_stepOn = add(tr("Step &on"), u"."_s, [this] { m_player->step(1); });
    m_decisiveBack = add(tr("P&revious decisive moment"), tr("Page ↑"), [this] { m_player->stepToDecisive(-1); });
    m_decisiveOn = add(tr("&Next decisive moment"), tr("Page ↓"), [this] { m_player->stepToDecisive(1); });
    m_slower = add(tr("&Slower"), u"["_s, [this] { changeSpeed(-1); });
    m_faster = add(tr("&Faster"), u"]"_s, [this] { changeSpeed(1); });
    m_stopping = add(tr("Stop at &decisive moments"), {}, [] {});
    m_stopping->setCheckable(true);
    m_stopping->setChecked(m_player->stopsAtDecisive());
    m_stops->setChecked(m_player->stopsAtDecisive());
    connect(m_stopping, &QAction::toggled, this, [this](bool stops) {
        m_player->setStopsAtDecisive(stops);
        m_stops->setChecked(stops);
    });
}

void PlayerBar::layOut()
{
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(grid::unit);
    const auto addButton = [&](QAction *action) {
        auto *button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setAccessibleName(action->iconText());
        button->setFocusPolicy(Qt::TabFocus);
        button->setFixedSize(m_playButton->sizeHint().height(), m_playButton->sizeHint().height());
        line->addWidget(button);
    };
    addButton(m_decisiveBack);
    addButton(m_stepBack);
    line->addWidget(m_playButton);
    addButton(m_stepOn);
    addButton(m_decisiveOn);
    line->addSpacing(grid::spacing);
    line->addWidget(m_position);
    line->addSpacing(grid::spacing);
    line->addStretch();
    line->addWidget(m_stops);
    line->addSpacing(grid::spacing);
    line->addWidget(m_speed);
}

void PlayerBar::showIcons()
{
    m_stepBack->setIcon(symbolIcon(u"step-back"_s, palette()));
    m_stepOn->setIcon(symbolIcon(u"step-on"_s, palette()));
    m_decisiveBack->setIcon(symbolIcon(u"decisive-back"_s, palette()));
    m_decisiveOn->setIcon(symbolIcon(u"decisive-on"_s, palette()));
}

void PlayerBar::showState()
{
    const bool isPlaying = m_player->isPlaying();
    const auto words = isPlaying ? tr("Pause") : tr("Play");
    m_playButton->setWords(isPlaying ? tr("Play") : tr("Pause"));
    const int other = m_playButton->sizeHint().width();
    m_playButton->setWords(words);
    m_playButton->setMinimumWidth(std::max(other, m_playButton->sizeHint().width())); // so that the next widgets do not move
    m_play->setText(isPlaying ? tr("&Pause") : tr("&Play"));
    setEnabled(m_player->run() != nullptr);
    for (auto *const action : {m_play, m_stepBack, m_stepOn, m_decisiveBack, m_decisiveOn})
        action->setEnabled(m_player->run() != nullptr);
    showPosition();
}

QString PlayerBar::positionText(RunPlayer::Time position) const
{
    const auto since = [this](RunPlayer::Time time) { return exactMilliseconds(time - m_player->begin()); };
    return m_player->run() ? tr("%1 of %2 ms").arg(since(position), since(m_player->end())) : QString();
}

void PlayerBar::showPosition()
{
    m_position->setMinimumWidth(static_cast<int>(figuresWidth(m_position->font(), positionText(m_player->end()))) + 1);
    m_position->setText(positionText(m_player->position()));
}

void PlayerBar::showSpeed()
{
    const int index = nearestSpeed(m_player->speed());
    m_speed->setCurrentIndex(index);
    m_slower->setEnabled(index > 0);
    m_faster->setEnabled(index + 1 < static_cast<int>(speeds.size()));
}

void PlayerBar::changeSpeed(int by)
{
    const int index = std::clamp(nearestSpeed(m_player->speed()) + by, 0, static_cast<int>(speeds.size()) - 1);
    m_player->setSpeed(speeds.at(static_cast<std::size_t>(index)));
}

bool PlayerBar::takeKey(const QKeyEvent *event)
{
    const auto modifiers = event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier | Qt::GroupSwitchModifier);
    if (modifiers != Qt::NoModifier)
        return false;
    switch (event->key()) {
    case Qt::Key_Space: m_play->trigger(); return true;
    case Qt::Key_Comma: m_stepBack->trigger(); return true;
    case Qt::Key_Period: m_stepOn->trigger(); return true;
    case Qt::Key_PageUp: m_decisiveBack->trigger(); return true;
    case Qt::Key_PageDown: m_decisiveOn->trigger(); return true;
    case Qt::Key_BracketLeft: m_slower->trigger(); return true;
    case Qt::Key_BracketRight: m_faster->trigger(); return true;
    default: return false;
    }
}

void PlayerBar::keyPressEvent(QKeyEvent *event)
{
    if (!takeKey(event))
        QWidget::keyPressEvent(event);
}

void PlayerBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_play)
        showIcons();
    if (event->type() == QEvent::FontChange && m_play) {
        keepWords();
        showState();
    }
}

// In a narrow window, the texts would be cut.
void PlayerBar::keepWords()
{
    for (QWidget *widget : {static_cast<QWidget *>(m_stops), static_cast<QWidget *>(m_speed)})
        widget->setMinimumWidth(widget->sizeHint().width());
}

} // namespace lockscope
