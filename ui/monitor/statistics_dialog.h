// SPDX-License-Identifier: MIT
// How busy the locks are, by what their names have in common. Modeless; it is read again each second while it is visible. GUI thread.
#pragma once

#include "lockcore/monitor/statistics/lock_statistics.h"

#include <QDialog>
#include <QTimer>

#include <functional>
#include <vector>

class QTableView;

namespace lockscope {

class ShadedLabel;
class StatisticsModel;

class StatisticsDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StatisticsDialog)

public:
    using Source = std::function<std::vector<lockcore::KindStatistics>()>;

    explicit StatisticsDialog(Source source, QWidget *parent);

    void read(); ///< again, at once

signals:
    void filterTermChosen(const QString &term); ///< the user wants to see the locks of a row

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void setUpTable();
    void fitColumns();
    void copy() const;

    Source m_source;
    StatisticsModel *m_rows;
    ShadedLabel *m_words;
    QTableView *m_table;
    QTimer m_reading;
};

} // namespace lockscope
