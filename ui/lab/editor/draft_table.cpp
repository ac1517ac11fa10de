// SPDX-License-Identifier: MIT
#include "ui/lab/editor/draft_table.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QTableView>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

class ListCompleter final : public QCompleter
{
public:
    using QCompleter::QCompleter;

    QStringList splitPath(const QString &path) const override { return {path.mid(path.lastIndexOf(u',') + 1).trimmed()}; }

    QString pathFromIndex(const QModelIndex &index) const override
    {
        const auto *const field = qobject_cast<const QLineEdit *>(widget());
        const auto typed = field ? field->text() : QString();
        const auto comma = typed.lastIndexOf(u',');
        return comma < 0 ? index.data().toString() : typed.left(comma + 1) + u' ' + index.data().toString();
    }
};

class CellDelegate final : public PlainDelegate
{
public:
    CellDelegate(Completions completions, QObject *parent)
        : PlainDelegate(parent)
        , m_completions(std::move(completions))
    { }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto &shades = shadesOf(option.palette);
        const bool selected = option.state & QStyle::State_Selected;
        if (selected)
            painter->fillRect(option.rect, shades.selected);
        const auto colour = index.data(Qt::ForegroundRole).value<QColor>();
        painter->setPen(colour.isValid() ? colour : option.palette.color(QPalette::Text));
        painter->setFont(option.font);
        const int alignment = index.data(Qt::TextAlignmentRole).toInt();
        const auto place = option.rect.adjusted(leftPadding(index.column()), 0, alignment & Qt::AlignRight ? -cellPadding : -grid::unit, 0);
        painter->drawText(place, alignment | Qt::TextSingleLine,
                          option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, place.width()));
        if (!selected || !(option.state & QStyle::State_HasFocus))
            return;
        painter->setPen(shades.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }

    void updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        constexpr int marginOfField = 2;
        editor->setGeometry(option.rect.adjusted(leftPadding(index.column()) - marginOfField, 0, 0, 0));
    }

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        auto *field = new QLineEdit(parent);
        field->setFrame(false);
        field->setAlignment(static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt()));
        field->setAutoFillBackground(true);
        field->setAccessibleName(index.model()->headerData(index.column(), Qt::Horizontal).toString());
        if (const auto words = m_completions(index.column()); !words.isEmpty()) {
            auto *completer = new ListCompleter(words, field);
            completer->setCaseSensitivity(Qt::CaseInsensitive);
            completer->setFilterMode(Qt::MatchContains);
            completer->setMaxVisibleItems(12);
            field->setCompleter(completer);
        }
        // Checked with each keystroke, and therefore written into the model with each.
        auto *const model = const_cast<QAbstractItemModel *>(index.model());
        connect(field, &QLineEdit::textChanged, model, [model, place = QPersistentModelIndex(index)](const QString &text) {
            if (place.isValid())
                model->setData(place, text, Qt::EditRole);
        });
        return field;
    }

    // What was typed is there already; writing it back would move the cursor.
    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        auto *const field = static_cast<QLineEdit *>(editor);
        if (field->text().simplified() != index.data(Qt::EditRole).toString())
            field->setText(index.data(Qt::EditRole).toString());
    }

private:
    Completions m_completions;
};

// Tab goes from cell to cell, and out of the table at its ends: Qt would begin again, and never let go.
class CellView final : public QTableView
{
public:
    using QTableView::QTableView;

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override
    {
        return isAtEnd(action) ? currentIndex() : QTableView::moveCursor(action, modifiers);
    }

    void closeEditor(QWidget *editor, QAbstractItemDelegate::EndEditHint hint) override
    {
        using Delegate = QAbstractItemDelegate;
        const bool next = hint == Delegate::EditNextItem;
        const bool leaves = (next && isAtEnd(MoveNext)) || (hint == Delegate::EditPreviousItem && isAtEnd(MovePrevious));
        QTableView::closeEditor(editor, leaves ? Delegate::NoHint : hint);
        if (leaves)
            focusNextPrevChild(next);
    }

private:
    bool isAtEnd(CursorAction action) const
    {
        const auto here = currentIndex();
        if (action == MovePrevious)
            return here.row() == 0 && here.column() == 0;
        return action == MoveNext && here.isValid() && here.row() == model()->rowCount() - 1 && here.column() == model()->columnCount() - 1;
    }
};

} // namespace

