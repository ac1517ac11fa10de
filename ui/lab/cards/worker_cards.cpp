// SPDX-License-Identifier: MIT
#include "ui/lab/cards/worker_cards.h"

#include "ui/lab/cards/worker_card.h"
#include "ui/lab/cards/worker_words.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <numeric>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

WorkerCards::WorkerCards(QWidget *parent)
    : QWidget(parent)
    , m_area(new QScrollArea(this))
    , m_others(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_names(new QComboBox(this))
    , m_hint(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
{
    auto *content = new QWidget(m_area);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addStretch();
    m_area->setWidget(content);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->installEventFilter(this);
    m_area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    m_others->setObjectName(u"others"_s);
    m_others->setWordWrap(true);
    m_names->setObjectName(u"names"_s);
    m_names->setAccessibleName(tr("Show a worker"));
    m_hint->setObjectName(u"hint"_s);
    m_hint->setWordWrap(true);
    m_hint->setText(tr("This run is over, and shown from its history. To crash or pause its workers yourself, press By hand."));
    auto *foot = new QVBoxLayout;
    foot->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    foot->setSpacing(grid::spacing);
    foot->addWidget(m_others);
    foot->addWidget(m_names);
    foot->addWidget(m_hint);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_area, 1);
    layout->addLayout(foot);
    connect(m_names, &QComboBox::activated, this, &WorkerCards::choose);
    m_others->hide();
    m_names->hide();
}

void WorkerCards::showMoment(const RunMoment &moment)
{
    m_moment = moment;
    const auto shown = shownOf(moment);
    while (static_cast<std::size_t>(m_cards.size()) < shown.size())
        m_cards << addCard();
    while (static_cast<std::size_t>(m_cards.size()) > shown.size()) {
        m_spare << m_cards.takeLast();
        m_spare.back()->hide();
    }
    for (std::size_t i = 0; i < shown.size(); ++i) {
        auto *card = m_cards[static_cast<qsizetype>(i)];
        card->showWorker(moment.workers[shown[i]], moment, static_cast<int>(shown[i]));
        card->setVisible(true);
    }
    countOthers(moment, shown);
    offerNames(moment);
}

// The most important workers, in the order of the lanes, so that as few cards as possible change their worker.
std::vector<std::size_t> WorkerCards::shownOf(const RunMoment &moment) const
{
    std::vector<std::size_t> all(moment.workers.size());
    std::iota(all.begin(), all.end(), std::size_t(0));
    if (all.size() <= mostCards)
        return all;
    const auto chosen = m_chosen.toStdString();
    const auto rank = [&](std::size_t index) {
        const auto &worker = moment.workers[index];
        return worker.name == chosen ? -1 : rankOf(worker);
    };
    std::ranges::stable_sort(all, {}, rank);
    all.resize(mostCards);
    std::ranges::sort(all);
    return all;
}

WorkerCard *WorkerCards::addCard()
{
    auto *card = m_spare.isEmpty() ? nullptr : m_spare.takeLast();
    if (!card) {
        card = new WorkerCard(this);
        connect(card, &WorkerCard::actRequested, this, &WorkerCards::actRequested);
        connect(card, &WorkerCard::chosen, this, [this, card](const QString &worker) {
            m_chosen = worker;
            m_area->ensureWidgetVisible(card, 0, 0);
            emit chosen(worker);
        });
        m_column->insertWidget(m_column->count() - 1, card);
    }
    card->setLive(m_live);
    card->setLease(m_lease);
    return card;
}

void WorkerCards::countOthers(const RunMoment &moment, const std::vector<std::size_t> &shown)
{
    std::map<QString, int> states;
    for (std::size_t i = 0; i < moment.workers.size(); ++i) {
        if (!std::ranges::binary_search(shown, i))
            ++states[workerStateText(moment.workers[i])];
    }
    std::vector<std::pair<QString, int>> counts(states.begin(), states.end());
    std::ranges::stable_sort(counts, std::greater(), &std::pair<QString, int>::second);
    QStringList parts;
    for (const auto &[state, count] : counts)
        parts << tr("%1 %2").arg(count).arg(state.mid(state.indexOf(u' ') + 1)); // without the sign
    const auto rest = moment.workers.size() - shown.size();
    m_others->setText(rest == 0   ? QString()
                      : rest == 1 ? tr("And 1 other worker: %1").arg(parts.join(u", "_s))
                                  : tr("And %1 other workers: %2").arg(rest).arg(parts.join(u", "_s)));
    m_others->setVisible(rest > 0);
}

QString WorkerCards::others() const { return m_others->text(); }

void WorkerCards::offerNames(const RunMoment &moment)
{
    const bool many = moment.workers.size() > mostCards;
    m_names->setVisible(many);
    if (!many || m_names->count() == static_cast<int>(moment.workers.size()) + 1)
        return;
    m_names->clear();
    m_names->addItem(tr("Show a worker…"));
    for (const auto &worker : moment.workers)
        m_names->addItem(QString::fromStdString(worker.name));
}

void WorkerCards::choose(int index)
{
    if (index <= 0)
        return;
    m_chosen = m_names->itemText(index);
    showMoment(RunMoment(m_moment));
    for (auto *card : m_cards) {
        if (card->worker() == m_chosen.toStdString())
            card->setFocus(Qt::OtherFocusReason);
    }
}

void WorkerCards::setLive(bool live)
{
    m_live = live;
    m_hint->setVisible(!live);
    for (auto *card : m_cards)
        card->setLive(live);
    showMoment(RunMoment(m_moment));
}

void WorkerCards::setLease(Milliseconds lease)
{
    m_lease = lease;
    for (auto *card : m_cards)
        card->setLease(lease);
}

int WorkerCards::usualHeight() const
{
    const int card = m_cards.isEmpty() ? 0 : m_cards.front()->usualHeight(m_moment.severalLocks ? 4 : 2); // two lines for each belief
    const int foot = layout()->itemAt(1)->heightForWidth(width());
    return static_cast<int>(m_cards.size()) * card + foot;
}

void WorkerCards::focusFirst()
{
    if (!m_cards.isEmpty() && m_cards.front()->isVisible())
        m_cards.front()->setFocus(Qt::OtherFocusReason);
}

void WorkerCards::moveFocus(int direction)
{
    for (qsizetype i = 0; i < m_cards.size(); ++i) {
        if (m_cards[i]->hasFocus() || m_cards[i]->isAncestorOf(focusWidget()))
            return m_cards[std::clamp<qsizetype>(i + direction, 0, m_cards.size() - 1)]->setFocus(Qt::ShortcutFocusReason);
    }
}

// The area would scroll on arrow keys that a card does not use.
bool WorkerCards::eventFilter(QObject *object, QEvent *event)
{
    if (object != m_area || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(object, event);
    const auto key = static_cast<const QKeyEvent *>(event)->key();
    if (key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
        event->ignore(); // the key belongs to the player
        return true;
    }
    if (key != Qt::Key_Down && key != Qt::Key_Up)
        return false;
    moveFocus(key == Qt::Key_Down ? 1 : -1);
    return true;
}

} // namespace lockscope
