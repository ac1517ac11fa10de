// SPDX-License-Identifier: MIT
// The Explorer's page: what is searched at the left, the counterexample step by step in the middle, the verdicts and the source at the right.
// GUI thread.
//
//     SearchForm ─▶ ExploreEngine ─▶ ExploreResult ─▶ FindingList ─▶ StepView ─▶ caption, source
#pragma once

#include "ui/explore/explore_result.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QProgressBar;
class QPushButton;
class QSettings;
class QStackedWidget;

namespace lockscope {

class ComparisonView;
class ElidedLabel;
class ExploreEngine;
class FindingList;
class Pill;
class SearchForm;
class ShadedLabel;
class SourceView;
class StatePanel;
class StepModel;
class StepView;

class ExplorePage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExplorePage)

public:
    /// `engine` outlives it.
    explicit ExplorePage(ExploreEngine *engine, QWidget *parent = nullptr);
    ~ExplorePage() override;

    QList<QAction *> ownActions() const { return {m_explore, m_cancel, m_compare, m_copyTrace, m_realTime, m_openInLab}; }

    QAction *exportAction() const { return m_export; }

    SearchForm *form() const { return m_form; }
    FindingList *findings() const { return m_findings; }
    StepView *steps() const { return m_steps; }
    SourceView *source() const { return m_source; }
    StatePanel *state() const { return m_state; }
    ComparisonView *comparison() const { return m_comparison; }
    QString caption() const;
    QString status() const;                ///< of the replay
    const ExploreFinding *finding() const; ///< that is shown; null: none

    void showMessage(const QString &sentence);

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

signals:
    void labWanted(const lockscope::ExploreFinding &finding); ///< the Lab shall play it
    void exportWanted(const lockscope::ExploreFinding &finding);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeBar();
    QWidget *makeCentre();
    QWidget *makeRight();
    void makeActions();
    void joinEngine();
    void explore(bool asksFirst);
    void compare();
    void showResult(const ExploreResultPtr &result);
    void showFinding(int row);
    void showWay(const ExploreFinding *finding);
    void showStep(int row);
    void showSource(int row);
    void showReady();
    void showBusy();
    QString busyTitle() const;
    QString boundsText() const;
    void showFigures();
    void showEnabled();
    void showState(const QString &title, const QString &explanation);
    void askForScripts();
    void replayInRealTime();
    void copyTrace();

    ExploreEngine *m_engine;
    QAction *m_explore, *m_cancel, *m_compare, *m_copyTrace, *m_realTime, *m_openInLab, *m_export;
    SearchForm *m_form;
    StepModel *m_model;
    StepView *m_steps;
    FindingList *m_findings;
    SourceView *m_source;
    ElidedLabel *m_sourceName;
    ComparisonView *m_comparison;
    StatePanel *m_state;
    QPushButton *m_next; ///< of the state: explore, cancel, or search anyway
    QStackedWidget *m_centre;
    QWidget *m_result = nullptr;
    QWidget *m_right = nullptr;
    ShadedLabel *m_title;
    ShadedLabel *m_bounds;
    ElidedLabel *m_what; ///< happens in the step
    ShadedLabel *m_caption;
    ShadedLabel *m_position;
    ElidedLabel *m_status;
    Pill *m_about;
    QProgressBar *m_progress;
    ExploreResultPtr m_shown;
    ExploreFinding m_finding; ///< shown; without a trace: none
    QString m_file;           ///< of the source
    QTimer m_figures;
    qint64 m_statesBefore = 0;
    enum class Doing { Nothing, Exploring, Comparing, Replaying, Asking } m_doing = Doing::Nothing;
};

} // namespace lockscope
