// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lockcore {

/// How far a name says that a key is a lock. Between Possible and Clear, that depends on its TTL: locks of today have one, while what devices
/// report, settings and counters stay for ever.
enum class LockWord {
    None,
    Possible, ///< about a lock: only a value that is a token can show that it is one
    /// Without a TTL, only an owner's text shows it: a word with other meanings (`lease:7`), a compound (`orderlock:7`), or what a thing has
    /// (`lock:hall:name`).
    Ambiguous,
    Likely, ///< without a TTL, a mark shows it, too, but not a number or a word: `lock:42:checkout`, `lock_p99`
    Clear,
};

/// The clearest word for a lock in the name: `order:lock`, `lock_sale_42`, `orderLock`, `REDLOCK:x`. None in `clock` and `blocked`. At most a
/// possible one if the name is about a lock (`lock_version`, `lock:42:status`, `account:7:locked`, `lock:42:last_seen`, `lock:acquire:count`),
/// and at most an ambiguous one in compounds (`orderlock`, `globalmutex`), in names of files (`yarn.lock`) and behind a head of data
/// (`feature:lock`). A possible one and a compound are none if the name also has a word for another use of a token (`lock:7:pin`,
/// `session:7:locked`, `keylock:otp:7`), unless it stands before a compound (`session:userlock:7`). A file with such a word is
/// none, too (`Cargo.lock:etag`).
LockWord lockWordIn(std::string_view name);

/// An ambiguous one or a clearer one.
bool hasLockWord(std::string_view name);

/// Does the name say what else a token is for: `session:alice`, `user:7:csrf_token`, `cart:17`? Before a compound, the word says what is locked:
/// `session:userlock:7` is the lock of a user. Ask only for names without a word for a lock: `lock_cart:17` is one.
bool saysOtherUse(std::string_view name);

/// Do tokens with times under this name belong to requests, to those who wait, or to the past: `ratelimit:lock:17`, `lock:waiters`?
bool saysNoHolders(std::string_view name);

/// Is there an account, a login, a card … in the name, which may be locked in another sense?
bool saysAccount(std::string_view name);

/// `lock:fence:7`: the number there is a fencing token.
bool saysCalls(std::string_view name);  ///< `api_lease:10.0.0.7`: something is counted for each caller
bool saysFigure(std::string_view name); ///< `lock:stats`: a number there is a figure
bool saysFence(std::string_view name);

/// Is a record under this name one of the past, or one about many: `lock:history:1`, `lock:stats`?
bool saysReport(std::string_view name);

/// Is the lock a semaphore by its name?
bool saysSemaphore(std::string_view name);

/// May it be an account that is locked after wrong passwords (`accountlock:alice`), and no lock?
bool mayBeLockout(std::string_view name);

} // namespace lockcore
