// SPDX-License-Identifier: MIT
#include "ui/monitor/lock_table_view.h"

#include "ui/monitor/lock_columns.h"
#include "ui/monitor/lock_delegate.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/owner_light.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

LockTableView::LockTableView(LockSortFilter *rows, QWidget *parent)
    : QTableView(parent)
    , m_rows(rows)
    , m_delegate(new LockDelegate(rows, this))
    , m_newAbove(new PillButton(this))
{
    setObjectName(u"locks"_s);
    setAccessibleName(tr("Locks"));
    setModel(rows);
    setItemDelegate(m_delegate);
    setUpQuietTable(this);
    setMouseTracking(true);
    setSelectionMode(ExtendedSelection);
    setHorizontalScrollMode(ScrollPerPixel);
    setUpHeaders();
    setColumnHidden(LockModel::Node, true);
    setUpColumns();
    connect(rows, &LockSortFilter::rowsAboutToChange, this, &LockTableView::notePlace);
    connect(rows, &LockSortFilter::rowsChanged, this, &LockTableView::keepPlace);
    connect(&m_ticking, &QTimer::timeout, this, &LockTableView::tick);
    m_newAbove->setObjectName(u"newLocksAbove"_s);
    m_newAbove->hide();
    connect(m_newAbove, &QAbstractButton::clicked, this, [this] {
        scrollToTop();
        forgetNewcomers();
        setFocus();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &LockTableView::showNewAbove);
    connect(rows, &QAbstractItemModel::modelReset, this, &LockTableView::forgetNewcomers);
}

void LockTableView::setUpHeaders()
{
    verticalHeader()->setDefaultSectionSize(LockDelegate::rowHeight(fontMetrics()));
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this] {
        if (m_fitting || !isVisible())
            return;
        m_columnsAreUsers = true; // from now on the columns keep the user's widths
        setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    });
    horizontalHeader()->setSortIndicator(LockModel::State, Qt::AscendingOrder);
    setSortingEnabled(true);
}

void LockTableView::setUpColumns()
{
    m_widths = LockColumnWidths(font());
    m_widths.setShowsNode(!isColumnHidden(LockModel::Node));
    horizontalHeader()->setMinimumSectionSize(m_widths.least());
    measureColumns();
    fitColumns();
}

bool LockTableView::measureColumns()
{
    std::vector<int> inSight;
    const int last = std::min(m_rows->rowCount() - 1, std::max(0, rowAt(0)) + viewport()->height() / std::max(1, rowHeight(0)));
    for (int row = std::max(0, rowAt(0)); row <= last; ++row)
        inSight.push_back(row);
    return measure(inSight);
}

bool LockTableView::measure(const std::vector<int> &rows)
{
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    return m_widths.grow(
        rows, [&](int row, LockModel::Column column) { return m_delegate->sizeHint(option, m_rows->index(row, column)).width(); });
}

void LockTableView::fitColumns()
{
    if (m_columnsAreUsers)
        return;
    const int room = viewport()->width();
    const auto fitted = m_widths.fittedTo(room);
    setHorizontalScrollBarPolicy(fitted.tooWide ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff); // none just for rounding
    m_fitting = true;
    for (int column = 0; column < LockModel::ColumnCount; ++column)
        setColumnWidth(column, fitted.widths[static_cast<std::size_t>(column)]);
    m_fitting = false;
    m_room = room; // a scroll bar may have appeared meanwhile; the next tick adapts to it
}

void LockTableView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    measureColumns();
    fitColumns();
}

void LockTableView::showNodes(bool shown)
{
    if (shown != isColumnHidden(LockModel::Node))
        return;
    setColumnHidden(LockModel::Node, !shown);
    m_widths.setShowsNode(shown);
    fitColumns();
}

void LockTableView::setGreyed(bool greyed)
{
    if (greyed == m_greyed)
        return; // this function is called on every small change
    m_greyed = greyed;
    m_delegate->setGreyed(greyed);
    viewport()->update();
}

void LockTableView::setOwnerLight(OwnerLight *light)
{
    m_delegate->setOwnerLight(light);
    light->follow(this, [this](const QModelIndex &index) {
        const auto *row = index.column() == LockModel::Owner ? m_rows->rowAt(index) : nullptr;
        return row && !row->lock.holders.empty() ? row->lock.holders.front().owner : lockcore::Bytes();
    });
}

