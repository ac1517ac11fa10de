// SPDX-License-Identifier: MIT
#include "monitor/lock_table_view.h"

#include "monitor/lock_delegate.h"
#include "monitor/lock_sort_filter.h"
#include "widgets/figures.h"
#include "widgets/flat_header.h"
#include "widgets/icons.h"
#include "widgets/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

LockTableView::LockTableView(LockSortFilter *rows, QWidget *parent)
    : QTableView(parent)
    , m_rows(rows)
    , m_delegate(new LockDelegate(rows, this))
{
    setObjectName(u"locks"_s);
    setAccessibleName(tr("Locks"));
    setModel(rows);
    setItemDelegate(m_delegate);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setSelectionMode(ExtendedSelection);
    setSelectionBehavior(SelectRows);
    setHorizontalScrollMode(ScrollPerPixel);
    setEditTriggers(NoEditTriggers);
    setUpHeaders();
    setUpColumns();
    m_ticking.setInterval(frame);
    connect(&m_ticking, &QTimer::timeout, this, &LockTableView::tick);
}

void LockTableView::setUpHeaders()
{
    setHorizontalHeader(new FlatHeader(this));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(LockDelegate::rowHeight(fontMetrics()));
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this] {
        if (!m_fitting && isVisible())
            m_columnsAreUsers = true; // from now on they are as wide as they were made
    });
    horizontalHeader()->setSortIndicator(LockModel::Name, Qt::AscendingOrder);
    setSortingEnabled(true);
}

// From the font, by what usually stands there, and by what is the least to be understood.
void LockTableView::setUpColumns()
{
    const QFontMetricsF text(font()), fixed(fixedFont(font()));
    const auto set = [&](LockModel::Column column, qreal wanted, qreal least) {
        const int padding = leftPadding(column) + cellPadding + 1;
        m_widths[static_cast<std::size_t>(column)] = {static_cast<int>(wanted) + padding, static_cast<int>(least) + padding};
    };
    const auto title = [&](LockModel::Column column) { return text.horizontalAdvance(columnTitle(column)); };
    const qreal mark = 17, numbers = figuresWidth(text, u"00.0 s"_s) + 8;
    set(LockModel::State, text.horizontalAdvance(tr("renewal overdue")) + mark, text.horizontalAdvance(tr("renewal overdue")) + mark);
    set(LockModel::Name, fixed.horizontalAdvance(QString(20, u'0')), fixed.horizontalAdvance(QString(14, u'0')));
    set(LockModel::Kind, text.horizontalAdvance(u"redis-semaphore token"_s), text.horizontalAdvance(u"redisson RLock"_s));
    set(LockModel::Owner, fixed.horizontalAdvance(u"9f3ac21e…:17"_s) + mark, fixed.horizontalAdvance(u"9f3ac21e…:17"_s) + mark);
    set(LockModel::Count, title(LockModel::Count), title(LockModel::Count));
    set(LockModel::Lease, numbers + 64, numbers + 40);
    set(LockModel::HeldFor, figuresWidth(text, u"00 m 00 s"_s), figuresWidth(text, u"0 m 00 s"_s));
    set(LockModel::Renewals, figuresWidth(text, u"000 · 00.0 s"_s), title(LockModel::Renewals));
    set(LockModel::Waiters, title(LockModel::Waiters), title(LockModel::Waiters));
    set(LockModel::Last, text.horizontalAdvance(tr("partly released")), text.horizontalAdvance(tr("taken over")));
    horizontalHeader()->setMinimumSectionSize(static_cast<int>(title(LockModel::Count)) + 2 * cellPadding + 1);
    fitColumns();
}

// Too narrow: every column gives of what it has above its least. Wide enough: the lock's name takes the rest.
void LockTableView::fitColumns()
{
    if (m_columnsAreUsers)
        return;
    int wanted = 0, least = 0;
    for (const auto &width : m_widths) {
        wanted += width.wanted;
        least += width.least;
    }
    const int room = viewport()->width();
    const double give = wanted <= room || wanted == least
        ? 0
        : std::min(1.0, static_cast<double>(wanted - room) / static_cast<double>(wanted - least));
    int used = 0;
    m_fitting = true;
    for (int column = LockModel::ColumnCount - 1; column >= 0; --column) {
        if (column == LockModel::Name)
            continue;
        const auto &width = m_widths[static_cast<std::size_t>(column)];
        const int given = width.wanted - static_cast<int>(std::ceil(give * (width.wanted - width.least)));
        setColumnWidth(column, given);
        used += given;
    }
    setColumnWidth(LockModel::Name, std::max(m_widths[LockModel::Name].least, room - used));
    m_fitting = false;
}

