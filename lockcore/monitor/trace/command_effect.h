// SPDX-License-Identifier: MIT
// What a command does to a key, computed from the command alone, as MONITOR shows it: without its reply. Where the command and the state do
// not decide it, there are several answers. Pure. Source: the commands' pages on redis.io, and compared with a real server by the tests.
#pragma once

#include "lockcore/monitor/trace/key_state.h"
#include "lockcore/monitor/trace/monitor_stream.h"

#include <span>

namespace lockcore {

struct Effect
{
    KeyState after;
    bool changed = false; ///< the server announces the key; also when it writes what was there already
    bool operator==(const Effect &) const = default;
};

/// The possible effects on `key`, at least one. `now`: when the server ran the command. `before`: at that moment, so no deadline is past.
std::vector<Effect> effectsOf(std::span<const Bytes> words, std::string_view key, const KeyState &before, TimeRange now);

/// EVAL, EVALSHA, FCALL and their read-only twins: the commands that they call follow as lines of their own.
bool isScriptCall(std::string_view command);

/// Whether this command changes keys that it does not name: all of a database, or of all.
enum class Sweeping { No, Flush, FlushAll, Swap };
Sweeping sweepingOf(std::string_view command);

/// Whether this command, as MONITOR writes it, may create the key that is its first argument, so that a lock may begin with it: a SET with
/// NX, an HSETNX; in a script any write. Asked for every line.
bool mayCreate(MonitorWords words, bool inScript);

} // namespace lockcore
