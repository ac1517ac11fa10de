// SPDX-License-Identifier: MIT
// An X server without a monitor on a display number that it chooses itself, with or without a window manager. It ends with this object, and
// with the thread that created it. If it does not start, the program ends. Needs a QCoreApplication, but no event loop.
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

    /// The environment of this process, changed for a program with windows on this screen.
    QProcessEnvironment environment() const;

private:
    QProcess m_server;
    QProcess m_manager;
    QString m_display;
};

/// A program whose windows must be visible calls this first in main(). Returns nullopt if the program already runs on a virtual screen.
/// Otherwise it has run the program again as a child on such a screen, and returns the child's exit code.
std::optional<int> runOnVirtualScreen(int &argc, char **argv);

} // namespace lockcore::test
