// SPDX-License-Identifier: MIT
// Writes to a file descriptor completely, without a buffer that needs flushing.
#pragma once

#include <QByteArrayView>

namespace lockscope {

/// Blocks until everything is written. Returns 0 or the errno: EPIPE if the reader is gone (SIGPIPE must be ignored).
int writeAll(int fileDescriptor, QByteArrayView bytes);

} // namespace lockscope
