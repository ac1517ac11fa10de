// SPDX-License-Identifier: MIT
#include "lockcore/redis/event_loop.h"

#include <QCoreApplication>
#include <QEvent>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {
const auto runEvent = static_cast<QEvent::Type>(QEvent::registerEventType());
}

EventLoop::EventLoop(QObject *parent)
    : QObject(parent)
{ }

void EventLoop::wake() { QCoreApplication::postEvent(this, new QEvent(runEvent)); }

bool EventLoop::event(QEvent *event)
{
    if (event->type() != runEvent)
        return QObject::event(event);
    run();
    return true;
}

LoopClock::LoopClock(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_sleepers.wake(now());
        schedule();
    });
}

Waiting<void> LoopClock::after(Duration delay)
{
    auto waiting = m_sleepers.add(now() + std::max(delay, Duration::zero()));
    schedule();
    return waiting;
}

void LoopClock::schedule()
{
    const auto next = m_sleepers.next();
    if (!next) {
        m_timer.stop();
        return;
    }
    // Rounded up: a timer that fires a fraction too early would complete no sleep and be set again. A QTimer takes at most 24 days.
    constexpr Duration longest = std::chrono::hours(1);
    const auto wait = std::chrono::ceil<Milliseconds>(std::clamp(*next - now(), Duration::zero(), longest));
    if (!m_timer.isActive() || m_timer.remainingTimeAsDuration() > wait)
        m_timer.start(wait);
}

} // namespace lockcore
