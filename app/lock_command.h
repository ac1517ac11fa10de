// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace lockscope {

/// `lockscope lock`. `arguments` follow the command's name; needs a QCoreApplication. Returns the exit code.
int runLock(const QStringList &arguments);

} // namespace lockscope
