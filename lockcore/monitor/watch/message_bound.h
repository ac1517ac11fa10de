// SPDX-License-Identifier: MIT
// How many names broadcast tracking can have carried so far, as the server counts what it does. Pure.
#pragma once

#include "lockcore/monitor/reading/server_check.h"

namespace lockcore {

/// From INFO stats and INFO persistence. Every change counts there, and what expired or was evicted; RENAME and LMOVE count once and change two
/// names. Falls when the server saves its data or its statistics are reset. Where the changes are not told, all commands count, reads included.
std::int64_t messageBound(const Info &stats, const Info &persistence);

} // namespace lockcore
