// SPDX-License-Identifier: MIT
// What the gate must know about a command before it passes: does it wait, has it a reply, does it contain secrets? Pure; any thread.
// Source: redis.io/commands, for Redis 7.0.
#pragma once

#include "lockcore/base/bytes.h"

#include <span>
#include <string_view>
#include <vector>

namespace lockcore {

using Words = std::vector<Bytes>;

struct CommandKind
{
    bool refused = false;    ///< MONITOR, PSYNC, SHUTDOWN, DEBUG and others that would end the Lab's control of the server
    bool setUp = false;      ///< sets up the connection: AUTH, HELLO, CLIENT, SELECT, INFO, PING …; changes nothing that others see
    bool waits = false;      ///< may get its reply only later: BLPOP, BZPOP…, XREAD BLOCK, WAIT
    bool subscribes = false; ///< (P|S)(UN)SUBSCRIBE: no reply, but one message per channel
    bool flushes = false;    ///< FLUSHDB, FLUSHALL, SWAPDB: changes keys without a keyspace event
};

CommandKind kindOf(std::span<const Bytes> words); ///< at least one word, in any case

bool isCommand(std::span<const Bytes> words, std::string_view name);                           ///< `name` in capitals
bool isCommand(std::span<const Bytes> words, std::string_view name, std::string_view subname); ///< for example `CLIENT`, `REPLY`

/// The words as a history may show them: without the arguments of AUTH, HELLO, CONFIG, ACL and MIGRATE, and with `(password)` for
/// every word that contains the password.
Words recordable(std::span<const Bytes> words, std::string_view password);

} // namespace lockcore
