// SPDX-License-Identifier: MIT
// Output of `lockscope lab`: results go to standard output, error messages to standard error. SIGPIPE must be ignored.
#pragma once

#include "app/command/exit_codes.h"

#include <QString>

namespace lockscope {

void complain(const QString &sentence);

/// Prints the text and returns `exitCode`, or exitUsage after an error message if the text cannot be written. A closed pipe is no error:
/// its reader has read enough.
int printed(QByteArrayView text, int exitCode = exitYes);
int exitCodeAfter(int error, int exitCode); ///< the same for a text whose writing returned `error`

} // namespace lockscope
