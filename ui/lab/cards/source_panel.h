// SPDX-License-Identifier: MIT
// The source of the workers at the moment that is shown: the file in which the worker is that does something now, unless a person has chosen
// another one. GUI thread.
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
    void setVeiled(bool veiled);              ///< guess first: the lines of the verdicts are not marked
    void followWorker(const QString &worker); ///< show where this one is; empty: the one that does something
    void showEntry(std::uint64_t number);     ///< where its worker was then: for a proof

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
    std::string m_worker; ///< that is followed
    bool m_veiled = false;
    bool m_picked = false; ///< a person has chosen the file
    ElidedLabel *m_heading;
    QComboBox *m_files;
    ShadedLabel *m_cut;
    QStackedWidget *m_stack;
    SourceView *m_view;
    StatePanel *m_state;
};

} // namespace lockscope
