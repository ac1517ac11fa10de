// SPDX-License-Identifier: MIT
// The stores whose locks the Lab can put to the test.
#pragma once

#include "lockcore/judge/enum_words.h"

namespace lockcore {

enum class Store { Redis, Memcached };

template <>
inline constexpr std::array<std::string_view, 2> wordsOf<Store>{"redis", "memcached"};

} // namespace lockcore
