// SPDX-License-Identifier: MIT
// The Lab's page: stories at the left, the run that is shown in the middle, its workers and their source at the right. A run is played by
// the engine at full speed, and then slowly from its history by the player. GUI thread.
//
//     LibraryView ─▶ LabDesk ─▶ LabEngine ─▶ ShownRun ─▶ RunPlayer ─▶ timeline, caption, cards, source, verdicts
#pragma once

#include "lockcore/redis/endpoint.h"
#include "lockcore/report/moments.h"
#include "ui/lab/run_player.h"

#include <QWidget>

class QAction;
class QSettings;
class QSplitter;
class QStackedWidget;

namespace lockscope {

class CaptionLine;
class ChangePanel;
class EntryModel;
class EntryTable;
class LabBar;
class LabDesk;
class LabEngine;
class LibraryView;
class OwnScenarios;
class PlayerBar;
class RunFacts;
class RunStack;
class SourcePanel;
class StatePanel;
class StoryHeader;
class Tour;
class VerdictCards;
class WorkerCards;

class LabPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabPage)

public:
    /// `engine` and `settings` outlive it.
    LabPage(LabEngine *engine, QSettings *settings, QWidget *parent = nullptr);
    ~LabPage() override;

    LabDesk *desk() const { return m_desk; }
    RunPlayer *player() const { return m_player; }
    RunStack *stack() const { return m_stack; }
    LibraryView *library() const { return m_library; }
    VerdictCards *verdicts() const { return m_verdicts; }

    QList<QAction *> ownActions() const;  ///< for a menu of its own
    QList<QAction *> viewActions() const; ///< for the View menu
    void startTour();

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

signals:
    void message(const QString &text); ///< for the status line

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void layOut();
    void addActions();
    void join();
    void joinDesk();
    void showRun();
    void showMoment();
    void showState();
    void showEntry(quint64 number);
    void setProjector(bool on);
    void setTable(bool on);

    QSettings *m_settings;
    LabDesk *m_desk;
    RunPlayer *m_player;
    std::optional<lockcore::Moments> m_moments;
    OwnScenarios *m_own;
    LibraryView *m_library;
    LabBar *m_bar;
    StoryHeader *m_story;
    ChangePanel *m_change;
    QStackedWidget *m_centre;
    StatePanel *m_state;
    QStackedWidget *m_views;
    RunStack *m_stack;
    EntryModel *m_entries;
    EntryTable *m_table;
    CaptionLine *m_caption;
    PlayerBar *m_playerBar;
    VerdictCards *m_verdicts;
    RunFacts *m_facts;
    QWidget *m_right;
    WorkerCards *m_workers;
    SourcePanel *m_source;
    QSplitter *m_columns;
    QAction *m_guessFirst;
    QAction *m_projector;
    QAction *m_asTable;
};

} // namespace lockscope
