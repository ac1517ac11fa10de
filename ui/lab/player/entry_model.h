// SPDX-License-Identifier: MIT
// The entries of a run after its warm-up, as rows: the tabular alternative to the timeline; or only the entries that a verdict names. A
// sentence is made when its row is requested. Rows after the player's moment are hidden, unless all are to be shown. GUI thread.
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
    /// Index for ownerColour(); outcome of the first verdict that names it; whether the lock or the resource prevented harm.
    enum Role { WorkerRole = Qt::UserRole, OutcomeRole, ProtectionRole };

    /// The player must outlive this object.
    explicit EntryModel(RunPlayer *player, QObject *parent = nullptr)
        : EntryModel(player, Which::All, parent)
    { }
    EntryModel(RunPlayer *player, Which which, QObject *parent = nullptr);

    void setShowsAll(bool showsAll);

    std::uint64_t numberOf(int row) const; ///< the entry's number; 0: there is no such row
    int rowOf(std::uint64_t number) const; ///< of the last shown entry up to `number` if only decisive ones are shown; -1: none

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void showRun();
    void catchUp();
    int rowsNow() const;
    QString verdictText(std::uint64_t number) const;
    QString verdictsTip(std::uint64_t number) const;
    QString sentence(std::uint64_t number) const;
    int workerOf(const lockcore::HistoryEntry &entry) const;

    RunPlayer *m_player;
    const Which m_which;
    ShownRunPtr m_run;
    std::size_t m_first = 0; ///< index of the first entry that is shown
    int m_rows = 0;
    bool m_showsAll = false;
    std::map<std::uint64_t, std::vector<std::size_t>> m_named; ///< entry → verdicts
    std::vector<std::uint64_t> m_decisive;                     ///< the numbers of the decisive moments, ascending
    mutable QCache<std::uint64_t, QString> m_sentences{1000};  ///< for the rows that were requested last
};

} // namespace lockscope
