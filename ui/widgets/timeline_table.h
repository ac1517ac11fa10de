// SPDX-License-Identifier: MIT
// The timeline as a table, for users who prefer to read it: every mark of the history in order of arrival, and for a mark that begins a
// span, when the span ended. A window on the history: nothing is copied. GUI thread.
#pragma once

#include "ui/widgets/timeline_source.h"

#include <QAbstractTableModel>

namespace lockscope {

class TimelineTable final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TimelineTable)

public:
    enum Column { Time, Lane, What, Owner, Until, ColumnCount };

    /// Both outlive the model; `source` names marks and times.
    TimelineTable(const TimelineHistory &history, const TimelineSource &source, QObject *parent = nullptr);

    void catchUp(); ///< follows the history: new marks are added, dropped ones removed
    void clear();   ///< with the history

    int laneOf(int row) const;                 ///< of the history; -1: dropped meanwhile
    const TimelineLook *lookOf(int row) const; ///< null: dropped meanwhile

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString untilText(const TimelineHistory::Entry &entry) const;
    const TimelineHistory::Entry *entryAt(int row) const;

    const TimelineHistory &m_history;
    const TimelineSource &m_source;
    std::int64_t m_first = 0; ///< the number of the first row's mark
    std::int64_t m_end = 0;
};

} // namespace lockscope
