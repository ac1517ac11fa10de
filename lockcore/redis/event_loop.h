// SPDX-License-Identifier: MIT
// The ready queue and the clock of a thread with a Qt event loop. Created on that thread and used only there.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/base/ready_queue.h"

#include <QObject>
#include <QTimer>

namespace lockcore {

class EventLoop final : public QObject, public ReadyQueue
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventLoop)

public:
    explicit EventLoop(QObject *parent = nullptr);

    bool event(QEvent *event) override;

protected:
    void wake() override;
};

class LoopClock final : public QObject, public Clock
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LoopClock)

public:
    explicit LoopClock(QObject *parent = nullptr);

    Moment now() const override { return std::chrono::steady_clock::now(); }
    Waiting<void> after(Duration delay) override;

private:
    void schedule();

    Sleepers m_sleepers;
    QTimer m_timer; ///< one timer for all sleeps: there may be thousands of watchdogs
};

} // namespace lockcore
