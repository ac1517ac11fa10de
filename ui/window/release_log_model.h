// SPDX-License-Identifier: MIT
// The attempts of the release log as rows, newest first. GUI thread.
#pragma once

#include "lockcore/monitor/release/release_log.h"

#include <QAbstractTableModel>

namespace lockscope {

class ReleaseLogModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseLogModel)

public:
    enum Column { Time, Outcome, Lock, Owner, User, Reason, Server, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void show(std::vector<lockcore::ReleaseLogEntry> entries);

    const std::vector<lockcore::ReleaseLogEntry> &entries() const { return m_entries; }
    const lockcore::ReleaseLogEntry &entryAt(int row) const { return m_entries[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<lockcore::ReleaseLogEntry> m_entries;
};

} // namespace lockscope
