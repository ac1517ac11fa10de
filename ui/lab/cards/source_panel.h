// SPDX-License-Identifier: MIT
// The source code of the workers at the shown moment: the file of the worker that is active then, unless the user has chosen another file.
// GUI thread.
#pragma once

#include "lockcore/report/moments.h"
#include "ui/lab/player/shown_run.h"

#include <QWidget>

class QComboBox;
class QStackedWidget;

namespace lockscope {

class ElidedLabel;
class ShadedLabel;
class SourceView;
class StatePanel;

class SourcePanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SourcePanel)

public:
    explicit SourcePanel(QWidget *parent = nullptr);

    void showRun(ShownRunPtr run); ///< null: nothing
    void showMoment(const lockcore::RunMoment &moment);
    void setVeiled(bool veiled);              ///< guess first: the lines that verdicts name are not marked
    void followWorker(const QString &worker); ///< show the position of this worker; empty: of the active one
    void showEntry(std::uint64_t number);     ///< shows where the worker of this entry was then; for a proof

    const std::string &file() const { return m_file; } ///< as the worker named it; empty: none
    const SourceView *view() const { return m_view; }

private:
    std::string fileOf(const lockcore::RunMoment &moment) const;
    const lockcore::WorkerMoment *actorOf(const lockcore::RunMoment &moment) const;
    void showFile(const std::string &file);
    void showState(const std::string &file);
    void light(const lockcore::RunMoment &moment);
    void mark();

    ShownRunPtr m_run;
    std::string m_file;
    std::string m_worker; ///< the worker that is followed
    bool m_veiled = false;
    bool m_picked = false; ///< the user has chosen the file
    ElidedLabel *m_heading;
    QComboBox *m_files;
    ShadedLabel *m_cut;
    QStackedWidget *m_stack;
    SourceView *m_view;
    StatePanel *m_state;
};

} // namespace lockscope
