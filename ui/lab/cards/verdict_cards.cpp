// SPDX-License-Identifier: MIT
#include "ui/lab/cards/verdict_cards.h"

#include "ui/lab/cards/card_layout.h"
#include "ui/lab/cards/stock_card.h"
#include "ui/lab/cards/verdict_card.h"
#include "ui/report/verdict_words.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;
using Shade = ShadedLabel::Shade;

namespace {

// Wide enough for a title of two words in one line.
int narrowestCard(const QFontMetrics &metrics) { return metrics.averageCharWidth() * 26 + 2 * grid::spacing; }

ShadedLabel *wrapped(Shade shade, const QString &name, QWidget *parent)
{
    auto *label = new ShadedLabel(shade, parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->hide();
    return label;
}

} // namespace

// Mistakes of workers are shown only for the user's own workers: for ours, the scenario knows what to expect. Notes are shown for all.
QStringList VerdictCards::problemsOf(const ShownRun &run)
{
    const auto &report = run.report;
    QStringList problems;
    if (report.error)
        problems << tr("The run ended early: %1").arg(asSentence(report.error->text));
    else if (!report.disagreement.empty())
        problems << shownText(report.disagreement, 300);
    if (!report.notApplicable.empty())
        problems << capitalised(skipText(report)) + u'.';
    else if (!report.error && !report.premises.complete)
        problems << capitalised(unmetText(report)) + u'.';
    for (const auto &remark : run.remarks) {
        if (!report.expects || remark.weight == RunRemark::Weight::Note)
            problems << asSentence(remark.sentence);
    }
    return problems;
}

VerdictCards::VerdictCards(QWidget *parent)
    : QScrollArea(parent)
    , m_content(new QWidget(this))
    , m_stock(new StockCard(m_content))
    , m_veil(makeVeil())
    , m_quiet(wrapped(Shade::Secondary, u"quiet"_s, m_content))
    , m_problem(wrapped(Shade::Warning, u"problem"_s, m_content))
{
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Verdicts"));
    auto *layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(grid::spacing, grid::unit, grid::spacing, grid::spacing);
    layout->setSpacing(grid::unit);
    m_grid = new CardLayout(narrowestCard(fontMetrics()));
    for (auto *label : {m_problem, m_quiet})
        label->setContentsMargins(grid::spacing, 0, grid::spacing, 0);
    layout->addWidget(m_problem);
    layout->addLayout(m_grid);
    layout->addWidget(m_quiet);
    layout->addStretch();
    m_grid->addWidget(m_veil);
    m_grid->addWidget(m_stock);
    setWidget(m_content);
    m_content->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    arrange();
}

QWidget *VerdictCards::makeVeil()
{
    auto *veil = new QWidget(m_content);
    m_veilWords = new ShadedLabel(Shade::Text, veil);
    m_veilWords->setObjectName(u"veilWords"_s);
    m_veilWords->setWordWrap(true);
    setAsksForGuess(true);
    auto *link = new LinkButton(tr("Show them now"), veil);
    link->setObjectName(u"unveil"_s);
    connect(link, &LinkButton::clicked, this, [this] {
        setVeiled(false);
        emit unveiled();
    });
    auto *layout = new QVBoxLayout(veil);
    layout->setContentsMargins(grid::spacing, grid::spacing, grid::spacing, grid::spacing);
    layout->addWidget(m_veilWords);
    layout->addWidget(link, 0, Qt::AlignLeft);
    layout->addStretch();
    return veil;
}

void VerdictCards::showRun(ShownRunPtr run)
{
    m_run = std::move(run);
    qDeleteAll(std::exchange(m_cards, {}));
    m_stock->setStock(m_run ? m_run->report.history.header.stock : std::nullopt);
    if (m_run)
        addCards();
    tellQuiet();
    arrange();
    verticalScrollBar()->setValue(0);
}

void VerdictCards::addCards()
{
    const auto &report = m_run->report;
    auto verdicts = report.verdicts;
    std::erase_if(verdicts, isSilent);
    std::ranges::stable_sort(verdicts, {}, verdictTone);
    m_grid->removeWidget(m_stock);
    for (const auto &verdict : verdicts) {
        auto *card = new VerdictCard(verdict, report.expects ? expectationText(report.scenario, verdict) : QString(), m_content);
        connect(card, &VerdictCard::entryChosen, this, &VerdictCards::entryChosen);
        connect(card, &VerdictCard::runAgainRequested, this, &VerdictCards::runAgainRequested);
        m_grid->addWidget(card);
        m_cards << card;
    }
    m_grid->addWidget(m_stock);
    QWidget *before = m_veil;
    for (auto *card : m_cards) {
        setTabOrder(before, card);
        before = card;
    }
    setTabOrder(before, m_stock);
}

// Shows `Not exercised: fairness (nobody asked while …), watchdog (…)`, and the same for what was skipped.
void VerdictCards::tellQuiet()
{
    QStringList lines;
    for (const auto outcome : {Outcome::NotExercised, Outcome::Skipped}) {
        const auto reasons = m_run ? reasonsText(m_run->report.verdicts, outcome) : QString();
        if (!reasons.isEmpty())
            lines << capitalised(wordText(wordOf(outcome))) + u": "_s + reasons;
    }
    m_quiet->setText(lines.join(u'\n'));
    m_problem->setText(m_run ? problemsOf(*m_run).join(u'\n') : QString());
}

QString VerdictCards::quiet() const { return m_quiet->text(); }

void VerdictCards::setAsksForGuess(bool asks)
{
    const auto later = tr("The verdicts appear at the end of the run.");
    m_veilWords->setText(asks ? tr("Guess first: what will the judge say? %1").arg(later) : later);
}

void VerdictCards::setVeiled(bool veiled)
{
    if (m_veiled == veiled)
        return;
    m_veiled = veiled;
    arrange();
}

void VerdictCards::arrange()
{
    m_veil->setVisible(m_run && m_veiled);
    for (auto *card : m_cards)
        card->setVisible(!m_veiled);
    m_quiet->setVisible(m_run && !m_veiled && !m_quiet->text().isEmpty());
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_grid->invalidate();
    updateGeometry();
}

void VerdictCards::showMoment(const RunMoment &moment) { m_stock->showMoment(moment); }

QSize VerdictCards::sizeHint() const
{
    const auto width = std::max(viewport()->width(), narrowestCard(fontMetrics()));
    const auto wanted = m_content->layout()->heightForWidth(width);
    return {2 * narrowestCard(fontMetrics()), m_mostHeight > 0 ? std::min(wanted, m_mostHeight) : wanted};
}

void VerdictCards::setMostHeight(int height)
{
    if (std::exchange(m_mostHeight, height) != height)
        updateGeometry();
}

QSize VerdictCards::minimumSizeHint() const { return {narrowestCard(fontMetrics()) + 2 * grid::spacing, 4 * fontMetrics().height()}; }

// The cards have the same places with and without a scroll bar.
void VerdictCards::resizeEvent(QResizeEvent *event)
{
    const auto margins = m_content->layout()->contentsMargins();
    m_grid->setMostWidth(std::max(1, width() - verticalScrollBar()->sizeHint().width() - margins.left() - margins.right()));
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
}

void VerdictCards::moveFocus(int by)
{
    QList<QWidget *> all;
    if (!m_veiled)
        all = QList<QWidget *>(m_cards.begin(), m_cards.end());
    if (!m_stock->isHidden())
        all << m_stock;
    const auto *const focused = window()->focusWidget();
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (all[i] != focused && !all[i]->isAncestorOf(focused))
            continue;
        auto *const next = all[std::clamp<qsizetype>(i + by, 0, all.size() - 1)];
        next->setFocus(Qt::ShortcutFocusReason);
        ensureWidgetVisible(next, 0, 0);
        return;
    }
}

void VerdictCards::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left: return moveFocus(-1);
    case Qt::Key_Right: return moveFocus(1);
    case Qt::Key_Up: return moveFocus(-m_grid->columns());
    case Qt::Key_Down: return moveFocus(m_grid->columns());
    default: QScrollArea::keyPressEvent(event);
    }
}

} // namespace lockscope
