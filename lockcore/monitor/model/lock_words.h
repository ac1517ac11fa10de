// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lockcore {

/// Does the name contain a word for a lock? `order:lock`, `lock_sale_42`, `orderLock`, `REDLOCK:x`; not `clock`, `blocked`.
bool hasLockWord(std::string_view name);

} // namespace lockcore
