// SPDX-License-Identifier: MIT
// Writing to a file descriptor as a whole, without a buffer that could be forgotten.
#pragma once

#include <QByteArrayView>

namespace lockscope {

/// Blocks until all of it is written. 0, or the errno: EPIPE when the reader has gone (SIGPIPE must be ignored).
int writeAll(int fileDescriptor, QByteArrayView bytes);

} // namespace lockscope
