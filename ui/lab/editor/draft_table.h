// SPDX-License-Identifier: MIT
// A table of a draft to type into: cells with completion, rows to add and to remove. Each keystroke is checked. GUI thread.
#pragma once

#include "ui/lab/editor/draft_table_model.h"

#include <QStyledItemDelegate>
#include <QWidget>

#include <functional>

class QTableView;

namespace lockscope {

/// What a cell of this column can be, for completion; asked when its editor opens.
using Completions = std::function<QStringList(int column)>;

class DraftTable final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DraftTable)

public:
    DraftTable(DraftTableModel *model, const QString &caption, const QString &addText, Completions completions,
               std::function<DraftRow()> newRow, QWidget *parent = nullptr);

    DraftTableModel *model() const { return m_model; }
    QTableView *view() const { return m_view; }
    void showCell(int row, int column); ///< and begins to edit it

private:
    void placeColumns();
    void resize();
    void addRow();
    void removeRow();

    DraftTableModel *m_model;
    QTableView *m_view;
    std::function<DraftRow()> m_newRow;
};

/// Completes the last of several words that are apart by commas.
QStringList conditionCompletions(const QStringList &workers, const QStringList &locks);

} // namespace lockscope
