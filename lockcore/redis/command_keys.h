// SPDX-License-Identifier: MIT
// The name and the keys of a command. Pure; any thread. Source: redis.io/commands, for Redis 7.0.
#pragma once

#include "lockcore/base/bytes.h"

#include <span>
#include <vector>

namespace lockcore {

std::string nameOf(std::span<const Bytes> words); ///< in capitals

bool isScript(std::string_view name); ///< EVAL, EVALSHA, FCALL and their read-only forms; `name` in capitals

/// The keys that the command names; for an unknown command, its first argument.
std::vector<Bytes> keysOf(std::span<const Bytes> words);

} // namespace lockcore
