// SPDX-License-Identifier: MIT
// One worker at the shown moment: its state, what it believes compared with what Redis says, its last command. In a live run, the card has
// buttons, keys and a menu to inject a fault into the worker or to undo it. GUI thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"
#include "lockcore/report/moments.h"

#include <QList>
#include <QWidget>

class QAction;
class QHBoxLayout;

namespace lockscope {

class ElidedLabel;
class OwnerSwatch;
class ShadedLabel;

class WorkerCard final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkerCard)

public:
    explicit WorkerCard(QWidget *parent = nullptr);

    void showWorker(const lockcore::WorkerMoment &worker, const lockcore::RunMoment &moment, int colour); ///< `colour` as for ownerColour()
    void setLive(bool live);                     ///< true: the user can act on the run; false: there are no buttons
    void setLease(lockcore::Milliseconds lease); ///< a stall takes twice the lease, a delay a quarter of it

    int usualHeight(int beliefLines) const; ///< at its width; it does not change with the state of the worker

    const std::string &worker() const { return m_worker; } ///< the name without the incarnation

signals:
    void actRequested(const lockcore::Fault &fault);
    void chosen(const QString &worker); ///< the card has got the focus

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void addActions();
    QAction *add(const QString &name, const QString &text, const QKeySequence &key, const QString &help);
    void layOut();
    void act(QAction *action);
    lockcore::Fault faultOf(const QAction *action) const;
    void enableActions(const lockcore::WorkerMoment &worker);
    void tellHelp();

    std::string m_worker;
    lockcore::Milliseconds m_lease{400};
    bool m_live = false, m_dead = false, m_paused = false;
    bool m_isIdle = false; ///< or was, when it was paused
    OwnerSwatch *m_swatch;
    ShadedLabel *m_name;
    ShadedLabel *m_state;
    ShadedLabel *m_network;
    ElidedLabel *m_command;
    ShadedLabel *m_belief;
    QWidget *m_buttons;
    QAction *m_crash, *m_pause, *m_stall, *m_cut, *m_slow, *m_hold, *m_heal;
};

} // namespace lockscope
