// SPDX-License-Identifier: MIT
// The library at the left of the page: a search field above the chapters. It plays nothing; it emits what the user has chosen. GUI thread.
#pragma once

#include "ui/lab/library/library_model.h"

#include <QPersistentModelIndex>
#include <QWidget>

class QKeyEvent;
class QLineEdit;

namespace lockscope {

class LibraryFilter;
class LibraryTree;
class ShadedLabel;

class LibraryView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LibraryView)

public:
    /// `own` and `settings` must outlive this object.
    LibraryView(OwnScenarios *own, QSettings *settings, QWidget *parent = nullptr);

    LibraryModel *model() const { return m_model; }
    std::shared_ptr<const lockcore::Scenario> current() const; ///< null: nothing, or an earlier run, is selected

    bool select(const QString &name, bool own = false); ///< `name`: of a scenario; false: there is none. Ends a search that hides it
    void setRuns(const QList<EarlierRun> &runs) { m_model->setRuns(runs); }
    void noteResult(const lockcore::Scenario &scenario, Seen seen) { m_model->note(scenario, seen); }
    void setCovered(bool covered); ///< the current story, whose title would give away how it ends
    void focusSearch();

signals:
    /// The scenario became the current one: by mouse, keys or select(). The keys only look around while a search is on.
    void scenarioChosen(const lockcore::Scenario &scenario);
    void scenarioActivated(const lockcore::Scenario &scenario);     ///< play it: Enter or a double click
    void runChosen(const QString &folder);                          ///< Enter or a click
    void unreadableChosen(const QString &file, const QString &why); ///< a file of the user that is not a valid scenario
    void removed(const QString &sentence);                          ///< a scenario of the user was removed; `sentence` says where it is now
    void editWanted(const lockcore::Scenario &scenario, bool copy);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    bool isForTheRoom(const QKeyEvent &event) const;
    void addActions();
    void search(const QString &text);
    void choose(const QModelIndex &index);
    void follow(const QModelIndex &current);
    void followContents(const QModelIndex &first, const QModelIndex &last, const QList<int> &roles);
    void click(const QModelIndex &index, bool again);
    void endSearch();
    void activate(const QModelIndex &index);
    void askToRemove();
    void remove(const QString &path, const QString &title);
    void recolour();
    const LibraryRow *rowAt(const QModelIndex &index) const;
    const LibraryRow *currentRow() const;

    OwnScenarios *m_own;
    LibraryModel *m_model;
    LibraryFilter *m_filter;
    QLineEdit *m_search;
    LibraryTree *m_tree;
    QPersistentModelIndex m_chosen; ///< of the model; the current row is another one while a search looks around
    bool m_isChoosing = false;      ///< by select()
    ShadedLabel *m_nothing;
    QAction *m_copy;
    QAction *m_edit;
    QAction *m_remove;
};

} // namespace lockscope
