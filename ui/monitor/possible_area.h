// SPDX-License-Identifier: MIT
// The possible locks, in the place of the table of locks: what they are, a table, and below it what is not shown. GUI thread.
#pragma once

#include "lockcore/monitor/filter/filter.h"
#include "lockcore/monitor/model/possible_locks.h"

#include <QWidget>

class QMenu;
class QTableView;

namespace lockscope {

class Banner;
class PossibleModel;
class ShadedLabel;

class PossibleArea final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PossibleArea)

public:
    explicit PossibleArea(QWidget *parent = nullptr);

    void show(const lockcore::PossibleLocks &possible, lockcore::ServerTime now);
    void setFilter(const lockcore::Filter &filter);

    PossibleModel *rows() const { return m_rows; }

signals:
    void closed();                                                   ///< the user wants to see the locks again
    void menuOpens(const lockcore::LockInfo &possible, QMenu *menu); ///< for this row; add actions to the menu

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void setUpTable();
    void fitColumns();
    void showWords();
    void openMenu(const QModelIndex &index, const QPoint &place);

    Banner *m_banner;
    QTableView *m_table;
    ShadedLabel *m_empty;
    ShadedLabel *m_notes;
    PossibleModel *m_rows;
    lockcore::PossibleLocks m_possible;
};

} // namespace lockscope
