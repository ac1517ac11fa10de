// SPDX-License-Identifier: MIT
#include "app/command/display.h"

#include "ui/words/tr.h"

#include <QDir>
#include <QLibraryInfo>

#include <cerrno>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using std::chrono::milliseconds;

namespace {

bool connects(int family, const sockaddr *address, socklen_t length, milliseconds timeout)
{
    const int fd = ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    bool connected = ::connect(fd, address, length) == 0;
    if (!connected && errno == EINPROGRESS) {
        pollfd waiting{fd, POLLOUT, 0};
        int error = 0;
        socklen_t size = sizeof error;
        connected = ::poll(&waiting, 1, static_cast<int>(timeout.count())) == 1
                    && ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
    }
    ::close(fd);
    return connected;
}

// An abstract address begins with a NUL byte, so its length must be passed.
bool connectsToSocket(const QByteArray &path, milliseconds timeout)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.isEmpty() || static_cast<std::size_t>(path.size()) >= sizeof address.sun_path)
        return false;
    std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()));
    const auto length = offsetof(sockaddr_un, sun_path) + static_cast<std::size_t>(path.size()) + (path.at(0) == '\0' ? 0 : 1);
    return connects(AF_UNIX, reinterpret_cast<const sockaddr *>(&address), static_cast<socklen_t>(length), timeout);
}

bool connectsToHost(const QByteArray &host, int port, milliseconds timeout)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *found = nullptr;
    if (::getaddrinfo(host.constData(), QByteArray::number(port).constData(), &hints, &found) != 0)
        return false;
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, ::freeaddrinfo);
    for (const auto *address = found; address; address = address->ai_next) {
        if (connects(address->ai_family, address->ai_addr, address->ai_addrlen, timeout))
            return true;
    }
    return false;
}

// DISPLAY is [protocol/][host]:number[.screen]. Without a host, or with the host "unix", it is a local socket.
bool x11Connects(const QString &display, milliseconds timeout)
{
    constexpr int firstPort = 6000;
    const auto colon = display.lastIndexOf(u':');
    bool isNumber = false;
    const int number = display.mid(colon + 1).section(u'.', 0, 0).toInt(&isNumber);
    if (colon < 0 || !isNumber || number < 0)
        return false;
    auto host = display.left(colon);
    if (host.startsWith(u'/')) // a path, which some servers set
        return connectsToSocket(QFile::encodeName(display), timeout) || connectsToSocket(QFile::encodeName(host), timeout);
    host = host.section(u'/', -1);
    if (host.isEmpty() || host == u"unix"_s) {
        const auto path = "/tmp/.X11-unix/X" + QByteArray::number(number);
        return connectsToSocket('\0' + path, timeout) || connectsToSocket(path, timeout);
    }
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.sliced(1, host.size() - 2);
    return number <= 65535 - firstPort && connectsToHost(host.toUtf8(), firstPort + number, timeout);
}

DisplayCheck checkX11(const QProcessEnvironment &environment, milliseconds timeout)
{
    const auto display = environment.value(u"DISPLAY"_s);
    if (display.isEmpty())
        return {false, Words::tr("There is no display here: neither WAYLAND_DISPLAY nor DISPLAY is set.")};
    if (x11Connects(display, timeout))
        return {true, {}};
    return {false, Words::tr("The display \"%1\" that DISPLAY names does not answer.").arg(display.left(80))};
}

bool hasWaylandPlugin()
{
    const QDir plugins(QLibraryInfo::path(QLibraryInfo::PluginsPath) + u"/platforms"_s);
    return !plugins.entryList({u"libqwayland*.so"_s}, QDir::Files).isEmpty();
}

DisplayCheck checkWayland(const QProcessEnvironment &environment, milliseconds timeout)
{
    const auto display = environment.value(u"WAYLAND_DISPLAY"_s, u"wayland-0"_s);
    const auto path = display.startsWith(u'/') ? display : environment.value(u"XDG_RUNTIME_DIR"_s) + u'/' + display;
    if (!connectsToSocket(QFile::encodeName(path), timeout))
        return {false, Words::tr("The Wayland display \"%1\" does not answer.").arg(display.left(80))};
    if (!hasWaylandPlugin())
        return {false, Words::tr("Qt has no plugin for the Wayland display here; install the package qt6-wayland.")};
    return {true, {}};
}

DisplayCheck checkPlatform(const QString &platform, const QProcessEnvironment &environment, milliseconds timeout)
{
    const auto name = platform.section(u':', 0, 0); // options follow a colon
    if (name == u"xcb"_s)
        return checkX11(environment, timeout);
    if (name.startsWith(u"wayland"_s))
        return checkWayland(environment, timeout);
    return {true, {}}; // offscreen, minimal, vnc, eglfs …: they need no display server
}

} // namespace

DisplayCheck checkDisplay(const QProcessEnvironment &environment, milliseconds timeout)
{
    DisplayCheck check;
    if (const auto named = environment.value(u"QT_QPA_PLATFORM"_s); !named.isEmpty()) {
        for (const auto &platform : named.split(u';', Qt::SkipEmptyParts)) {
            check = checkPlatform(platform, environment, timeout);
            if (check.usable)
                break;
        }
        return check;
    }
    if (environment.value(u"WAYLAND_DISPLAY"_s).isEmpty())
        return checkX11(environment, timeout);
    check = checkWayland(environment, timeout);
    const bool mayTryX11 = !environment.value(u"DISPLAY"_s).isEmpty();
    return check.usable || !mayTryX11 ? check : checkX11(environment, timeout);
}

} // namespace lockscope
