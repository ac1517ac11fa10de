// SPDX-License-Identifier: MIT
// The scenario library: chapters with their stories, then the user's own scenarios and earlier runs. Chapters are the rows without a parent
// and always exist; the view hides empty ones. Rows are updated by difference, so that a selection survives. GUI thread.
#pragma once

#include "ui/lab/player/seen.h"
#include "ui/lab/scenario/own_scenarios.h"

#include <QAbstractItemModel>
#include <QDateTime>

namespace lockscope {

/// A run that is kept in a folder.
struct EarlierRun
{
    QString folder;
    QString title; ///< title of its scenario
    QDateTime when;
    Seen seen = Seen::Held; ///< the result of the run
    bool operator==(const EarlierRun &) const = default;
};

/// One row of a chapter.
struct LibraryRow
{
    enum class Kind { Story, Own, Unreadable, Run };

    Kind kind = Kind::Story;
    QString key; ///< stays the same when the row changes
    QString title, summary;
    QString details; ///< the whole story; for tooltips
    QString search;
    Seen seen = Seen::Never;
    QString path; ///< path of a file or a folder
    std::shared_ptr<const lockcore::Scenario> scenario;

    bool looksLike(const LibraryRow &other) const;
};

class LibraryModel final : public QAbstractItemModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LibraryModel)

public:
    enum Role { SummaryRole = Qt::UserRole, SeenRole, SearchRole, KindRole };

    LibraryModel(const std::vector<lockcore::Scenario> &builtIns, QSettings *settings, QObject *parent = nullptr);

    void setOwn(const std::vector<OwnScenario> &own);
    void setRuns(const QList<EarlierRun> &runs);
    void setCovered(const QString &key);                      ///< of the row whose title would give away how its story ends; empty: none
    void note(const lockcore::Scenario &scenario, Seen seen); ///< also stores it in the settings

    const LibraryRow *row(const QModelIndex &index) const;            ///< null for a chapter or an invalid index
    QModelIndex find(const QString &name, bool own = false) const;    ///< `name`: of a scenario
    const lockcore::Scenario *builtIn(const std::string &name) const; ///< null: there is none

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex & = {}) const override { return 1; }
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Chapter
    {
        QString title;
        std::vector<LibraryRow> rows;
    };

    LibraryRow rowOf(const lockcore::Scenario &scenario, LibraryRow::Kind kind) const;
    void replace(int chapter, std::vector<LibraryRow> rows);
    QVariant chapterData(const Chapter &chapter, int role) const;
    int ownChapter() const { return static_cast<int>(m_chapters.size()) - 2; }
    int runChapter() const { return static_cast<int>(m_chapters.size()) - 1; }

    SeenStore m_seen;
    QString m_covered;
    std::vector<Chapter> m_chapters;
};

} // namespace lockscope
