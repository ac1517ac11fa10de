// SPDX-License-Identifier: MIT
// Names and tokens as applications use them, the same in every run.
#pragma once

#include <cstdint>
#include <string>

namespace lockcore::bench {

std::string hexDigits(std::uint64_t seed, int digits);
std::string uuid4(std::uint64_t seed);

/// The name of a key that is not a lock: caches, sessions, counters, users, carts.
std::string otherKeyName(std::size_t n);

} // namespace lockcore::bench
