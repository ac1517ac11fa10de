// SPDX-License-Identifier: MIT
// Writes to a file descriptor completely, without a buffer that needs flushing.
#pragma once

#include <QByteArrayView>

#include <chrono>

namespace lockscope {

/// Blocks until everything is written. Returns 0 or the errno: EPIPE if the reader is gone (SIGPIPE must be ignored).
int writeAll(int fileDescriptor, QByteArrayView bytes);

/// Like writeAll(), but if it has to wait for the reader, it returns ECANCELED as soon as `stop` is readable.
int writeUnless(int stop, int fileDescriptor, QByteArrayView bytes);

bool hasNoReader(int fileDescriptor); ///< true for a pipe whose other end is closed

/// Writes as much as it can within `most`, for a caller that must not wait for a reader: a full pipe that nobody reads, or a terminal after
/// Ctrl+S, does not block it.
void writeWithin(std::chrono::milliseconds most, int fileDescriptor, QByteArrayView bytes);

} // namespace lockscope
