// SPDX-License-Identifier: MIT
// Writes to a file descriptor completely, without a buffer that needs flushing.
#pragma once

#include <QByteArrayView>

#include <chrono>

namespace lockscope {

/// Blocks until everything is written. Returns 0 or the errno: EPIPE if the reader is gone (SIGPIPE must be ignored).
int writeAll(int fileDescriptor, QByteArrayView bytes);

/// The same, but where it would have to wait for the reader, it returns ECANCELED as soon as `stop` is readable.
int writeUnless(int stop, int fileDescriptor, QByteArrayView bytes);

bool hasNoReader(int fileDescriptor); ///< a pipe whose other end is closed

/// Writes what can be written within `most`, for a caller that must not wait for a reader: a full pipe that nobody reads, or a terminal
/// under Ctrl+S, does not block it.
void writeWithin(std::chrono::milliseconds most, int fileDescriptor, QByteArrayView bytes);

} // namespace lockscope
