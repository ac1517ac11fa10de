// SPDX-License-Identifier: MIT
// The table of locks. It draws at most ten times a second, and only visible cells whose text changed. It draws less often if drawing would
// take more than a twenty-fifth of a core. Rows that come above what is in sight are announced.
#pragma once

#include "ui/monitor/lock_column_widths.h"

#include <QTableView>
#include <QTimer>

#include <unordered_set>

class QMenu;

namespace lockscope {

class LockDelegate;
class LockSortFilter;
class OwnerLight;
class PillButton;

class LockTableView final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LockTableView)

public:
    static constexpr QKeyCombination copyOwnerKey = Qt::CTRL | Qt::ALT | Qt::Key_C;

    explicit LockTableView(LockSortFilter *rows, QWidget *parent = nullptr);

    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void forgetNewcomers(); ///< the rows are others for another reason than new locks

    void setGreyed(bool greyed);
    void showNodes(bool shown);              ///< the column of a cluster's nodes
    void setOwnerLight(OwnerLight *light);   ///< also tells it which owner is under the pointer
    bool select(const lockcore::LockId &id); ///< false: the lock has no row

    QByteArray columnState() const;
    void restoreColumnState(const QByteArray &state);

    /// The sort column, from 1, negative for descending; for storing in settings. 0 and numbers that are not a column are ignored.
    int sorting() const;
    void setSorting(int sorting);

    void dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &roles) override;

signals:
    void filterTermChosen(const QString &term); ///< the user chose "only this" or "not this" on a cell
    void currentLockChanged();

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    void setUpHeaders();
    void setUpColumns();
    bool measureColumns(); ///< true: a column has grown
    bool measure(const std::vector<int> &rows);
    std::pair<int, int> rowsInSight() const; ///< the first and the last visible row
    std::vector<int> changedInSight() const;
    void fitColumns();
    struct Shown ///< the cells that change with time
    {
        std::int64_t lease = -1;
        std::int64_t held = -1;
        bool glowing = false;
        bool fading = false;
    };

    struct Place ///< positions of the current row, and of a visible row that keeps its place
    {
        QPersistentModelIndex current;
        int row = -1;
        QPersistentModelIndex anchor;
        int anchorRow = -1;
        int scrolled = 0;
    };

    void tick();
    QRegion aged();
    void notePlace();
    void keepPlace();
    void updateKept();
    void addFilterActions(QMenu &menu, const QModelIndex &index);
    void copy(const QModelIndex &index);
    void copyNames();
    void showNewAbove();

    static constexpr int frame = 100;        // ms
    static constexpr int slowestFrame = 500; // ms
    static constexpr std::size_t mostNewcomers = 1000;
    static constexpr int painting = 25; // the interval is at least this many times the duration of the last painting

    LockSortFilter *m_rows;
    LockDelegate *m_delegate;
    QTimer m_ticking;
    int m_pace = frame;         ///< ms between ticks, depending on the duration of the last painting
    std::vector<Shown> m_shown; ///< one for each row
    std::vector<int> m_changed; ///< rows whose locks changed since the last frame
    bool m_greyed = false;
    LockColumnWidths m_widths;
    Place m_place;           ///< kept while rows are added, removed or moved
    int m_choosing = -1;     ///< the row of the model that is about to be selected
    bool m_pointing = false; ///< the user moved the pointer into the table; false if the table just appeared under the pointer
    QPointF m_enteredAt;     ///< in screen coordinates
    bool m_unmeasured = true;
    bool m_columnsAreUsers = false;
    bool m_fitting = false;
    int m_room = 0;                      ///< the width to which the columns were fitted
    std::unordered_set<int> m_newcomers; ///< rows of the model that came while the table was scrolled down, and were not in sight yet
    PillButton *m_newAbove;
    int m_aboveCount = 0;
};

} // namespace lockscope
