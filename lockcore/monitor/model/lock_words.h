// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lockcore {

enum class LockWord {
    None,
    Ambiguous, ///< a word with other meanings, too: `lease:7`, `team:leader`
    Clear,
};

/// The clearest word for a lock in the name: `order:lock`, `lock_sale_42`, `orderLock`, `REDLOCK:x`. None in `clock` and `blocked`, and none
/// if the name is about a lock: `lock_version`, `lease:7:rent`, `account:7:locked`.
LockWord lockWordIn(std::string_view name);

bool hasLockWord(std::string_view name);

} // namespace lockcore
