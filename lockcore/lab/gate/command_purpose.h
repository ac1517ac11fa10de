// SPDX-License-Identifier: MIT
// What a command is for, as far as its name, and the request that its worker is doing, tell. Faults aim at this, because counts of
// commands mean nothing for another's library. Pure; any thread. Source: redis.io/commands, for Redis 7.0.
#pragma once

#include "lockcore/lab/resp/command_kind.h"
#include "lockcore/lab/scenario/scenario.h"

namespace lockcore {

/// `doing`: Take during an acquire, Free during a release, Renew otherwise. It decides what a script is for.
Purpose purposeOf(std::span<const Bytes> words, Purpose doing);

/// The keys that it names; of a command that is not known, its first argument.
std::vector<Bytes> keysOf(std::span<const Bytes> words);

std::string nameOf(std::span<const Bytes> words); ///< in capitals

} // namespace lockcore
