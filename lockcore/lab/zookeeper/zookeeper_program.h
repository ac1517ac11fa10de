// SPDX-License-Identifier: MIT
// A private ZooKeeper: its jar as Debian installs it, and a JVM that ends with us. Questions to it block, for what happens before and after a
// run. Any thread.
#pragma once

#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/redis/private_program.h"

namespace lockcore {

/// `java`: the program. It listens on `port` of 127.0.0.1, keeps data and transaction log in its directory, and gives sessions the timeout
/// that they ask for, from 200 ms. A missing jar or JRE is named with its package.
PrivateProgramOptions zookeeperProgram(const std::string &java, int port);

/// Starts it on a free port, which `port` gets. Errors as PrivateProgram::start().
Result<std::unique_ptr<PrivateProgram>> startZookeeper(const std::string &java, const std::string &supervisor, int *port);

std::string zookeeperLogDirectory(const std::string &directory); ///< of ZookeeperLog
Result<void> removeZookeeperData(const std::string &directory);  ///< while it is killed. Error: Refused

/// The answer to a question of four letters, such as `srvr`; empty: none came until the deadline.
Bytes askZookeeper(int port, std::string_view question, std::chrono::steady_clock::time_point deadline);
std::string versionOfZookeeper(int port, std::chrono::steady_clock::time_point deadline); ///< `3.8.0`; empty: it does not answer

} // namespace lockcore
