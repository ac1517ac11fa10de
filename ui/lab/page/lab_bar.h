// SPDX-License-Identifier: MIT
// The line above the Lab's page: what is played on, the seed, and the buttons of a run. GUI thread.
#pragma once

#include "ui/lab/player/shown_run.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QProgressBar;

namespace lockscope {

class ElidedLabel;
class Pill;

class LabBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabBar)

public:
    /// One button each, from left to right; the last one is the main one.
    explicit LabBar(const QList<QAction *> &actions, QWidget *parent = nullptr);

    void showRun(const ShownRunPtr &run);  ///< null: nothing
    void setUnderWay(const QString &what); ///< `plays…`; empty: nothing is under way
    void showMessage(const QString &text); ///< for ten seconds

private:
    void showPills();
    void endMessage();

    Pill *m_underWay;
    Pill *m_server;
    Pill *m_seed;
    QProgressBar *m_progress;
    ElidedLabel *m_message;
    QTimer m_messageTime;
    bool m_hasServer = false, m_hasSeed = false, m_isUnderWay = false;
};

} // namespace lockscope
