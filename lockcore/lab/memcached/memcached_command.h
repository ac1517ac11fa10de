// SPDX-License-Identifier: MIT
// What a command of memcached's text protocol is. Pure; any thread. Source: memcached's doc/protocol.txt, for 1.6.18.
#pragma once

#include "lockcore/lab/resp/command_kind.h"

#include <optional>

namespace lockcore {

/// Which word says how many bytes of data follow the line; none: no data follows.
std::optional<std::size_t> placeOfLength(const Words &words);

std::vector<Bytes> memcachedKeys(const Words &words);

bool wantsNoReply(const Words &words);     ///< `noreply`
bool repliesSometimes(const Words &words); ///< a meta command with the flag `q`

} // namespace lockcore
