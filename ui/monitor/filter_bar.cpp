// SPDX-License-Identifier: MIT
#include "monitor/filter_bar.h"

#include "widgets/captions.h"
#include "widgets/figure_label.h"
#include "widgets/figures.h"
#include "widgets/icons.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {
constexpr int typingPause = 250; // ms
}

FilterBar::FilterBar(QWidget *parent)
    : QWidget(parent)
    , m_field(new QLineEdit(this))
    , m_complaint(new ShadedLabel(ShadedLabel::Shade::Danger, this))
    , m_order(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_counts(new FigureLabel(this))
    , m_icon(m_field->addAction(QIcon(), QLineEdit::LeadingPosition))
{
    m_field->setObjectName(u"filter"_s);
    m_field->setAccessibleName(tr("Filter"));
    m_field->setFont(fixedFont(font()));
    m_field->setPlaceholderText(tr("name: owner: kind: state: ttl<5s held>1m waiters>0 …"));
    m_field->setClearButtonEnabled(true);
    m_field->setFrame(false);
    m_field->installEventFilter(this);
    m_field->setToolTip(tr("Terms are joined by \"and\": name:order:* kind:redisson ttl<5s -state:held waiters>0 "
                           "confidence>=3, or any text"));
    m_complaint->setObjectName(u"complaint"_s);
    m_complaint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_complaint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_order->setText(tr("order held"));
    m_order->setToolTip(tr("Rows keep their places while you point into the table or have selected a row (Esc lets go)."));
    m_counts->setShade(FigureLabel::Shade::Secondary);
    m_counts->setAlignment(Qt::AlignRight);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(grid::group - 9, grid::unit, grid::group, grid::unit);
    layout->setSpacing(grid::group);
    layout->addWidget(m_field, 3);
    layout->addWidget(m_complaint, 4);
    layout->addWidget(m_order);
    layout->addWidget(m_counts);
    m_complaint->hide();
    m_order->hide();
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(&m_pause, &QTimer::timeout, this, &FilterBar::settle);
    connect(m_field, &QLineEdit::textChanged, this, &FilterBar::edited);
    connect(m_field, &QLineEdit::returnPressed, this, &FilterBar::settle);
    recolour();
}

void FilterBar::setText(const QString &expression)
{
    m_field->setText(expression);
    settle();
}

void FilterBar::addTerm(const QString &term)
{
    const auto before = m_field->text().trimmed();
    setText(before.isEmpty() || isWrong() ? term : before + u' ' + term);
}

QString FilterBar::text() const
{
    return m_field->text();
}

void FilterBar::focusField()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

// Half a term is wrong, or another filter, for as long as it takes to type the rest.
void FilterBar::edited(const QString &expression)
{
    if (expression.isEmpty())
        settle();
    else
        m_pause.start();
}

void FilterBar::settle()
{
    m_pause.stop();
    const auto filter = Filter::parse(m_field->text().toStdString());
    m_why = filter ? QString() : QString::fromStdString(filter.error().text);
    m_complaint->setText(isWrong() ? u"✕ "_s + m_why : QString());
    m_complaint->setToolTip(m_why);
    m_complaint->setVisible(isWrong());
    m_field->setAccessibleDescription(m_why);
    recolour();
    if (filter && filter->text() != m_applied) {
        m_applied = filter->text();
        emit filterChanged(*filter);
    }
}

void FilterBar::recolour()
{
    const auto palette = QApplication::palette();
    const auto &shades = shadesOf(palette);
    QPalette own;
    if (isWrong())
        own.setColor(QPalette::Text, shades.danger);
    m_field->setPalette(own);
    m_icon->setIcon(symbolIcon(u"filter"_s, palette));
}

void FilterBar::showCounts(int shown, int all, bool held)
{
    const QLocale locale;
    const auto total = all == 1 ? tr("1 lock") : tr("%Ln locks", nullptr, all);
    m_counts->setText(shown == all ? total
                                   : tr("%1 of %2 locks").arg(locale.toString(shown), locale.toString(all)));
    m_order->setVisible(held);
}

void FilterBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolour();
}

bool FilterBar::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_field && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape && !m_field->text().isEmpty()) {
        m_field->clear();
        return true;
    }
    return QWidget::eventFilter(object, event);
}

} // namespace lockscope
