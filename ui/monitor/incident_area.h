// SPDX-License-Identifier: MIT
// The incidents, between the table and the timeline: in sight as long as one is not acknowledged, and otherwise on demand. As high as its
// rows, up to a few lines. A reason that is longer than its line breaks: it is never cut. GUI thread.
#pragma once

#include <QWidget>

class QAction;
class QTableView;
class QToolButton;

namespace lockcore {
struct Incident;
}

namespace lockscope {

class IncidentModel;
class IncidentStore;
class ShadedLabel;

class IncidentArea final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(IncidentArea)

public:
    explicit IncidentArea(IncidentStore *store, QWidget *parent = nullptr); ///< the store must outlive the area

    QAction *showAction() const { return m_show; } ///< checkable, for the View menu
    QList<QAction *> actions() const;              ///< that, and those that acknowledge
    QTableView *table() const { return m_table; }
    void setFrozen(bool frozen); ///< true: a new incident does not appear yet
    void open();                 ///< and takes the focus

signals:
    void told(const QString &sentence);                    ///< what has become of what the user has acknowledged
    void momentWanted(const lockcore::Incident &incident); ///< the user wants to see when it happened

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void setUpHead();
    void setUpTable();
    void followStore();
    void refresh();
    void fit();
    void fitColumns();
    int fitRows();
    void acknowledgeSelected();
    void acknowledgeAll();
    void tellOf(std::size_t acknowledged);
    std::vector<lockcore::Incident> selected() const; ///< those that are not acknowledged
    void showWhatIsPossible();
    QString emptyText() const;

    IncidentStore *m_store;
    IncidentModel *m_rows;
    QWidget *m_head;
    ShadedLabel *m_counts;
    ShadedLabel *m_empty;
    QTableView *m_table;
    QAction *m_show;
    QAction *m_one;
    QAction *m_all;
    QAction *m_old; ///< checkable: acknowledged ones are shown, too
    std::size_t m_open = 0;
    bool m_frozen = false;
};

} // namespace lockscope
