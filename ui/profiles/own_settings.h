// SPDX-License-Identifier: MIT
// The settings of the person who runs Lockscope: of the window, and how far they are with the challenges. GUI thread, or the thread of a
// command.
#pragma once

#include <memory>

class QSettings;

namespace lockscope {

/// Its file, which is made if need be, can be read by that person only: it names the servers that they connected to.
std::unique_ptr<QSettings> ownSettings();

} // namespace lockscope
