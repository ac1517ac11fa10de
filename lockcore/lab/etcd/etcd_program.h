// SPDX-License-Identifier: MIT
// A private etcd of one member, and questions to it that block, for what happens before and after a run. Any thread.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/redis/private_program.h"

namespace lockcore {

/// It listens on this port of 127.0.0.1, and on a port for peers that the kernel chooses and nobody uses. Its data is in its directory. It has
/// no password.
PrivateProgramOptions etcdProgram(int port);

/// The body of the answer of its JSON gateway. Error: Transport, none came until the deadline, or the gateway refused.
Result<Bytes> askEtcd(int port, std::string_view path, std::string_view json, std::chrono::steady_clock::time_point deadline);

/// `3.4.23`; empty: it does not answer, or cannot serve yet.
std::string versionOfEtcd(int port, std::chrono::steady_clock::time_point deadline);

inline std::string etcdData(const std::string &directory) { return directory + "/data"; }

} // namespace lockcore
