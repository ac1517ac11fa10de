// SPDX-License-Identifier: MIT
// Keeps durations on one line: "2 m 00 s" may not end a line with its 2. Any thread.
#pragma once

#include <QString>

namespace lockscope {

/// The text with no-break spaces in its durations. QTextEdit copies them as blanks.
QString unbroken(const QString &text);

} // namespace lockscope