QStringList conditionCompletions(const QStringList &workers, const QStringList &locks)
{
    using lockcore::Happening;
    QStringList words;
    for (std::size_t i = 0; i < lockcore::wordsOf<Happening>.size(); ++i) {
        const auto what = static_cast<Happening>(i);
        const auto whose = what >= Happening::LockFree ? QStringList{QString()} : workers;
        const auto which = isAboutALock(what) && locks.size() > 1 ? QStringList{QString()} + locks : QStringList{QString()};
        for (const auto &worker : whose) {
            for (const auto &lock : which)
                words << QString::fromStdString(lockcore::toString({what, worker.toStdString(), 1, lock.toStdString()}));
        }
    }
    words.sort();
    return words;
}

DraftTable::DraftTable(DraftTableModel *model, const QString &caption, const QString &addText, Completions completions,
                       std::function<DraftRow()> newRow, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_view(new CellView(this))
    , m_newRow(std::move(newRow))
{
    m_view->setModel(model);
    setUpQuietTable(m_view);
    m_view->setAccessibleName(caption);
    m_view->setItemDelegate(new CellDelegate(std::move(completions), m_view));
    m_view->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_view->setEditTriggers(QAbstractItemView::AllEditTriggers);
    m_view->setTabKeyNavigation(true);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    placeColumns();
    m_view->verticalHeader()->setDefaultSectionSize(controlHeight(fontMetrics()) - grid::unit);
    auto *add = makeButton(addText, this);
    auto *remove = makeButton(tr("Remove"), this);
    remove->setAccessibleName(tr("Remove the row: %1").arg(caption));
    add->setAutoDefault(false);
    remove->setAutoDefault(false);
    auto *head = new QHBoxLayout;
    head->setSpacing(grid::spacing);
    head->addWidget(makeCaption(caption, this));
    head->addStretch(1);
    head->addWidget(add);
    head->addWidget(remove);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(grid::unit);
    layout->addLayout(head);
    layout->addWidget(m_view);
    connect(add, &QAbstractButton::clicked, this, &DraftTable::addRow);
    connect(remove, &QAbstractButton::clicked, this, &DraftTable::removeRow);
    const auto enable = [this, remove] { remove->setEnabled(m_view->currentIndex().isValid()); };
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, remove, enable);
    connect(model, &QAbstractItemModel::modelReset, this, [this, enable] {
        enable();
        resize();
    });
    for (auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model, change, this, &DraftTable::resize);
    enable();
    resize();
}

// Conditions are long, numbers are short.
void DraftTable::placeColumns()
{
    auto *const header = m_view->horizontalHeader();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool isLong = m_model->kindOf(column) == DraftKind::Conditions;
        header->setSectionResizeMode(column, isLong ? QHeaderView::Stretch : QHeaderView::Interactive);
        const auto title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const auto longest = column == m_model->columnOf(u"do"_s)     ? QStringLiteral("promote replica")
                             : column == m_model->columnOf(u"lock"_s) ? QStringLiteral("accounts")
                                                                      : QString();
        if (!isLong)
            header->resizeSection(column, qMax(fontMetrics().horizontalAdvance(title), fontMetrics().horizontalAdvance(longest))
                                              + leftPadding(column) + 2 * cellPadding);
    }
}

// It shows all its rows; what is around it scrolls.
void DraftTable::resize()
{
    const int rows = qMax(1, m_model->rowCount());
    m_view->setFixedHeight(m_view->horizontalHeader()->sizeHint().height() + rows * m_view->verticalHeader()->defaultSectionSize() + 2);
}

void DraftTable::addRow()
{
    m_model->append(m_newRow());
    showCell(m_model->rowCount() - 1, 0);
}

void DraftTable::removeRow()
{
    const auto current = m_view->currentIndex();
    if (current.isValid())
        m_model->remove(current.row());
}

void DraftTable::showCell(int row, int column)
{
    const auto index = m_model->index(row, qMax(0, column));
    if (!index.isValid())
        return;
    m_view->setFocus();
    m_view->setCurrentIndex(index);
    m_view->edit(index);
}

} // namespace lockscope
