// SPDX-License-Identifier: MIT
#include "ui/lab/challenge/challenges_dialog.h"

#include "ui/lab/challenge/challenge_view.h"
#include "ui/lab/engine/lab_engine.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/line_splitter.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/list_delegate.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/shown_text.h"

#include <QKeyEvent>
#include <QListWidget>
#include <QVBoxLayout>

#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Challenge;

ChallengesDialog::ChallengesDialog(LabEngine *engine, QSettings *settings, std::vector<Challenge> challenges, QWidget *parent)
    : QDialog(parent)
    , m_engine(engine)
    , m_progress(settings)
    , m_challenges(std::move(challenges))
    , m_list(new QListWidget(this))
    , m_count(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_view(new ChallengeView(this))
{
    setObjectName(u"challengesDialog"_s);
    setWindowTitle(tr("Challenges"));
    setModal(false);
    auto *splitter = new LineSplitter(Qt::Horizontal, this);
    splitter->addWidget(makeSide());
    splitter->addWidget(m_view);
    splitter->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(splitter);
    const int wide = fontMetrics().averageCharWidth();
    resize(wide * 130, fontMetrics().height() * 36);
    splitter->setSizes({wide * 48, wide * 82});
    connect(m_list, &QListWidget::currentRowChanged, this, &ChallengesDialog::showCurrent);
    connect(m_view, &ChallengeView::chosen, this, &ChallengesDialog::play);
    connect(m_view, &ChallengeView::pictureWanted, this, [this] { emit runWanted(m_played); });
    connect(m_view, &ChallengeView::nextWanted, this, [this] { m_list->setCurrentRow((m_list->currentRow() + 1) % m_list->count()); });
    connect(engine, &LabEngine::ended, this, &ChallengesDialog::take);
    showStates();
    int first = 0;
    while (first + 1 < m_list->count() && m_progress.of(m_challenges[static_cast<std::size_t>(first)]).solved)
        ++first;
    m_list->setCurrentRow(first);
}

ChallengesDialog::~ChallengesDialog()
{
    if (m_run != 0)
        m_engine->stop(m_run);
}

QWidget *ChallengesDialog::makeSide()
{
    auto *side = new QWidget(this);
    m_list->setObjectName(u"challengeList"_s);
    m_list->setAccessibleName(tr("Challenges"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new ListDelegate(u"✓ 20"_s, m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (std::size_t i = 0; i < m_challenges.size(); ++i)
        m_list->addItem(QString());
    m_count->setObjectName(u"challengeCount"_s);
    auto *again = new LinkButton(tr("Begin again"), side);
    again->setObjectName(u"challengesForget"_s);
    setPlainToolTip(again, tr("Forget what was solved, for the next person"));
    connect(again, &QAbstractButton::clicked, this, [this] {
        m_progress.forget();
        showStates();
        m_list->setCurrentRow(0);
        showCurrent();
    });
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(grid::spacing, grid::spacing, grid::spacing, grid::spacing);
    foot->addWidget(m_count, 1);
    foot->addWidget(again);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_list, 1);
    layout->addLayout(foot);
    return side;
}

const Challenge &ChallengesDialog::current() const { return m_challenges[static_cast<std::size_t>(m_list->currentRow())]; }

void ChallengesDialog::showStates()
{
    int solved = 0;
    for (int row = 0; row < m_list->count(); ++row) {
        const auto &challenge = m_challenges[static_cast<std::size_t>(row)];
        const auto state = m_progress.of(challenge);
        solved += state.solved ? 1 : 0;
        const auto told = stateText(challenge, state);
        m_list->item(row)->setText(shownText(challenge.title));
        m_list->item(row)->setData(ListDelegate::MarkRole, (state.solved ? u"✓ "_s : QString()) + QString::number(row + 1));
        m_list->item(row)->setData(Qt::AccessibleTextRole, u"%1 %2 %3"_s.arg(row + 1).arg(shownText(challenge.title), told));
        m_list->item(row)->setToolTip(told.isEmpty() ? shownText(challenge.title) : shownText(challenge.title) + u": "_s + told);
    }
    m_count->setText(progressText(solved, m_list->count()));
}

void ChallengesDialog::showCurrent()
{
    if (m_list->currentRow() < 0)
        return;
    if (m_run != 0) // of another challenge: nobody waits for it any more
        m_engine->stop(std::exchange(m_run, 0));
    m_played.reset();
    m_view->setPlaying(false);
    m_view->show(current(), m_list->currentRow() + 1, m_list->count(), m_progress.of(current()));
    m_view->focusFirst();
}

void ChallengesDialog::play(int answer)
{
    m_answer = static_cast<std::size_t>(answer);
    m_played.reset();
    m_plays = 0;
    m_view->setPlaying(true);
    playOnce();
}

void ChallengesDialog::playOnce()
{
    LabOrder order;
    order.scenario = scenarioOf(current(), m_answer);
    ++m_plays;
    m_run = m_engine->play(std::move(order));
}

void ChallengesDialog::take(int run, const ShownRunPtr &shown)
{
    if (run != m_run)
        return;
    m_run = 0;
    if (isWorthAnother(current(), m_answer, shown->report) && m_plays < mostPlaysOfAnswer)
        return playOnce();
    m_played = shown;
    m_progress.note(current(), m_answer, answerVerdict(current(), m_answer, shown->report));
    showStates();
    m_view->showResult(shown->report, m_progress.of(current()));
}

void ChallengesDialog::setBlocked(const QString &why) { m_view->setBlocked(why); }

void ChallengesDialog::keyPressEvent(QKeyEvent *event)
{
    if (!pressesFocused(this, event))
        QDialog::keyPressEvent(event);
}

} // namespace lockscope
