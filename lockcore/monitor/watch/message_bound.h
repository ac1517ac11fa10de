// SPDX-License-Identifier: MIT
// An upper bound for the number of names in broadcast messages so far, from the server's counters. Pure.
#pragma once

#include "lockcore/monitor/reading/server_check.h"

namespace lockcore {

/// The number of messages that the server can have sent, from INFO stats and INFO persistence: all changes, expiries and evictions; RENAME
/// and LMOVE count once, but change two names. Decreases when the server saves its data or resets its statistics. If INFO does not contain
/// the changes, all commands count, including reads.
std::int64_t messageBound(const Info &stats, const Info &persistence);

} // namespace lockcore
