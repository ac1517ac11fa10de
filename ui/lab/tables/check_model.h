// SPDX-License-Identifier: MIT
// *Check my lock* as a table: a row for each property and each pitfall with its word, and when all is played, one for each reason why runs
// could not test. GUI thread.
#pragma once

#include "ui/lab/tables/result_model.h"
#include "ui/report/check.h"

namespace lockscope {

class CheckModel final : public ResultModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CheckModel)

public:
    enum Column { What, Word, Answers, Finding, Columns };

    using ResultModel::ResultModel;

    void show(const Check &check);

    int planned() const override; ///< of the part that plays
    int played() const override;
    QString subject() const override;
    QString summary() const override;
    QString failure() const override;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        QString title;
        CheckItem item;
        bool operator==(const Row &) const = default;
    };

    static std::vector<Row> rowsOf(const Check &check);
    QString textAt(const Row &row, int column) const;

    Check m_check;
    std::vector<Row> m_rows; ///< none if no lock was tested
};

} // namespace lockscope
