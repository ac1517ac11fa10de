// SPDX-License-Identifier: MIT
// In which of a cluster's slots a key lives. Source: the cluster specification of Redis. No I/O.
#pragma once

#include <cstddef>
#include <string_view>

namespace lockcore {

inline constexpr std::size_t slotCount = 16'384;

/// The part of a key that its slot is computed from: the part between its first braces if it is not empty, otherwise the whole key.
std::string_view hashTagOf(std::string_view key);

std::size_t slotOf(std::string_view key); ///< CRC16 of the hash tag

} // namespace lockcore
