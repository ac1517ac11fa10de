// SPDX-License-Identifier: MIT
// The entries of a run after its warm-up, as rows: the table twin of the timeline; or only those that a verdict names. Sentences are made
// when a row is looked at. What happens after the player's moment is not there, unless all is to be seen. GUI thread.
#pragma once

#include "ui/lab/player/shown_run.h"

#include <QAbstractTableModel>
#include <QCache>

#include <map>

namespace lockscope {

class RunPlayer;

class EntryModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EntryModel)

public:
    enum Column { Number, Time, Worker, Sentence, Verdicts, ColumnCount };
    enum class Which { All, Decisive };
    enum Role { WorkerRole = Qt::UserRole, OutcomeRole }; ///< index for ownerColour(); lockcore::Outcome, if a verdict names it

    /// The player outlives it.
    explicit EntryModel(RunPlayer *player, QObject *parent = nullptr)
        : EntryModel(player, Which::All, parent)
    { }
    EntryModel(RunPlayer *player, Which which, QObject *parent = nullptr);

    void setShowsAll(bool showsAll);

    std::uint64_t numberOf(int row) const; ///< of the entry; 0: there is no such row
    int rowOf(std::uint64_t number) const; ///< of decisive ones: of the last one up to it; -1: it is not shown

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void showRun();
    void catchUp();
    int rowsNow() const;
    QString verdictText(std::uint64_t number) const;
    QString sentence(std::uint64_t number) const;
    int workerOf(const lockcore::HistoryEntry &entry) const;

    RunPlayer *m_player;
    const Which m_which;
    ShownRunPtr m_run;
    std::size_t m_first = 0; ///< index of the first entry that is shown
    int m_rows = 0;
    bool m_showsAll = false;
    std::map<std::uint64_t, std::vector<std::size_t>> m_named; ///< entry → verdicts
    std::vector<std::uint64_t> m_decisive;                     ///< that are named, in their order
    mutable QCache<std::uint64_t, QString> m_sentences{1000};  ///< of the rows that were looked at last
};

} // namespace lockscope
