// SPDX-License-Identifier: MIT
// The purpose of a command, derived from its name and from the request that its worker is handling. Faults aim at purposes, because in a
// library that is not ours the count of commands says nothing. Pure; any thread. Source: redis.io/commands, for Redis 7.0.
#pragma once

#include "lockcore/lab/resp/command_kind.h"
#include "lockcore/lab/scenario/scenario.h"
#include "lockcore/redis/command_keys.h"

namespace lockcore {

/// `doing` is the worker's request: Take during an acquire, Free during a release, Renew otherwise. It decides the purpose of a script.
Purpose purposeOf(std::span<const Bytes> words, Purpose doing);

} // namespace lockcore
