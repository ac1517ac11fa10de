// SPDX-License-Identifier: MIT
// A byte stream to an endpoint, over TCP, TLS or a Unix socket. All three report errors in the same words.
// Lives on the thread that created it. Owned by Connection.
#pragma once

#include "lockcore/base/secret_text.h"
#include "lockcore/redis/endpoint.h"

#include <QObject>

#include <memory>

class QIODevice;

namespace lockcore {

class Transport : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Transport)

public:
    static std::unique_ptr<Transport> create(const Endpoint &endpoint);

    virtual void open() = 0;  ///< emits opened() or failed(), perhaps before it returns
    virtual void abort() = 0; ///< without a signal
    /// Emits received() now if input is waiting. Call it before the first write: if the peer has already closed, the write closes the
    /// socket, and the peer's last reply (for example "too many clients") is lost.
    virtual void hearOut() { }
    void write(const std::string &bytes);
    std::string readAll();
    /// The next bytes, at most so many, past Qt's buffers, which would keep copies (over TLS they do). Call it only while input is held.
    SecretText readHeld(std::size_t most);
    /// While held, input waits in the kernel and wakes no process; received() is emitted once at most. When hold ends, received() is
    /// emitted for the input that has waited. Do not call it if canHold() is false: TLS reads whole records, and would not report them
    /// again.
    void hold(bool held);
    virtual bool canHold() const { return true; }

signals:
    void opened();
    void received();
    /// Transport, with one of these details: host-not-found refused no-socket socket-permission unreachable closed network tls-untrusted
    /// tls-expired tls-hostname tls. Refused, with the detail tls-file: a file of the TLS options has no usable PEM data.
    void failed(const lockcore::Error &error);

protected:
    Transport() = default;
    virtual QIODevice &device() = 0;
    virtual void flush() = 0;
    virtual void limitReading(qint64 bytes) = 0;
    virtual qintptr descriptor() const = 0;
};

} // namespace lockcore
