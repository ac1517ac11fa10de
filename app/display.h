// SPDX-License-Identifier: MIT
// Is there a display that a window can open on? Asked before QApplication is made, which would abort without one.
#pragma once

#include <QProcessEnvironment>
#include <QString>

#include <chrono>

namespace lockscope {

struct DisplayCheck
{
    bool usable = false;
    QString reason; ///< why not, one sentence for the person; empty if usable
};

/// Tries what Qt would: the platform named by QT_QPA_PLATFORM, else Wayland (if Qt has its plugin), else X11. Blocks for at
/// most `timeout` per address, plus a name look-up where DISPLAY names a host. A display that accepts the connection
/// and then refuses us for lack of a cookie counts as usable: it is not asked further.
DisplayCheck checkDisplay(const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment(),
                          std::chrono::milliseconds timeout = std::chrono::milliseconds(1000));

} // namespace lockscope
