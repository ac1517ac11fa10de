// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace lockscope {

/// `lockscope list`. `arguments` follow the command's name; needs a QCoreApplication. Returns the exit code.
int runList(const QStringList &arguments);

} // namespace lockscope
