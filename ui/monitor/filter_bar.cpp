// SPDX-License-Identifier: MIT
#include "ui/monitor/filter_bar.h"

#include "ui/monitor/filter_complaint.h"
#include "ui/monitor/filter_field.h"
#include "ui/monitor/filter_text.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLocale>

namespace lockscope {

using namespace lockcore;

namespace {

constexpr int typingPause = 250; // ms

} // namespace

FilterBar::FilterBar(QWidget *page)
    : QWidget(page)
    , m_field(new FilterField(this))
    , m_complaint(new FilterComplaint(page ? page : this))
    , m_order(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_counts(new FigureLabel(this))
    , m_dot(new ShadedLabel(ShadedLabel::Shade::Faint, this))
    , m_possible(new LinkButton({}, this))
{
    m_order->setObjectName(QStringLiteral("orderPaused"));
    m_order->setToolTip(tr("Rows keep their places while the pointer is in the table or a row is selected (Esc releases them). While the "
                           "pointer is in the table, locks that end keep theirs, too. New locks are at the end."));
    m_counts->setShade(FigureLabel::Shade::Secondary);
    m_counts->setAlignment(Qt::AlignRight);
    m_counts->setToolTip(tr("How many locks pass the filter, of all that are known"));
    auto *aside = new QHBoxLayout; // aligned with the first line of the field
    aside->setContentsMargins(0, (m_field->lineHeight() - fontMetrics().height()) / 2, 0, 0);
    aside->setSpacing(grid::group);
    aside->addWidget(m_order);
    auto *counts = new QHBoxLayout;
    counts->setSpacing(grid::unit);
    for (auto *part : std::initializer_list<QWidget *>{m_counts, m_dot, m_possible})
        counts->addWidget(part);
    aside->addLayout(counts);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::unit + 1, grid::group, grid::unit + 1);
    layout->setSpacing(grid::group);
    layout->addWidget(m_field, 1);
    layout->addLayout(aside);
    layout->setAlignment(aside, Qt::AlignTop);
    m_order->hide();
    m_possible->setObjectName(QStringLiteral("possibleCount"));
    m_possible->setCursor(Qt::PointingHandCursor);
    m_dot->setText(QStringLiteral("·"));
    m_dot->hide();
    m_possible->hide();
    connect(m_possible, &QAbstractButton::clicked, this, &FilterBar::possibleWanted);
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(&m_pause, &QTimer::timeout, this, &FilterBar::settle);
    connect(m_field, &FilterField::typedChanged, this, &FilterBar::typed);
    connect(m_field, &FilterField::termsRemoved, this, &FilterBar::settle);
    connect(m_field, &FilterField::entered, this, &FilterBar::fold);
    connect(m_field, &FilterField::termsReopened, this, [this](const QStringList &terms) { m_right = joinedFilter(terms, m_right); });
    connect(m_field, &FilterField::leftDownwards, this, &FilterBar::leftDownwards);
    connect(m_complaint, &FilterComplaint::repairWanted, this, [this](const QString &filter) {
        m_field->focusText();
        setText(filter);
    });
    connect(m_complaint, &FilterComplaint::left, this, [this](bool next) {
        m_field->focusText();
        if (next)
            QWidget::focusNextPrevChild(true);
    });
    connect(qApp, &QApplication::focusChanged, this, &FilterBar::showComplaint);
    m_field->showComplaint({}, {});
}

void FilterBar::setText(const QString &expression)
{
    const auto filter = readFilter(expression);
    m_right.clear();
    m_field->set(filter ? termsOf(*filter) : QStringList(), filter ? QString() : expression);
    settle();
}

void FilterBar::addTerm(const QString &term)
{
    if (!readFilter(term))
        m_field->set(m_field->terms(), joinedFilter({term}, m_field->typed()));
    else if (!m_field->terms().contains(term))
        m_field->set(m_field->terms() + QStringList{term}, m_field->typed());
    settle();
}

QString FilterBar::text() const { return m_field->whole(); }

void FilterBar::focusField() { m_field->focusText(); }

// Waits for a pause: an incomplete term is an error, or a different filter.
FilterBar::~FilterBar() { disconnect(qApp, nullptr, this, nullptr); } // hiding a window moves the focus

void FilterBar::typed()
{
    if (m_field->typed().isEmpty())
        settle();
    else
        m_pause.start();
}

void FilterBar::settle()
{
    m_pause.stop();
    auto filter = readFilter(m_field->whole());
    m_why = filter ? QString() : QString::fromStdString(filter.error().text);
    m_field->showComplaint(m_why, filter ? QString::fromStdString(filter->note()) : QString());
    showComplaint();
    if (filter)
        m_right = m_field->typed();
    else
        filter = readFilter(joinedFilter(m_field->terms(), m_right));
    if (filter && filter->text() != m_applied) {
        m_applied = filter->text();
        emit filterChanged(*filter);
    }
}

void FilterBar::fold()
{
    settle();
    if (!isWrong())
        setText(m_field->whole());
}

// While the user is in the field. Otherwise the beginning of the sentence remains in the field, and nothing is covered.
void FilterBar::showComplaint()
{
    const auto *focus = QApplication::focusWidget();
    const bool here = focus && (isAncestorOf(focus) || m_complaint->isAncestorOf(focus));
    const bool shows = isWrong() && isVisible() && here;
    if (shows) {
        m_complaint->set(m_why, repairedFilter(m_field->whole()));
        m_complaint->placeBelow(m_field);
    }
    m_complaint->setVisible(shows);
    m_field->setComplaintElsewhere(shows);
}

void FilterBar::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (parentWidget())
        parentWidget()->installEventFilter(this); // it moves the bar
    showComplaint();
}

bool FilterBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Move && m_complaint->isVisible())
        m_complaint->placeBelow(m_field);
    return QWidget::eventFilter(watched, event);
}

void FilterBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_complaint->isVisible())
        m_complaint->placeBelow(m_field);
}

void FilterBar::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_complaint->hide();
}

// The complaint is no child of the bar, but comes after its field.
bool FilterBar::focusNextPrevChild(bool next)
{
    if (!next || !m_complaint->isVisible() || m_complaint->repair()->isHidden())
        return QWidget::focusNextPrevChild(next);
    m_complaint->repair()->setFocus(Qt::TabFocusReason);
    return true;
}

void FilterBar::showPossible(const PossibleLocks &possible)
{
    const auto count = static_cast<int>(possible.locks.size());
    const auto words = count == 0 && possible.freeNamesUnread ? tr("possible: not looked for") : tr("%Ln possible", nullptr, count);
    const bool any = count > 0 || !possible.many.empty() || possible.notShown > 0 || possible.freeNamesUnread;
    m_dot->setVisible(any);
    m_possible->setVisible(any);
    if (words == m_possible->text())
        return;
    m_possible->setText(words);
    m_possible->setAccessibleName(tr("Show possible locks: %1").arg(words));
    m_possible->setToolTip(tr("Possible locks: tokens under names that do not say what they are. Click to show them."));
    m_possible->updateGeometry();
}

void FilterBar::showCounts(int shown, int all, bool held, int newcomers)
{
    const QLocale locale;
    const auto total = all == 1 ? tr("1 lock") : tr("%Ln locks", nullptr, all);
    m_counts->setText(shown == all ? total : tr("%1 of %2").arg(locale.toString(shown), total));
    m_order->setText(newcomers == 0 ? tr("order paused") : tr("order paused · %Ln new", nullptr, newcomers));
    m_order->setVisible(held);
}

} // namespace lockscope
