// SPDX-License-Identifier: MIT
// What the workers run at the shown moment, in three views: what Redis runs, pseudocode of the protocol, and the source code. Of the source,
// the file of the worker that is active then, unless the user has chosen another file. GUI thread.
#pragma once

#include "lockcore/report/moments.h"
#include "ui/lab/player/shown_run.h"
#include "ui/widgets/source_view.h"

#include <QWidget>

class QComboBox;
class QStackedWidget;
class QTabBar;

namespace lockscope {

class ElidedLabel;
class ShadedLabel;
class StatePanel;

class SourcePanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SourcePanel)

public:
    enum class View { Redis, Pseudocode, Source };
    Q_ENUM(View)

    explicit SourcePanel(QWidget *parent = nullptr);

    void showRun(ShownRunPtr run);   ///< null: nothing
    void followRun(ShownRunPtr run); ///< the same run under way, some moments later
    void choose(View view);          ///< of runs that have no pseudocode, the source is shown in its place
    void chooseNext();
    View chosen() const { return m_chosen; }
    View shown() const; ///< the chosen one, if this run has it
    void showMoment(const lockcore::RunMoment &moment);
    void setVeiled(bool veiled);              ///< guess first: the lines that verdicts name are not marked
    void followWorker(const QString &worker); ///< show the position of this worker; empty: of the active one
    void showEntry(std::uint64_t number);     ///< shows where the worker of this entry was then; for a proof

    const std::string &file() const { return m_file; } ///< as the worker named it; empty: none
    const SourceView *view() const { return m_view; }

private:
    std::string fileOf(const lockcore::RunMoment &moment) const;
    const lockcore::WorkerMoment *actorOf(const lockcore::RunMoment &moment) const;
    const SteppedText *stepped() const; ///< that is shown; null: the source is
    void showTabs();
    void showChosen();
    void showStepped(const SteppedText &text);
    void showFile(const std::string &file);
    void hintAtPurposes(const QByteArray &text);
    void showState(const std::string &file);
    QList<SourceView::Lit> litLines(const lockcore::RunMoment &moment) const;
    std::optional<std::int64_t> lineOf(const lockcore::WorkerMoment &worker, std::uint64_t entry) const;
    QList<SourceView::Mark> markedLines() const;
    void mark();

    ShownRunPtr m_run;
    View m_chosen = View::Pseudocode;
    QList<View> m_views; ///< of the tabs
    lockcore::RunMoment m_moment;
    std::string m_file;
    std::string m_worker; ///< the worker that is followed
    bool m_veiled = false;
    bool m_picked = false; ///< the user has chosen the file
    QTabBar *m_tabs;
    QWidget *m_head;
    ElidedLabel *m_heading;
    QComboBox *m_files;
    ShadedLabel *m_cut;
    QStackedWidget *m_stack;
    SourceView *m_view;
    StatePanel *m_state;
};

} // namespace lockscope
