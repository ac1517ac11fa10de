// SPDX-License-Identifier: MIT
// Checks whether there is a display for a window. Call it before QApplication is constructed, which aborts without a display.
#pragma once

#include <QProcessEnvironment>
#include <QString>

#include <chrono>

namespace lockscope {

struct DisplayCheck
{
    bool usable = false;
    QString reason; ///< one sentence for the user; empty if the display is usable
};

/// Tries what Qt would try: the platform of QT_QPA_PLATFORM, else Wayland (if Qt has its plugin), else X11. Blocks for at most
/// `timeout` per address, plus a name look-up if DISPLAY names a host. A display that accepts the connection and then refuses
/// it for lack of a cookie counts as usable.
DisplayCheck checkDisplay(const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment(),
                          std::chrono::milliseconds timeout = std::chrono::milliseconds(1000));

} // namespace lockscope
