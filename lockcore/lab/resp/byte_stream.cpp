// SPDX-License-Identifier: MIT
#include "lockcore/lab/resp/byte_stream.h"

#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace lockcore {

ByteStream::ByteStream(Poller &poller, FileDescriptor socket)
    : m_poller(poller)
    , m_socket(std::move(socket))
    , m_events(EPOLLIN)
{
    m_poller.add(m_socket.get(), m_events, *this);
}

ByteStream::~ByteStream()
{
    *m_alive = false;
    close();
}

void ByteStream::ready(std::uint32_t events)
{
    const auto alive = m_alive;
    if ((events & EPOLLOUT) != 0)
        send();
    if (*alive && isOpen() && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0)
        read();
}

void ByteStream::read()
{
    static thread_local std::array<char, 64 * 1024> buffer;
    const auto alive = m_alive;
    ssize_t n = 0;
    do {
        n = ::recv(m_socket.get(), buffer.data(), buffer.size(), 0);
        if (n > 0 && received)
            received(std::string_view(buffer.data(), static_cast<std::size_t>(n)));
        if (!*alive || !isOpen())
            return;
    } while (n == static_cast<ssize_t>(buffer.size()));
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        end(n < 0);
}

// After end-of-file the peer may still read, so the socket stays open. If the peer is gone, epoll would report it for ever.
void ByteStream::end(bool gone)
{
    if (std::exchange(m_inputEnded, true) || gone)
        close();
    else
        listenFor(m_events & ~static_cast<std::uint32_t>(EPOLLIN));
    if (const auto notify = std::exchange(ended, nullptr))
        notify();
}

void ByteStream::write(std::string_view bytes)
{
    if (!isOpen())
        return;
    if (m_unsent.empty()) {
        const auto n = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n > 0)
            bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    m_unsent += bytes;
    if (m_unsent.size() > mostUnsent) {
        m_unsent.clear();
        ::shutdown(m_socket.get(), SHUT_RDWR); // read() sees the end
    }
    if (!m_unsent.empty())
        listenFor(m_events | EPOLLOUT);
}

void ByteStream::send()
{
    const auto n = ::send(m_socket.get(), m_unsent.data(), m_unsent.size(), MSG_NOSIGNAL);
    if (n > 0)
        m_unsent.erase(0, static_cast<std::size_t>(n));
    else if (n < 0 && errno != EAGAIN && errno != EINTR)
        m_unsent.clear(); // the peer is gone
    if (m_unsent.empty()) {
        listenFor(m_events & ~static_cast<std::uint32_t>(EPOLLOUT));
        allWritten();
    }
}

void ByteStream::listenFor(std::uint32_t events)
{
    if (events != std::exchange(m_events, events))
        m_poller.change(m_socket.get(), events, *this);
}

Waiting<void> ByteStream::whenWritten()
{
    auto waiting = m_writtenWaiters.emplace_back().waiting();
    if (!isOpen() || m_unsent.empty())
        allWritten();
    return waiting;
}

void ByteStream::allWritten()
{
    for (auto &waiter : std::exchange(m_writtenWaiters, {}))
        waiter.complete();
}

void ByteStream::close()
{
    if (!isOpen())
        return;
    m_poller.remove(m_socket.get(), *this);
    m_socket.close();
    m_unsent.clear();
    allWritten();
}

void ByteStream::reset()
{
    if (!isOpen())
        return;
    const linger noLinger{1, 0};
    ::setsockopt(m_socket.get(), SOL_SOCKET, SO_LINGER, &noLinger, sizeof noLinger);
    close();
}

FileDescriptor listenOnLoopback(int &port)
{
    FileDescriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto *raw = reinterpret_cast<sockaddr *>(&address);
    socklen_t size = sizeof address;
    if (!listener || ::bind(listener.get(), raw, size) != 0 || ::listen(listener.get(), 511) != 0
        || ::getsockname(listener.get(), raw, &size) != 0)
        return {};
    port = ntohs(address.sin_port);
    return listener;
}

int freeLoopbackPort(int most)
{
    for (int attempt = 0; attempt < 100; ++attempt) {
        int port = 0;
        if (const auto listener = listenOnLoopback(port); listener && port <= most)
            return port; // the listener ends here
    }
    return 0;
}

FileDescriptor listenOnUnixSocket(const std::string &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return {};
    }
    path.copy(address.sun_path, path.size());
    ::unlink(path.c_str());
    FileDescriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!listener || ::bind(listener.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0
        || ::listen(listener.get(), 511) != 0)
        return {};
    return listener;
}

FileDescriptor acceptFrom(int listener)
{
    FileDescriptor socket(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    const int on = 1;
    if (socket)
        ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket;
}

FileDescriptor connectToUnixSocket(const std::string &path)
{
    FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    if (!socket || ::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return {};
    return socket;
}

FileDescriptor connectToLoopback(int port)
{
    FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (!socket || ::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0
        || ::fcntl(socket.get(), F_SETFL, O_NONBLOCK) != 0)
        return {};
    return socket;
}

FileDescriptor connectTo(const Endpoint &endpoint)
{
    return endpoint.transport == Endpoint::Transport::Unix ? connectToUnixSocket(endpoint.path) : connectToLoopback(endpoint.port);
}

} // namespace lockcore
