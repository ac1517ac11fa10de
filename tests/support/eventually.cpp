// SPDX-License-Identifier: MIT
#include "support/eventually.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QTimer>

namespace lockcore::test {

bool eventually(const std::function<bool()> &done, std::chrono::milliseconds limit)
{
    QTimer elsewhere;
    elsewhere.start(std::chrono::milliseconds(10));
    const QDeadlineTimer end(limit);
    while (!done()) {
        if (end.hasExpired())
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // outside exec() no other code sends these events
    }
    return true;
}

} // namespace lockcore::test
