// SPDX-License-Identifier: MIT
// The steps of a counterexample: lanes at the left, in each worker's colour, filled while the worker is inside; what happened; what Redis has.
// ↑ ↓ ← → and Home, End go from step to step. GUI thread.
#pragma once

#include <QTableView>

namespace lockscope {

class StepModel;

class StepView final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StepView)

public:
    explicit StepView(StepModel *steps, QWidget *parent = nullptr);

    int step() const { return currentIndex().row(); } ///< -1: none
    void goTo(int row);

signals:
    void stepChanged(int row);

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fitColumns();

    StepModel *m_steps;
};

} // namespace lockscope
