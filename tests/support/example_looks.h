// SPDX-License-Identifier: MIT
// Short functions that make looks for tests. All looks have the same time.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore::example {

inline constexpr ServerTime now = std::chrono::sys_days{std::chrono::year{2026} / 11 / 21} + std::chrono::hours(12);

using Elements = std::vector<std::pair<Bytes, Bytes>>;

Value string(Bytes text);
Value hash(Elements fields);
Value zset(Elements membersAndScores);
Value list(const std::vector<Bytes> &elements);
Value set(const std::vector<Bytes> &elements);

/// A look at a key that holds `value` and expires `ttl` after `now`; none: no TTL.
KeySnapshot look(Bytes key, Value value, std::optional<Milliseconds> ttl = std::nullopt);

/// Adds to the look a companion that was asked for (ValueType::None: it does not exist).
KeySnapshot with(KeySnapshot look, Bytes companion, Value value);

} // namespace lockcore::example
