// SPDX-License-Identifier: MIT
// An X server without a monitor on a display number that it chooses itself, with or without a window manager. It ends with this object, and
// with the thread that made it. If it does not start, the program ends. Needs a QCoreApplication, but no event loop.
#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QSize>

#include <optional>

namespace lockcore::test {

class VirtualScreen final
{
public:
    enum class Manager { None, Openbox };

    explicit VirtualScreen(QSize size, Manager manager);
    ~VirtualScreen();
    VirtualScreen(const VirtualScreen &) = delete;
    VirtualScreen &operator=(const VirtualScreen &) = delete;

    QString display() const { return m_display; } ///< ":99"

    /// This process' environment, for a program with windows on this screen.
    QProcessEnvironment environment() const;

private:
    QProcess m_server;
    QProcess m_manager;
    QString m_display;
};

/// A program whose windows must be visible calls this first in main(). Returns nothing if the program runs on a virtual screen. Otherwise
/// it has just run in a process of its own, and this is its exit code.
std::optional<int> runOnVirtualScreen(int &argc, char **argv);

} // namespace lockcore::test
