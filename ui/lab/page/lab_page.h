// SPDX-License-Identifier: MIT
// The Lab's page: stories at the left, the run that is shown in the middle, its workers and their source at the right. A run is played by
// the engine at full speed, and then slowly from its history by the player. GUI thread.
//
//     LibraryView ─▶ LabDesk ─▶ LabEngine ─▶ ShownRun ─▶ RunPlayer ─▶ timeline, caption, cards, source, verdicts
#pragma once

#include "lockcore/lab/scenario/scenario.h"
#include "lockcore/report/moments.h"
#include "ui/lab/engine/table_engine.h"
#include "ui/lab/player/run_player.h"
#include "ui/lab/player/seen.h"

#include <QList>
#include <QPointer>
#include <QWidget>

#include <utility>

class QAction;
class QPushButton;
class QSettings;
class QSplitter;
class QStackedWidget;

namespace lockscope {

class AskPanel;
class CaptionLine;
class ChangePanel;
class EntryModel;
class EntryTable;
class LabActions;
class LabBar;
class LabDesk;
class LabEngine;
class LabTables;
class LibraryView;
class OwnScenarios;
class PlayerBar;
class RunFacts;
class RunPicture;
class RunShelf;
class RunStack;
class SourcePanel;
class StatePanel;
class StoryHeader;
class TourPanel;
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

    LabActions *actions() const { return m_actions; }
    LabDesk *desk() const { return m_desk; }
    RunPlayer *player() const { return m_player; }
    RunStack *stack() const { return m_stack; }
    LibraryView *library() const { return m_library; }
    VerdictCards *verdicts() const { return m_verdicts; }
    WorkerCards *workers() const { return m_workers; }
    TourPanel *tour() const { return m_tour; }
    AskPanel *askPanel() const { return m_ask; }
    LabTables *tables() const { return m_tables; } ///< null: the engine plays none

    QList<QAction *> ownActions() const;  ///< for a menu of its own
    QList<QAction *> viewActions() const; ///< for the View menu
    QList<QAction *> editActions() const;

    void openRun(const QString &folder); ///< what cannot be read is said in place of the run
    void startTour();
    void showMessage(const QString &text); ///< for some seconds

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

signals:
    void watchWanted(int run); ///< its server, in the Monitor

protected:
    void showEvent(QShowEvent *event) override; ///< offers the tour, the first time
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void layOut();
    void join();
    void joinActions();
    void joinDesk();
    void chooseScenario(const lockcore::Scenario &scenario);
    void showUnreadable(const QString &file, const QString &why);
    void begin(bool live, bool asTwin);
    void edit(const lockcore::Scenario &scenario, bool copy);
    void showOpened(const ShownRunPtr &run);
    void tellHowToPlay();
    void showCentre(bool run);
    void showRun();
    void showLive(const lockscope::ShownRunPtr &run);
    void showMoment();
    void followWorker(const QString &worker); ///< in the source
    void reveal();
    void showVeil();
    void listEvents(); ///< of a run that was judged, once that gives nothing away
    void focusStage();
    bool goBack(); ///< from a table, or from what is changed; false: there is nothing to go back from
    void openChange(bool open);
    bool isChoosing() const; ///< a person is where it is decided what is played
    void showPhase();
    void showEntry(quint64 number);
    void setProjector(bool on);
    void setLargeType(bool large);
    void shareHeight();
    void shareWidth();
    void shareRight();
    void joinTables();
    void showTable(TableOrder::Kind kind);
    void showStory();
    bool isFromTable() const;
    void showProof();

    /// The run that was asked for from a table.
    struct FromTable
    {
        QString folder;
        quint64 entry = 0; ///< that completes the proof; 0: none
    };

    FromTable m_fromTable;
    QSettings *m_settings;
    LabActions *m_actions;
    LabDesk *m_desk;
    RunShelf *m_shelf;
    RunPlayer *m_player;
    lockcore::Scenario m_scenario;                        ///< that is chosen
    bool m_isUnreadable = false;                          ///< a file is chosen that is no scenario
    bool m_showsLive = false;                             ///< a run that is under way
    std::size_t m_liveSources = 0;                        ///< files that its workers have named
    QList<std::pair<lockcore::Scenario, Seen>> m_unnoted; ///< outcomes that the list of stories would give away
    bool m_isListed = true;                               ///< the run, among the earlier ones, which would give it away, too
    bool m_isRevealed = false;                            ///< the run was played to its end, or the person looked
    OwnScenarios *m_own;
    LibraryView *m_library;
    LabBar *m_bar;
    StoryHeader *m_story;
    ChangePanel *m_change;
    QPointer<QWidget> m_beforeChange; ///< had the focus when it was opened
    StatePanel *m_state;
    RunStack *m_stack;
    RunPicture *m_picture;
    EntryModel *m_entries;
    EntryTable *m_table;
    CaptionLine *m_caption;
    AskPanel *m_ask;
    PlayerBar *m_playerBar;
    TourPanel *m_tour;
    VerdictCards *m_verdicts;
    RunFacts *m_facts;
    WorkerCards *m_workers;
    SourcePanel *m_source;
    LabTables *m_tables;
    QPushButton *m_stateRun = nullptr;
    QStackedWidget *m_views = nullptr;
    QWidget *m_run = nullptr;
    QWidget *m_moment = nullptr; ///< what is shown: its sentence, and the keys of the player
    QStackedWidget *m_centre = nullptr;
    QSplitter *m_right = nullptr;
    QSplitter *m_columns = nullptr;
    bool m_hasOwnColumns = false, m_hasOwnRight = false; ///< a person has drawn the lines between them
    QList<int> m_sizes;                                  ///< of the columns, without the projector
    QWidget *m_back = nullptr;                           ///< the way back to the table
    QStackedWidget *m_front = nullptr;
};

} // namespace lockscope
