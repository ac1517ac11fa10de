// SPDX-License-Identifier: MIT
// Does the name of a key have a word for a lock? Pure, without allocation: called for every key of a server.
#pragma once

#include <string_view>

namespace lockcore {

enum class LockWord {
    None,
    Weak,  ///< a word with other meanings (`lease:7`), or the name ends with a property of the lock (`lock_version`, `lock:42:status`)
    Clear, ///< `order:lock`, `lock_sale_42`, `orderLock`, `orderlock`, `REDLOCK:x`
};

/// Not in `clock`, `blocked` and `unlock`.
LockWord lockWordIn(std::string_view name);

inline bool hasLockWord(std::string_view name) { return lockWordIn(name) != LockWord::None; }

bool saysSemaphore(std::string_view name); ///< the word is `semaphore` or `sem`

} // namespace lockcore
