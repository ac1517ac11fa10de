// SPDX-License-Identifier: MIT
#include "ui/lab/editor/draft_table_model.h"

#include "ui/widgets/theme.h"

#include <QGuiApplication>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

DraftTableModel::DraftTableModel(std::span<const DraftField> fields, const QStringList &titles, const QStringList &hints, QObject *parent)
    : QAbstractTableModel(parent)
    , m_fields(fields)
    , m_titles(titles)
    , m_hints(hints)
{ }

void DraftTableModel::set(const QList<DraftRow> &rows)
{
    beginResetModel();
    m_rows = rows;
    m_wrongRow = -1;
    endResetModel();
}

void DraftTableModel::append(const DraftRow &row)
{
    const auto at = static_cast<int>(m_rows.size());
    beginInsertRows({}, at, at);
    m_rows << row;
    endInsertRows();
    emit edited();
}

void DraftTableModel::remove(int row)
{
    if (row < 0 || row >= m_rows.size())
        return;
    beginRemoveRows({}, row, row);
    m_rows.removeAt(row);
    m_wrongRow = -1;
    endRemoveRows();
    emit edited();
}

void DraftTableModel::setWrong(int row, int column, const QString &sentence)
{
    if (row == m_wrongRow && column == m_wrongColumn && sentence == m_wrong)
        return;
    m_wrongRow = row;
    m_wrongColumn = column;
    m_wrong = sentence;
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::ForegroundRole, Qt::ToolTipRole});
}

int DraftTableModel::columnOf(const QString &field) const
{
    const auto found = std::ranges::find(m_fields, field.toStdString(), &DraftField::name);
    return found == m_fields.end() ? -1 : static_cast<int>(found - m_fields.begin());
}

int DraftTableModel::alignmentOf(int column) const
{
    return static_cast<int>((kindOf(column) == DraftKind::Number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

int DraftTableModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int DraftTableModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_fields.size()); }

bool DraftTableModel::isWrong(const QModelIndex &index) const
{
    return index.row() == m_wrongRow && (m_wrongColumn < 0 || index.column() == m_wrongColumn);
}

QVariant DraftTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto typed = m_rows[index.row()].cells.value(index.column());
    switch (role) {
    case Qt::DisplayRole: return typed.isEmpty() ? m_hints.value(index.column()) : typed;
    case Qt::EditRole: return typed;
    case Qt::ToolTipRole: return isWrong(index) ? m_wrong : typed;
    case Qt::AccessibleTextRole: return QString(m_titles.value(index.column()) + u": "_s + typed);
    case Qt::TextAlignmentRole: return alignmentOf(index.column());
    case Qt::ForegroundRole:
        if (isWrong(index))
            return shadesOf(QGuiApplication::palette()).danger;
        return typed.isEmpty() ? QVariant(shadesOf(QGuiApplication::palette()).faint) : QVariant();
    default: return {};
    }
}

bool DraftTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    auto &cell = m_rows[index.row()].cells[index.column()];
    const auto typed = value.toString().simplified();
    if (cell == typed)
        return true;
    cell = typed;
    emit dataChanged(index, index);
    emit edited();
    return true;
}

QVariant DraftTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole)
        return m_titles.value(section);
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    return QAbstractTableModel::headerData(section, orientation, role);
}

Qt::ItemFlags DraftTableModel::flags(const QModelIndex &index) const
{
    return QAbstractTableModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

} // namespace lockscope
