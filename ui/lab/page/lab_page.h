// SPDX-License-Identifier: MIT
// The Lab's page: stories at the left, the run that is shown in the middle, its workers and their source at the right. A run is played by
// the engine at full speed, and then slowly from its history by the player. GUI thread.
//
//     LibraryView ─▶ LabDesk ─▶ LabEngine ─▶ ShownRun ─▶ RunPlayer ─▶ timeline, caption, cards, source, verdicts
//
// It joins its parts (LabParts). Where they are: LabLayout; what they show of the run: RunDisplay; the ways to tables and back: TableVisits.
#pragma once

#include "ui/lab/page/lab_parts.h"
#include "ui/lab/player/shown_run.h"

#include <QList>
#include <QPointer>
#include <QWidget>

class QAction;
class QSettings;

namespace lockscope {

class LabLayout;
class RunDisplay;
class TableVisits;

class LabPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabPage)

public:
    /// `engine` and `settings` outlive it.
    LabPage(LabEngine *engine, QSettings *settings, QWidget *parent = nullptr);
    ~LabPage() override;

    LabActions *actions() const { return m_parts.actions; }
    LabDesk *desk() const { return m_parts.desk; }
    RunPlayer *player() const { return m_parts.player; }
    RunStack *stack() const { return m_parts.stack; }
    LibraryView *library() const { return m_parts.library; }
    VerdictCards *verdicts() const { return m_parts.verdicts; }
    WorkerCards *workers() const { return m_parts.workers; }
    TourPanel *tour() const { return m_parts.tour; }
    AskPanel *askPanel() const { return m_parts.ask; }
    LabTables *tables() const { return m_parts.tables; } ///< null: the engine plays none

    QList<QAction *> ownActions() const;  ///< for a menu of its own
    QList<QAction *> viewActions() const; ///< for the View menu
    QList<QAction *> editActions() const;

    void openRun(const QString &folder);   ///< what cannot be read is said in place of the run
    void watchRun(const ShownRunPtr &run); ///< plays it slowly: one that was played and judged elsewhere
    /// A scenario that was made elsewhere becomes one of the person's own, and the one that is chosen. Error: its file cannot be written.
    lockcore::Result<void> openScenario(const QString &title, const std::string &text);
    void startTour();
    void showMessage(const QString &text); ///< for some seconds

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

signals:
    void watchWanted(int run);               ///< its server, in the Monitor
    void pitfallWanted(const QString &code); ///< what is known of it

protected:
    void showEvent(QShowEvent *event) override; ///< offers the tour, the first time
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void join();
    void joinActions();
    void joinDesk();
    void joinTables();
    void chooseScenario(const lockcore::Scenario &scenario);
    void askFirst();
    void cover();
    void setUnreadable(bool unreadable);
    void showUnreadable(const QString &file, const QString &why);
    void begin(bool live, bool asTwin);
    void edit(const lockcore::Scenario &scenario, bool copy);
    bool refusesRuns(); ///< says so, too
    void showRun();
    void showOpened(const ShownRunPtr &run);
    void showPlayed(const ShownRunPtr &run);
    void showLive(const ShownRunPtr &run);
    bool isGuessed() const; ///< the chosen story is asked about before it is played
    void tellHowToPlay();
    void showPhase();
    void focusStage();
    bool goBack(); ///< from a table, or from what is changed; false: there is nothing to go back from
    void openChange(bool open);
    bool isChoosing() const; ///< a person is where it is decided what is played

    QSettings *m_settings;
    const LabParts m_parts;
    LabLayout *const m_layout;
    RunDisplay *const m_display;
    TableVisits *m_visits = nullptr;
    lockcore::Scenario m_scenario;    ///< that is chosen
    bool m_isUnreadable = false;      ///< a file is chosen that is no scenario
    QPointer<QWidget> m_beforeChange; ///< had the focus when the changes were opened
};

} // namespace lockscope
