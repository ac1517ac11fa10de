// SPDX-License-Identifier: MIT
// How much of a key may be measured and read before it is known to be a lock. What exceeds it is named, and not read. Pure.
#pragma once

#include "lockcore/monitor/model/key_snapshot.h"

#include <algorithm>
#include <limits>

namespace lockcore::budget {

/// Elements of a hash or a set of which MEMORY USAGE measures each one, in 3 ms.
inline constexpr std::int64_t mostMeasured = 25'000;

/// Of a sorted set it measures those with the lowest scores, ten times as many as are read, and estimates the others.
inline constexpr std::int64_t mostSampled = 10 * Value::mostElements;

inline constexpr std::int64_t mostInSample = 64; ///< elements that are read of a structure whose name suggests nothing

/// Bytes of one answer, where the size was not asked for: mostMeasured holders.
inline constexpr std::size_t mostInReply = 2 << 20;

/// A lock with more holders than a look reads is still listed with their number, if its name or its fields show that it is a lock.
constexpr std::int64_t elements(ValueType type, bool byName)
{
    if (!byName && type != ValueType::Hash)
        return Value::mostElements;
    return type == ValueType::Zset ? std::numeric_limits<std::int64_t>::max() : mostMeasured;
}

/// Bytes that MEMORY USAGE may answer: 8 KiB for a small structure that is not compact, or half a kilobyte for each element. Of a sorted set
/// only the first elements are read, however many there are.
constexpr std::int64_t memory(ValueType type, std::int64_t length)
{
    constexpr std::int64_t most = 8 << 20;
    const auto usual = std::max<std::int64_t>(8 * 1024, 512 * length);
    return type == ValueType::Zset ? usual : std::min(usual, most);
}

} // namespace lockcore::budget
