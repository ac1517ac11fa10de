// SPDX-License-Identifier: MIT
// The view of a ResultModel. Enter or a double click opens the run of the current cell. GUI thread.
#pragma once

#include <QTableView>

class QSortFilterProxyModel;

namespace lockscope {

class ResultModel;

/// How the table shares out its width, and whether a run is a row or a cell.
struct ResultLayout
{
    QList<int> parts;   ///< of the width, for each column
    bool wraps = false; ///< its cells have several lines; else they are cut, and can be sorted
    int sortedBy = -1;  ///< the column by which it is sorted at the end; -1: its order means something
    bool byRows = true; ///< a row is a run
};

class ResultTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResultTable)

public:
    /// `model` outlives it.
    ResultTable(ResultModel *model, ResultLayout layout, QWidget *parent = nullptr);

    void sortAsPlanned(); ///< the order of the model
    void sortAtEnd();     ///< what needs attention first, unless the person has chosen another order

signals:
    void currentMoved();
    void opened(const QModelIndex &index); ///< its run; there is one

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
