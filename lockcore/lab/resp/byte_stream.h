// SPDX-License-Identifier: MIT
// A connected socket: bytes in by callback, bytes out without blocking. Lives on the thread of its Poller.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/process/poller.h"
#include "lockcore/redis/endpoint.h"

#include <functional>
#include <string_view>

namespace lockcore {

class ByteStream final : private Poller::Watch
{
public:
    static constexpr std::size_t mostUnsent = 64 * 1024 * 1024; ///< a peer that leaves more than this unread is disconnected

    ByteStream(Poller &poller, FileDescriptor socket); ///< non-blocking
    ~ByteStream();
    ByteStream(const ByteStream &) = delete;
    ByteStream &operator=(const ByteStream &) = delete;

    std::function<void(std::string_view)> received;
    std::function<void()> ended; ///< no more input: the peer closed or is gone. Never called inside a call; at most once

    void write(std::string_view bytes); ///< bytes that cannot be sent are dropped silently: ended() follows
    Waiting<void> whenWritten();        ///< completes when all is written, or when it never can be

    void close(); ///< closes immediately, without ended(); unwritten bytes are lost
    void reset(); ///< like close(), but with a TCP reset, so that the peer sees an error
    bool isOpen() const { return static_cast<bool>(m_socket); }

private:
    void ready(std::uint32_t events) override;
    void read();
    void send();
    void listenFor(std::uint32_t events);
    void end(bool gone);
    void allWritten();

    Poller &m_poller;
    FileDescriptor m_socket;
    std::uint32_t m_events = 0;
    Bytes m_unsent;
    bool m_inputEnded = false;
    std::vector<Completion<void>> m_writtenWaiters;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

/// Listens on a free port of 127.0.0.1. Invalid, with errno, if this fails.
FileDescriptor listenOnLoopback(int &port);

/// A port of 127.0.0.1 that is free now, at most `most`; 0: none was found.
int freeLoopbackPort(int most = 65'535);

/// Listens on a Unix socket, and replaces one that was left behind. Invalid, with errno, if this fails.
FileDescriptor listenOnUnixSocket(const std::string &path);

/// The next connection in the queue, non-blocking and without delay (TCP_NODELAY); invalid: there is none.
FileDescriptor acceptFrom(int listener);

/// Connects to a Unix socket without blocking. Invalid, with errno: EAGAIN if the server's queue of new connections is full.
FileDescriptor connectToUnixSocket(const std::string &path);

/// Connects to a port of 127.0.0.1, which the kernel accepts or refuses at once; then it does not block. Invalid, with errno.
FileDescriptor connectToLoopback(int port);

/// To a Unix socket or a port of 127.0.0.1, whichever the endpoint is. As these.
FileDescriptor connectTo(const Endpoint &endpoint);

} // namespace lockcore
