// SPDX-License-Identifier: MIT
// What a command says when it was called in a wrong way.
#pragma once

#include <QString>

namespace lockscope {

/// Writes the sentence and where to read on to the standard error, and returns exitUsage. `command`: "list".
int usageError(const QString &sentence, const QString &command);

} // namespace lockscope
