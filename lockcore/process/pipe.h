// SPDX-License-Identifier: MIT
// Pipes, and reading from them up to a deadline. Any thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/process/file_descriptor.h"

#include <chrono>
#include <string>

namespace lockcore {

using Deadline = std::chrono::steady_clock::time_point;

int millisecondsUntil(Deadline deadline); ///< for poll(): rounded up, at least 0

/// An Error of kind Refused; with `error`, the text ends with what that errno means.
Error systemFailure(std::string text, int error = 0);

struct Pipe
{
    FileDescriptor reading;
    FileDescriptor writing;
};

/// Both ends are close-on-exec and have numbers above 9: see StartProcess::descriptors. Error: Refused.
Result<Pipe> makePipe();

/// The same file under a close-on-exec number above 9; invalid, with errno, if there is none left.
FileDescriptor outOfTheWay(FileDescriptor old);

/// /dev/null for reading and writing, above 9.
FileDescriptor nullDevice();

enum class Until { LineEnd, EndOfFile };

struct ReadText
{
    std::string text;
    bool ended = false; ///< end-of-file or an error
};

/// Reads until the deadline, up to the first line end or up to end-of-file.
ReadText readUntil(Until until, int fd, Deadline deadline);

} // namespace lockcore
