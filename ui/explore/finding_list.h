// SPDX-License-Identifier: MIT
// The verdicts of a search, and below them what else breaks the lock: a list whose entries with a counterexample can be chosen. GUI thread.
#pragma once

#include "ui/explore/explore_result.h"

#include <QAbstractListModel>
#include <QListView>

namespace lockscope {

class FindingModel final : public QAbstractListModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FindingModel)

public:
    enum class Look { Violated, Held, Open, Heading, Group, Inner }; ///< Inner: violated, by the fault of the group above
    enum Role { LookRole = Qt::UserRole, SentenceRole };

    using QAbstractListModel::QAbstractListModel;

    void show(const ExploreResultPtr &result);      ///< null: nothing
    const ExploreFinding *findingAt(int row) const; ///< null: it has no counterexample
    int firstViolation() const;                     ///< -1: none

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Entry
    {
        QString title, sentence;
        Look look = Look::Open;
        const ExploreFinding *finding = nullptr; ///< with a counterexample
        QString group;                           ///< Inner: the fault
    };

    ExploreResultPtr m_result;
    QList<Entry> m_entries;
};

class FindingList final : public QListView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FindingList)

public:
    explicit FindingList(QWidget *parent = nullptr);

    FindingModel *findings() const { return m_findings; }

signals:
    void chosen(int row);

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    FindingModel *m_findings;
};

} // namespace lockscope
