// SPDX-License-Identifier: MIT
// A counterexample as rows: one for each step, with a lane for each worker. GUI thread.
#pragma once

#include "ui/explore/explore_result.h"

#include <QAbstractTableModel>

namespace lockscope {

class StepModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StepModel)

public:
    static constexpr int timeColumn = 0;
    static constexpr int firstLane = 1; ///< of as many as there are workers; then what happens, and what Redis has
    enum Role { LaneRole = Qt::UserRole, ToneRole, LeaseRole };
    enum class Tone { Plain, Fault, Violation, Time };

    /// A worker at one step.
    struct Lane
    {
        enum class Life { Away, Waits, Inside, Paused, Dead };

        int worker = 0;
        Life life = Life::Away;
        Life before = Life::Away;
        bool acts = false;
        bool isFault = false;
        bool isLast = false; ///< of the counterexample
    };

    explicit StepModel(QObject *parent = nullptr);

    void show(const QList<ExploreStep> &steps, int workers, int servers);
    const QList<ExploreStep> &steps() const { return m_steps; }
    int workers() const { return m_workers; }
    int whatColumn() const { return firstLane + m_workers; }
    int redisColumn() const { return whatColumn() + 1; }
    int rowOf(int event) const; ///< the last row of the steps up to this event; -1: none
    const ExploreStep *lastWithSource(int worker, int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow();
    QString whoWords(const ExploreStep &step) const;
    QString redisWords(int row) const;
    double leaseLeft(int row) const; ///< 0 to 1; below 0: none
    Tone toneOf(int row) const;

    QList<ExploreStep> m_steps;
    int m_workers = 0;
    int m_servers = 1;
    QList<QList<Lane>> m_lanes; ///< of each row
    int m_longestLease = 0;     ///< ms
};

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::StepModel::Lane)
