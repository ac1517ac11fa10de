// SPDX-License-Identifier: MIT
// A suite as a table: a row for each story with its overall result and the verdict on each property. GUI thread.
#pragma once

#include "ui/lab/tables/result_model.h"
#include "ui/runs/suite.h"

namespace lockscope {

class SuiteModel final : public ResultModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SuiteModel)

public:
    enum Column { Story, Result, FirstProperty };

    using ResultModel::ResultModel;

    void show(const SuiteResult &suite); ///< of the same stories: only new results change the table

    int planned() const override { return static_cast<int>(m_suite.scenarios.size()); }
    int played() const override { return m_played; }
    QString subject() const override { return m_subject; }
    QString summary() const override { return m_summary; }
    QString failure() const override { return {}; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const LabResult *resultAt(int row) const; ///< null: not played yet
    static QString columnTitleAt(int column);
    void summarise();

    SuiteResult m_suite;
    int m_played = 0;
    QString m_subject, m_summary;
};

} // namespace lockscope
