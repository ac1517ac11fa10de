// SPDX-License-Identifier: MIT
// The workers or the faults of a draft as a table of typed cells. GUI thread.
#pragma once

#include "ui/lab/scenario/scenario_draft.h"

#include <QAbstractTableModel>

namespace lockscope {

class DraftTableModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DraftTableModel)

public:
    /// `titles` and `hints` of the columns, as many as `fields`; a hint says what an empty cell means.
    DraftTableModel(std::span<const DraftField> fields, const QStringList &titles, const QStringList &hints, QObject *parent = nullptr);

    void set(const QList<DraftRow> &rows);
    const QList<DraftRow> &draftRows() const { return m_rows; }

    void append(const DraftRow &row);
    void remove(int row);
    void setWrong(int row, int column, const QString &sentence); ///< -1: no row, or the whole row

    int columnOf(const QString &field) const; ///< -1: it has no column
    DraftKind kindOf(int column) const { return m_fields[static_cast<std::size_t>(column)].kind; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void edited();

private:
    bool isWrong(const QModelIndex &index) const;
    int alignmentOf(int column) const; ///< numbers at the right

    std::span<const DraftField> m_fields;
    const QStringList m_titles, m_hints;
    QList<DraftRow> m_rows;
    int m_wrongRow = -1, m_wrongColumn = -1;
    QString m_wrong;
};

} // namespace lockscope