bool LockTableView::select(const lockcore::LockId &id)
{
    const int source = m_rows->locks()->rowOf(id);
    if (source < 0)
        return false;
    m_choosing = source; // shown even if the filter hides it
    updateKept();
    const auto index = m_rows->mapFromSource(m_rows->locks()->index(source, 0));
    if (index.isValid())
        setCurrentIndex(index);
    m_choosing = -1;
    if (!index.isValid())
        return false;
    scrollTo(index);
    return true;
}

int LockTableView::sorting() const
{
    const int column = horizontalHeader()->sortIndicatorSection() + 1;
    return horizontalHeader()->sortIndicatorOrder() == Qt::AscendingOrder ? column : -column;
}

void LockTableView::setSorting(int sorting)
{
    if (sorting != 0 && qAbs(sorting) <= LockModel::ColumnCount)
        sortByColumn(qAbs(sorting) - 1, sorting > 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
}

QByteArray LockTableView::columnState() const { return m_columnsAreUsers ? horizontalHeader()->saveState() : QByteArray(); }

void LockTableView::restoreColumnState(const QByteArray &state)
{
    if (state.isEmpty() || !horizontalHeader()->restoreState(state))
        return;
    m_columnsAreUsers = true;
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
}

// The base class would repaint at once, for each change of each row, visible or not.
void LockTableView::dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &)
{
    for (int row = topLeft.row(); m_ticking.isActive() && row <= bottomRight.row(); ++row)
        m_changed.push_back(row);
}

void LockTableView::rowsInserted(const QModelIndex &parent, int start, int end)
{
    QTableView::rowsInserted(parent, start, end);
    m_unmeasured = true;
    for (int row = start; verticalScrollBar()->value() > 0 && row <= end && m_newcomers.size() < mostNewcomers; ++row)
        m_newcomers.insert(m_rows->mapToSource(m_rows->index(row, 0)).row());
}

void LockTableView::forgetNewcomers()
{
    m_newcomers.clear();
    showNewAbove();
}

// A new row begins at the end, and is sorted in later: perhaps above what is in sight.
void LockTableView::showNewAbove()
{
    const auto [first, last] = rowsInSight();
    int above = 0;
    for (auto row = m_newcomers.begin(); row != m_newcomers.end();) {
        const auto here = m_rows->mapFromSource(m_rows->locks()->index(*row, 0));
        const bool isOver = !here.isValid() || m_rows->locks()->row(*row).gone() || (here.row() >= first && here.row() <= last);
        above += !isOver && here.row() < first;
        row = isOver ? m_newcomers.erase(row) : std::next(row);
    }
    if (above == std::exchange(m_aboveCount, above))
        return;
    m_newAbove->setVisible(above > 0);
    const bool isMore = m_newcomers.size() >= mostNewcomers;
    m_newAbove->set(isMore ? tr("%1+ new ↑").arg(above) : tr("%1 new ↑").arg(above), Pill::Tone::Plain,
                    tr("New locks above those in sight. Click to go to the beginning."));
    m_newAbove->adjustSize();
    const auto room = viewport()->geometry();
    m_newAbove->move(room.right() - m_newAbove->width() - grid::unit, room.top() + grid::unit); // owners and leases stay readable
}

void LockTableView::tick()
{
    // Set only here, because setting the interval restarts the timer. If code did so at each painting, and painted more often than
    // the timer fires, the timer would never fire.
    m_ticking.setInterval(m_pace);
    if (m_rows->rowCount() > 0 && !viewport()->visibleRegion().isEmpty()) // the view's own visible region excludes the viewport
        viewport()->update(aged());
    const bool grown = !m_columnsAreUsers && (std::exchange(m_unmeasured, false) ? measureColumns() : measure(changedInSight()));
    if (grown || m_room != viewport()->width())
        fitColumns();
    if (!m_newcomers.empty())
        showNewAbove();
    m_changed.clear();
    if (m_pointing)
        updateKept(); // other rows may have been scrolled into sight
}

std::pair<int, int> LockTableView::rowsInSight() const
{
    const int below = rowAt(viewport()->height() - 1);
    return {std::max(0, rowAt(0)), below < 0 ? m_rows->rowCount() - 1 : below};
}

std::vector<int> LockTableView::changedInSight() const
{
    auto rows = m_changed;
    const auto inSight = rowsInSight();
    std::erase_if(rows, [&](int row) { return row < inSight.first || row > inSight.second; });
    return rows;
}

