// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace lockscope {

/// `lockscope watch`. `arguments` follow the command's name; needs a QCoreApplication. Returns the exit code.
int runWatch(const QStringList &arguments);

} // namespace lockscope
