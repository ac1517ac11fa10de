// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lockcore {

enum class LockWord {
    None,
    Possible,  ///< about a lock, or a compound that nobody listed: only a value that is a token can tell
    Ambiguous, ///< a word with other meanings, too: `lease:7`, `team:leader`
    Clear,
};

/// The clearest word for a lock in the name: `order:lock`, `lock_sale_42`, `orderLock`, `REDLOCK:x`. None in `clock` and `blocked`. At most a
/// possible one if the name is about a lock (`lock_version`, `lease:7:rent`, `account:7:locked`), and in `orderlock` or `globalmutex`.
LockWord lockWordIn(std::string_view name);

/// An ambiguous or a clear one.
bool hasLockWord(std::string_view name);

} // namespace lockcore
