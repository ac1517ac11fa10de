// SPDX-License-Identifier: MIT
// All protocols, and what breaks each: a row for each protocol, a column for each set of faults. A cell with a counterexample can be opened.
// GUI thread.
#pragma once

#include "ui/explore/explore_result.h"

#include <QWidget>

class QTableView;

namespace lockscope {

class ComparisonModel;
class ShadedLabel;

class ComparisonView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComparisonView)

public:
    explicit ComparisonView(QWidget *parent = nullptr);

    void show(const ExploreTablePtr &table);
    using QWidget::show;
    QTableView *table() const { return m_table; }

signals:
    void chosen(const QString &protocol, const lockscope::ExploreFinding &finding);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void open(const QModelIndex &index);
    void fitColumns();

    ComparisonModel *m_model;
    QTableView *m_table;
    ShadedLabel *m_legend;
};

} // namespace lockscope
