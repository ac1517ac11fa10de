// SPDX-License-Identifier: MIT
#include "ui/lab/question/ask_panel.h"

#include "ui/lab/player/run_player.h"
#include "ui/lab/question/answer_list.h"
#include "ui/lab/question/decisive_question.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QPainter>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

AskPanel::AskPanel(RunPlayer *player, QWidget *parent)
    : QWidget(parent)
    , m_player(player)
    , m_text(new WrappedText(this))
    , m_answers(new AnswerList(AnswerList::Reveals::AtOnce, u"ask"_s, this))
    , m_on(new KeyButton(tr("Play on"), Qt::Key_Space, this))
{
    setAccessibleName(tr("Question about what comes next"));
    m_text->setObjectName(u"askText"_s);
    m_text->setAccessibleName(tr("Question"));
    m_on->setObjectName(u"askOn"_s);
    layOut();
    hide();
    player->setStopsBefore([this](std::uint64_t entry) { return askAbout(entry); });
    connect(m_on, &QAbstractButton::clicked, player, [player] { player->setPlaying(true); });
    connect(player, &RunPlayer::positionChanged, this, &AskPanel::follow);
    connect(player, &RunPlayer::playingChanged, this, &AskPanel::follow);
    connect(player, &RunPlayer::runChanged, this, [this] {
        m_asked.clear();
        showQuestion(false);
    });
}

void AskPanel::layOut()
{
    auto *head = new QHBoxLayout;
    head->setSpacing(grid::spacing);
    auto *end = new LinkButton(tr("No more questions"), this);
    end->setObjectName(u"askEnd"_s);
    connect(end, &QAbstractButton::clicked, this, &AskPanel::endWanted);
    head->addWidget(makeCaption(tr("What comes next?"), this));
    head->addStretch(1);
    head->addWidget(m_on);
    head->addWidget(end);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    layout->setSpacing(grid::spacing);
    layout->addLayout(head);
    layout->addWidget(m_text);
    layout->addWidget(m_answers);
}

void AskPanel::setAsks(bool asks)
{
    m_asks = asks;
    if (!asks)
        showQuestion(false);
}

bool AskPanel::isAsking() const { return m_answers->isAsking(); }

QString AskPanel::text() const { return isHidden() ? QString() : m_text->toPlainText(); }

// Prepares the question; it is shown when the player reaches the position just before the entry.
bool AskPanel::askAbout(std::uint64_t entry)
{
    const auto &run = m_player->run();
    if (!m_asks || !run || !m_asked.insert(entry).second)
        return false;
    m_question = questionAbout(run->report, run->moments, entry);
    m_at = run->report.history.entries[entry - 1].at - lockcore::Microseconds(1);
    return m_question.has_value();
}

// A question is shown where the player has stopped for it, and stays until the player goes on: a person may look around meanwhile.
void AskPanel::follow()
{
    const bool isDue = m_question && m_player->position() == m_at;
    const bool isThere = !m_player->isPlaying() && (isDue || !isHidden());
    if (isThere != !isHidden())
        showQuestion(isThere);
}

void AskPanel::showQuestion(bool isThere)
{
    if (isThere) {
        m_text->showText(m_question->text, font(), ShadedLabel::Shade::Text);
        m_answers->ask(m_question->answers);
    } else {
        m_question.reset();
        m_answers->clear();
    }
    if (isHidden() == isThere) {
        setVisible(isThere);
        emit shown(isThere);
    }
}

void AskPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), shadesOf(palette()).selected);
}

} // namespace lockscope
