// SPDX-License-Identifier: MIT
#include "ui/lab/library/library_tree.h"

#include "ui/lab/library/library_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {
const QString closedKey = u"lab/closedChapters"_s;
}

LibraryTree::LibraryTree(QSettings *settings, QWidget *parent)
    : QTreeView(parent)
    , m_settings(settings)
{
    const auto closed = settings->value(closedKey).toStringList();
    m_closed = QSet<QString>(closed.begin(), closed.end());
    setItemDelegate(new LibraryDelegate(this));
    setHeaderHidden(true);
    setRootIsDecorated(false);
    setItemsExpandable(true);
    setExpandsOnDoubleClick(false);
    setIndentation(0);
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setTextElideMode(Qt::ElideNone);
    header()->setStretchLastSection(true);
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) {
        if (index.parent().isValid())
            emit rowClicked(index, index == m_before);
        else
            setExpanded(index, !isExpanded(index));
    });
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        if (index.parent().isValid())
            emit rowActivated(index);
    });
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex &chapter) { keep(chapter, true); });
    connect(this, &QTreeView::collapsed, this, [this](const QModelIndex &chapter) { keep(chapter, false); });
    connect(verticalScrollBar(), &QAbstractSlider::actionTriggered, this, [this] { m_revealing = false; });
}

void LibraryTree::setModel(QAbstractItemModel *model)
{
    QTreeView::setModel(model);
    connect(model, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &parent, int first, int last) {
        if (!parent.isValid())
            openRows(first, last);
    });
    openAsChosen();
}

void LibraryTree::openRows(int first, int last)
{
    const bool kept = std::exchange(m_keeps, false);
    for (int row = first; row <= last; ++row) {
        const auto chapter = model()->index(row, 0);
        setExpanded(chapter, !m_closed.contains(chapter.data().toString()));
    }
    m_keeps = kept;
}

void LibraryTree::openAsChosen()
{
    m_keeps = true;
    openRows(0, model()->rowCount() - 1);
}

void LibraryTree::openAll()
{
    m_keeps = false;
    expandAll();
}

void LibraryTree::keep(const QModelIndex &chapter, bool open)
{
    if (!m_keeps)
        return;
    const auto name = chapter.data().toString();
    if (open)
        m_closed.remove(name);
    else
        m_closed.insert(name);
    m_settings->setValue(closedKey, QStringList(m_closed.begin(), m_closed.end()));
}

void LibraryTree::select(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    setExpanded(index.parent(), true);
    setCurrentIndex(index);
    m_revealing = true;
    reveal(index);
}

void LibraryTree::reveal(const QModelIndex &index)
{
    if (index.row() == 0)
        scrollTo(index.parent()); // so that the chapter's title is visible, too
    scrollTo(index);
}

// A scroll bar that appears later narrows the rows, so that they need more lines; and before the first layout, rows have no height.
void LibraryTree::doItemsLayout()
{
    QTreeView::doItemsLayout();
    if (m_revealing && currentIndex().isValid() && isExpanded(currentIndex().parent()))
        reveal(currentIndex());
}

// A search may have hidden the current row. Without a current row, the focus would be invisible.
void LibraryTree::focusInEvent(QFocusEvent *event)
{
    const bool byTab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (byTab && !currentIndex().isValid())
        select(model()->index(0, 0, model()->index(0, 0)));
    QTreeView::focusInEvent(event);
}

void LibraryTree::mousePressEvent(QMouseEvent *event)
{
    m_before = currentIndex();
    m_revealing = false;
    QTreeView::mousePressEvent(event);
}

void LibraryTree::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        scheduleDelayedItemsLayout(); // with another width, the rows need another number of lines
}

void LibraryTree::keyPressEvent(QKeyEvent *event)
{
    m_revealing = false;
    constexpr std::array ofThePlayer{Qt::Key_Space, Qt::Key_Comma, Qt::Key_Period, Qt::Key_BracketLeft, Qt::Key_BracketRight};
    if (std::ranges::find(ofThePlayer, event->key()) != ofThePlayer.end())
        return event->ignore(); // otherwise these keys would search for a title
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const auto index = currentIndex();
    if (!enter || !index.isValid())
        return QTreeView::keyPressEvent(event);
    if (index.parent().isValid())
        emit rowActivated(index);
    else
        setExpanded(index, !isExpanded(index));
}

} // namespace lockscope
