// SPDX-License-Identifier: MIT
// The stores whose locks the Lab can put to the test.
#pragma once

#include "lockcore/judge/enum_words.h"

namespace lockcore {

enum class Store { Redis, Memcached, Etcd, Zookeeper };

template <>
inline constexpr std::array<std::string_view, 4> wordsOf<Store>{"redis", "memcached", "etcd", "zookeeper"};

} // namespace lockcore
