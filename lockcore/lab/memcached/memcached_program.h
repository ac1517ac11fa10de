// SPDX-License-Identifier: MIT
// A private memcached, and questions to it that block, for what happens before and after a run. Any thread.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/process/file_descriptor.h"
#include "lockcore/redis/private_program.h"

namespace lockcore {

/// `port`: of 127.0.0.1; 0: it listens on a Unix socket in its directory. It has 16 MiB, one thread and no password.
PrivateProgramOptions memcachedProgram(int port = 0);

FileDescriptor connectToMemcached(const std::string &directory, int port = 0); ///< invalid: there is none

/// One whole reply; empty: none came until the deadline.
Bytes askMemcached(int connection, std::string_view request, std::chrono::steady_clock::time_point deadline);

/// `1.6.18`; empty: it does not answer.
std::string versionOfMemcached(const std::string &directory, int port, std::chrono::steady_clock::time_point deadline);

} // namespace lockcore
