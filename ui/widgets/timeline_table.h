// SPDX-License-Identifier: MIT
// The timeline as a table, for users who prefer to read: every mark of the history in order of arrival; a mark that begins a span also
// shows when the span ended. It reads from the history and copies nothing. GUI thread.
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

    /// Both must outlive the model; `source` names marks and times.
    TimelineTable(const TimelineHistory &history, const TimelineSource &source, QObject *parent = nullptr);

    void catchUp(); ///< follows the history: new marks are added, dropped ones removed
    void clear();   ///< call it when the history is cleared

    int laneOf(int row) const;                 ///< lane number in the history; -1: the mark was dropped meanwhile
    const TimelineLook *lookOf(int row) const; ///< null: the mark was dropped meanwhile

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString untilText(const TimelineHistory::Entry &entry) const;
    const TimelineHistory::Entry *entryAt(int row) const;

    const TimelineHistory &m_history;
    const TimelineSource &m_source;
    std::int64_t m_first = 0; ///< number of the mark in the first row
    std::int64_t m_end = 0;
};

} // namespace lockscope
