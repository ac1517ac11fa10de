// SPDX-License-Identifier: MIT
// Where the forms of `lockscope lab` write: results to standard output, complaints to standard error. SIGPIPE must be ignored.
#pragma once

#include "app/command/exit_codes.h"

#include <QString>

namespace lockscope {

void complain(const QString &sentence);

/// `exitCode`, or exitUsage after a complaint if the text cannot be written. A closed pipe is no error: its reader has read enough.
int printed(QByteArrayView text, int exitCode = exitYes);
int exitCodeAfter(int error, int exitCode); ///< the same, of a text that was written with this errno

} // namespace lockscope
