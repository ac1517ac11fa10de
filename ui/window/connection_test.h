// SPDX-License-Identifier: MIT
// Connects to a server, asks what it is, and disconnects, on a thread of its own, because looking up a name may block. GUI thread.
#pragma once

#include "lockcore/monitor/reading/server_check.h"
#include "lockcore/redis/endpoint.h"

#include <QObject>
#include <QThread>

namespace lockscope {

class ConnectionTest final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionTest)

public:
    using QObject::QObject;
    ~ConnectionTest() override { end(); }

    void begin(const lockcore::Endpoint &endpoint); ///< ends the one before
    bool isRunning() const { return m_thread != nullptr; }

signals:
    void succeeded(const QString &sentence);
    void failed(const QString &sentence);

private:
    class Thread;
    void end();

    Thread *m_thread = nullptr; ///< deletes itself
};

} // namespace lockscope
