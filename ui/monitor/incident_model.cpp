// SPDX-License-Identifier: MIT
#include "ui/monitor/incident_model.h"

#include "ui/words/incident_words.h"
#include "ui/words/shown_text.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

// Few rows are in sight, so what breaks mutual exclusion comes first. A repeat changes its row but not the order, so that the selection and
// a pointer over the list stay where they are.
void IncidentModel::show(const IncidentList &list, bool acknowledgedToo)
{
    std::vector<Incident> rows;
    for (auto incident = list.all().rbegin(); incident != list.all().rend(); ++incident) {
        if (acknowledgedToo || !incident->acknowledged)
            rows.push_back(*incident);
    }
    std::ranges::stable_sort(rows, [](const Incident &one, const Incident &other) {
        const auto rank = [](const Incident &incident) { return std::pair(incident.acknowledged, -static_cast<int>(toneOf(incident))); };
        return rank(one) < rank(other);
    });
    const auto isSameRow = [](const Incident &one, const Incident &other) {
        return one.first == other.first && one.acknowledged == other.acknowledged && isSameMatter(one, other);
    };
    if (std::ranges::equal(rows, m_rows, isSameRow)) {
        m_rows = std::move(rows);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int IncidentModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int IncidentModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString IncidentModel::text(const Incident &incident, Column column) const
{
    constexpr std::size_t longest = 500;
    switch (column) {
    case What: return incidentText(incident.kind);
    case Time: return incidentTimes(incident);
    case Lock: return shownText(incident.id.key, longest);
    case Owner: return shownText(incident.owner, longest);
    case Server: return shownText(incident.server, longest);
    case Why: return shownText(incident.why, longest);
    case ColumnCount: break;
    }
    return {};
}

QVariant IncidentModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = static_cast<Column>(index.column());
    const auto &incident = incidentAt(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(incident, column);
    case Qt::ToolTipRole: {
        auto lines = QStringList{column == Server ? incidentPlace(incident) : text(incident, column)};
        if (column != Why)
            lines << text(incident, Why);
        if (incident.acknowledged)
            lines << tr("Acknowledged");
        return lines.join(u'\n');
    }
    case Qt::AccessibleTextRole:
        return u"%1: %2"_s.arg(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), text(incident, column));
    default: return {};
    }
}

QVariant IncidentModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case What: return tr("What");
    case Time: return tr("Time");
    case Lock: return tr("Lock");
    case Owner: return tr("Holder then");
    case Server: return tr("Server");
    case Why: return tr("Evidence");
    default: return {};
    }
}

} // namespace lockscope