// Only cells whose text changed. (The base class handles rows that are added, removed or moved.)
QRegion LockTableView::aged()
{
    const auto now = m_rows->locks()->serverNow();
    const auto moment = m_rows->locks()->moment();
    const auto digits = [](lockcore::Milliseconds time) { return time.count() < 100'000 ? time.count() / 100 : -time.count() / 1000; };
    const auto [first, last] = rowsInSight();
    m_shown.resize(static_cast<std::size_t>(m_rows->rowCount()));
    QRegion region;
    QRect lease(columnViewportPosition(LockModel::Lease), 0, columnWidth(LockModel::Lease), 0);
    QRect held(columnViewportPosition(LockModel::HeldFor), 0, columnWidth(LockModel::HeldFor), 0);
    const auto extend = [&](QRect &run, int row, bool wanted) { // adjacent rows become one rectangle
        if (wanted && run.height() == 0)
            run.moveTop(rowViewportPosition(row));
        if (wanted)
            run.setHeight(rowViewportPosition(row) + rowHeight(row) - run.top());
        if (run.height() > 0 && (!wanted || row == last)) {
            region += run;
            run.setHeight(0);
        }
    };
    for (int row = first; row <= last; ++row) {
        const auto &here = *m_rows->rowAt(m_rows->index(row, 0));
        Shown shown;
        shown.lease = digits(leaseLeft(here, now).value_or(lockcore::Milliseconds(0)));
        shown.held = digits(heldFor(here, now).value_or(lockcore::Milliseconds(0)));
        shown.glowing = here.renewedAt && moment - *here.renewedAt < LockRow::glow && !wantsLessMotion();
        shown.fading = here.goneAt && moment - *here.goneAt < LockRow::fade && !wantsLessMotion();
        auto &before = m_shown[static_cast<std::size_t>(row)];
        extend(lease, row, shown.lease != before.lease || shown.glowing || before.glowing);
        extend(held, row, shown.held != before.held);
        if (shown.fading || before.fading)
            region += QRect(0, rowViewportPosition(row), viewport()->width(), rowHeight(row));
        before = shown;
    }
    for (const int row : changedInSight())
        region += QRect(0, rowViewportPosition(row), viewport()->width(), rowHeight(row));
    return region;
}

// Added and removed rows must not scroll the table: Qt would follow the current row and, after that row is gone, the last one.
void LockTableView::notePlace()
{
    const auto current = currentIndex();
    m_place.current = current;
    m_place.row = current.row();
    m_place.scrolled = verticalScrollBar()->value();
    const bool selected = current.isValid() && selectionModel()->isSelected(current) && viewport()->rect().intersects(visualRect(current));
    if (m_pointing && !m_rows->isSorting())
        m_place.anchor = m_rows->index(rowsInSight().first, LockModel::Name);
    else if (selected)
        m_place.anchor = current;
    m_place.anchorRow = m_place.anchor.row();
    setAutoScroll(false);
}

// While the pointer is in the table, the rows in sight keep their positions when others are added or removed; otherwise the selected row.
// If the current row is gone, the row that took its place becomes current, so that the arrow keys continue from there.
void LockTableView::keepPlace()
{
    const bool isGone = m_place.row >= 0 && !m_place.current.isValid();
    if (m_place.anchor.isValid()) // the table scrolls by rows
        verticalScrollBar()->setValue(std::max(0, m_place.anchor.row() - m_place.anchorRow + m_place.scrolled));
    else if (isGone)
        verticalScrollBar()->setValue(m_place.scrolled);
    if (isGone) {
        selectionModel()->setCurrentIndex(m_rows->index(std::min(m_place.row, m_rows->rowCount() - 1), LockModel::Name),
                                          QItemSelectionModel::NoUpdate);
    }
    m_place = {};
    setAutoScroll(true);
    updateKept(); // another filter may have ended it
}

void LockTableView::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    m_unmeasured = true;
    m_ticking.start(m_pace);
}

void LockTableView::hideEvent(QHideEvent *event)
{
    QTableView::hideEvent(event);
    m_ticking.stop();
}

void LockTableView::paintEvent(QPaintEvent *event)
{
    QElapsedTimer timer;
    timer.start();
    QTableView::paintEvent(event);
    m_pace = std::clamp(static_cast<int>(timer.nsecsElapsed() * painting / 1'000'000), frame, slowestFrame);
    if (!hasFocus() || !currentIndex().isValid())
        return;
    const auto rect = visualRect(currentIndex());
    QPainter painter(viewport());
    painter.fillRect(QRect(0, rect.top(), 2, rect.height() - 1), shadesOf(palette()).accent);
}

