// SPDX-License-Identifier: MIT
// The content of the status bar: the costs of Lockscope itself, and how much of the server it sees.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QBasicTimer>
#include <QWidget>

namespace lockscope {

class FigureLabel;
class ShadedLabel;

class MonitorStatus final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorStatus)

public:
    explicit MonitorStatus(QWidget *parent = nullptr);

    void showState(const lockcore::MonitorState &state);
    void showMessage(const QString &sentence); ///< for ten seconds, instead of the figures

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    FigureLabel *addPart(const QString &explanation);

    FigureLabel *m_feed;
    FigureLabel *m_cost;
    FigureLabel *m_roundTrip;
    FigureLabel *m_sweep;
    FigureLabel *m_unread;
    FigureLabel *m_locks;
    ShadedLabel *m_message;
    QBasicTimer m_messageTime;
};

/// The memory of this process; none if the system does not report it.
std::optional<std::int64_t> ownMemory();

} // namespace lockscope
