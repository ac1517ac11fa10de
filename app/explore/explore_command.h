// SPDX-License-Identifier: MIT
// `lockscope explore`: every order of events of a lock protocol.
#pragma once

#include <QStringList>

namespace lockscope {

/// `arguments` follow the word `explore`. Runs to its end, and returns the exit code.
int runExplore(const QStringList &arguments);

} // namespace lockscope
