// SPDX-License-Identifier: MIT
// The view of a TimelineTable. While its end is visible, it follows the history; if the user has scrolled up, it does not move. GUI thread.
#pragma once

#include <QTableView>

namespace lockscope {

class TimelineTable;

class TimelineTwin final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TimelineTwin)

public:
    explicit TimelineTwin(TimelineTable *rows, QWidget *parent = nullptr);

    void catchUp();

    void rowsInserted(const QModelIndex &parent, int start, int end) override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void setUpRows();
    void fitColumns();
    void measure(int first, int last);
    bool atEnd() const;

    TimelineTable *m_rows;
    qreal m_widestWord = 0; ///< px; of the event words
};

} // namespace lockscope