// If the window appears under a resting pointer, the user does not point at anything, although Qt sends move events.
bool LockTableView::viewportEvent(QEvent *event)
{
    const auto type = event->type();
    const auto place = [event] { return static_cast<const QSinglePointEvent *>(event)->globalPosition(); };
    if (type == QEvent::Enter)
        m_enteredAt = place();
    if (type == QEvent::Wheel || type == QEvent::MouseButtonPress || (type == QEvent::MouseMove && place() != m_enteredAt)) {
        m_pointing = true;
        m_rows->setHolding(true);
        updateKept();
    }
    return QTableView::viewportEvent(event);
}

void LockTableView::leaveEvent(QEvent *event)
{
    QTableView::leaveEvent(event);
    m_pointing = false;
    m_rows->setHolding(false);
    updateKept();
}

// The selected lock stays in sight: what became of it is often the question. While the pointer is in the table, all rows in sight stay,
// because otherwise a click could hit the row that took the place of the one that was meant.
void LockTableView::updateKept()
{
    const auto selection = selectionModel()->selection();
    const bool one = selection.size() == 1 && selection.front().height() == 1;
    const QModelIndex selected =
        one ? QModelIndex(selection.front().topLeft()) : currentIndex(); // the current row may change later than the selection
    std::vector<int> kept;
    if (m_choosing >= 0)
        kept = {m_choosing};
    else if (selectionModel()->isSelected(selected))
        kept = {m_rows->mapToSource(selected).row()};
    if (const auto [first, last] = rowsInSight(); m_pointing) {
        for (int row = first; row <= last; ++row)
            kept.push_back(m_rows->mapToSource(m_rows->index(row, 0)).row());
    }
    m_rows->keep(kept);
}

void LockTableView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    updateKept();
    emit currentLockChanged();
}

void LockTableView::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    updateKept();
    emit currentLockChanged();
}

void LockTableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && currentIndex().isValid())
        return copyNames();
    if (event->keyCombination() == copyOwnerKey && currentIndex().isValid())
        return copy(currentIndex().siblingAtColumn(LockModel::Owner));
    if (event->key() == Qt::Key_Escape && selectionModel()->hasSelection()) {
        clearSelection(); // the arrow keys continue from the current row
        return;
    }
    if (event->key() == Qt::Key_Space)
        return event->ignore(); // the page uses Space to freeze
    const bool moves = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down || event->key() == Qt::Key_Return;
    if (moves && event->modifiers() == Qt::NoModifier && currentIndex().isValid() && !selectionModel()->hasSelection())
        return selectRow(currentIndex().row()); // the focus made it current, but did not select it
    QTableView::keyPressEvent(event);
}

void LockTableView::copy(const QModelIndex &index)
{
    QGuiApplication::clipboard()->setText(index.column() == LockModel::Owner ? index.data(Qt::ToolTipRole).toString()
                                                                             : index.data().toString());
}

// One line for each selected lock; without a selection, the current one.
void LockTableView::copyNames()
{
    QStringList names;
    for (const auto &index : selectionModel()->selectedRows(LockModel::Name))
        names << index.data().toString();
    if (names.isEmpty())
        names << currentIndex().siblingAtColumn(LockModel::Name).data().toString();
    QGuiApplication::clipboard()->setText(names.join(u'\n'));
}

void LockTableView::addFilterActions(QMenu &menu, const QModelIndex &index)
{
    for (const bool negated : {false, true}) {
        const auto term =
            QString::fromStdString(filterTerm(*m_rows->rowAt(index), static_cast<LockModel::Column>(index.column()), negated));
        if (term.isEmpty())
            return;
        const auto shown = withoutMnemonic(term);
        menu.addAction(negated ? tr("Not this: %1").arg(shown) : tr("Only this: %1").arg(shown), this,
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
    if (byKey) { // no cell is under the pointer, so the menu offers all possible filters
        for (int column = 0; column < LockModel::ColumnCount; ++column)
            addFilterActions(menu, index.siblingAtColumn(column));
    } else {
        addFilterActions(menu, index);
    }
    const auto icon = themedIcon(u"edit-copy"_s, u"copy"_s, palette());
    const auto name = index.siblingAtColumn(LockModel::Name), owner = index.siblingAtColumn(LockModel::Owner);
    menu.addAction(icon, tr("Copy the lock's name"), QKeySequence::Copy, this, [this, name] { copy(name); });
    menu.addAction(tr("Copy the owner"), QKeySequence(copyOwnerKey), this, [this, owner] { copy(owner); });
    menu.addSeparator();
    menu.addActions(actions()); // the actions for the selected locks
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