void LockTableView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void LockTableView::setGreyed(bool greyed)
{
    m_greyed = greyed;
    m_delegate->setGreyed(greyed);
    viewport()->update();
}

void LockTableView::select(const lockcore::LockId &id)
{
    const int source = m_rows->locks()->rowOf(id);
    if (source < 0)
        return;
    const auto index = m_rows->mapFromSource(m_rows->locks()->index(source, 0));
    if (!index.isValid())
        return;
    setCurrentIndex(index);
    scrollTo(index);
}

QByteArray LockTableView::columnState() const
{
    return m_columnsAreUsers ? horizontalHeader()->saveState() : QByteArray();
}

void LockTableView::restoreColumnState(const QByteArray &state)
{
    if (state.isEmpty() || !horizontalHeader()->restoreState(state))
        return;
    m_columnsAreUsers = true;
    sortByColumn(horizontalHeader()->sortIndicatorSection(), horizontalHeader()->sortIndicatorOrder());
}

// The base class would repaint at once, for each change of each row, seen or not.
void LockTableView::dataChanged(const QModelIndex &, const QModelIndex &, const QList<int> &)
{
}

// Everything in sight ages, whether it changed or not, so that one repaint serves time and changes alike.
void LockTableView::tick()
{
    if (m_rows->rowCount() > 0 && !visibleRegion().isEmpty())
        viewport()->update();
}

void LockTableView::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    m_ticking.start();
}

void LockTableView::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    if (!hasFocus() || !currentIndex().isValid())
        return;
    const auto rect = visualRect(currentIndex());
    QPainter painter(viewport());
    painter.fillRect(QRect(0, rect.top(), 2, rect.height() - 1), shadesOf(palette()).accent);
}

void LockTableView::enterEvent(QEnterEvent *event)
{
    QTableView::enterEvent(event);
    updateHolding();
}

void LockTableView::leaveEvent(QEvent *event)
{
    QTableView::leaveEvent(event);
    updateHolding();
}

void LockTableView::updateHolding()
{
    m_rows->setHolding(underMouse() || (selectionModel() && selectionModel()->hasSelection()));
}

void LockTableView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    emit currentLockChanged();
}

void LockTableView::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    updateHolding();
    emit currentLockChanged();
}

void LockTableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && currentIndex().isValid())
        return copy(currentIndex().siblingAtColumn(LockModel::Name));
    if (event->key() == Qt::Key_Escape && selectionModel()->hasSelection()) {
        selectionModel()->clear(); // lets go of the order, too
        return;
    }
    QTableView::keyPressEvent(event);
}

void LockTableView::copy(const QModelIndex &index)
{
    QGuiApplication::clipboard()->setText(
        index.column() == LockModel::Owner ? index.data(Qt::ToolTipRole).toString() : index.data().toString());
}

void LockTableView::addFilterActions(QMenu &menu, const QModelIndex &index)
{
    const auto *row = m_rows->rowAt(index);
    const auto handle = filterHandle(*row, static_cast<LockModel::Column>(index.column()));
    if (handle.field.empty())
        return;
    for (const bool negated : {false, true}) {
        const auto term = QString::fromStdString(lockcore::Filter::term(handle.field, handle.value, negated));
        menu.addAction(negated ? tr("Not this: %1").arg(term) : tr("Only this: %1").arg(term), this,
                       [this, term] { emit filterTermChosen(term); });
    }
    menu.addSeparator();
}

void LockTableView::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto index = byKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    QMenu menu(this);
    addFilterActions(menu, index);
    const auto icon = themedIcon(u"edit-copy"_s, u"copy"_s, palette());
    const auto name = index.siblingAtColumn(LockModel::Name), owner = index.siblingAtColumn(LockModel::Owner);
    menu.addAction(icon, tr("Copy the lock's name"), QKeySequence::Copy, this, [this, name] { copy(name); });
    menu.addAction(tr("Copy the owner"), this, [this, owner] { copy(owner); });
    menu.addSeparator();
    menu.addActions(actions()); // what can be done with the selected locks
    menu.exec(byKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
}

void LockTableView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && verticalHeader()) {
        verticalHeader()->setDefaultSectionSize(LockDelegate::rowHeight(fontMetrics()));
        setUpColumns();
    }
}

} // namespace lockscope
