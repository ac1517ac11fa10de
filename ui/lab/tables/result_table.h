// SPDX-License-Identifier: MIT
// The view of a ResultModel. Enter or a double click opens the run of the current cell. GUI thread.
#pragma once

#include <QTableView>

class QSortFilterProxyModel;

namespace lockscope {

class ResultModel;

/// How the table distributes its width, and whether a row or a cell is a run.
struct ResultLayout
{
    QList<int> parts;   ///< relative width of each column
    bool wraps = false; ///< true: cells have several lines. False: cells are elided and the table can be sorted
    int sortedBy = -1;  ///< the column used for sorting at the end; -1: the order of rows has a meaning
    bool byRows = true; ///< each row is a run; false: each cell is one
};

class ResultTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResultTable)

public:
    /// `model` must outlive this object.
    ResultTable(ResultModel *model, ResultLayout layout, QWidget *parent = nullptr);

    void sortAsPlanned(); ///< in the order of the model
    void sortAtEnd();     ///< rows that need attention come first, unless the user has chosen another order

signals:
    void currentMoved();
    void opened(const QModelIndex &index); ///< the user opened the run of this index

protected:
    void focusInEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void open(const QModelIndex &index);
    void fit();

    const ResultLayout m_layout;
    QSortFilterProxyModel *m_sorted;
};

} // namespace lockscope
