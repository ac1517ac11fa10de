// SPDX-License-Identifier: MIT
// The incidents as rows, the worst first, then the newest: those that nobody has acknowledged, or all. GUI thread.
#pragma once

#include "lockcore/monitor/incidents/incident_list.h"

#include <QAbstractTableModel>

namespace lockscope {

class IncidentModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(IncidentModel)

public:
    enum Column { What, Time, Lock, Owner, Server, Why, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void show(const lockcore::IncidentList &list, bool acknowledgedToo);

    const lockcore::Incident &incidentAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const lockcore::Incident &incident, Column column) const;

    std::vector<lockcore::Incident> m_rows;
};

} // namespace lockscope
