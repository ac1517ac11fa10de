// SPDX-License-Identifier: MIT
// Redisson's key names, channels, payloads and times, as on the wire (reference, §2). Defined once, here: formats read them, lock
// protocols write them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore::redisson {

inline constexpr std::chrono::milliseconds watchdogTimeout{30'000}; ///< the lease if the caller gives none
inline constexpr std::chrono::milliseconds renewalPeriod = watchdogTimeout / 3;
inline constexpr std::chrono::milliseconds fairWaitTimeout{300'000};
inline constexpr std::string_view neverScore = "922337203685477"; ///< a permit without lease

inline constexpr std::string_view lockChannelPrefix = "redisson_lock__channel:";
inline constexpr std::string_view rwChannelPrefix = "redisson_rwlock:";
inline constexpr std::string_view semaphoreChannelPrefix = "redisson_sc:";
inline constexpr std::string_view latchChannelPrefix = "redisson_countdownlatch__channel__";
inline constexpr std::string_view queuePrefix = "redisson_lock_queue:";
inline constexpr std::string_view timeoutPrefix = "redisson_lock_timeout:";
inline constexpr std::string_view tokenPrefix = "redisson_lock_token:";
inline constexpr std::string_view unlockLatchPrefix = "redisson_unlock_latch:";
inline constexpr std::string_view readTimeoutInfix = ":rwlock_timeout:";
inline constexpr std::string_view permitTimeoutSuffix = ":timeout";
inline constexpr std::string_view writeSuffix = ":write";

inline constexpr std::string_view unlocked = "0";      ///< on a lock's channel: wakes one waiter per instance
inline constexpr std::string_view readUnlocked = "0";  ///< on a read/write lock's channel: wakes one
inline constexpr std::string_view writeUnlocked = "1"; ///< the same: wakes all
inline constexpr std::string_view latchOpened = "0";   ///< on a latch's channel; `1` announces a new count, and the latch stays closed

/// `{name}`, or the name as it is if it already contains a `{`.
std::string tagged(std::string_view name);

/// The inverse. `{x}` is read as the tagged name `x`, although a lock whose name is `{x}` would look the same. nullopt for a text without
/// `{`, which Redisson never writes.
std::optional<std::string> untagged(std::string_view text);

std::string lockChannel(std::string_view name);
std::string fairChannel(std::string_view name, std::string_view owner); ///< each waiter of a fair lock has its own
std::string rwChannel(std::string_view name);
std::string semaphoreChannel(std::string_view name);
std::string latchChannel(std::string_view name); ///< always in braces
std::string queueKey(std::string_view name);     ///< list of waiters of a fair lock, the head is next
std::string timeoutKey(std::string_view name);   ///< zset: waiter → epoch ms after which it counts as gone
std::string tokenKey(std::string_view name);     ///< the fencing token, never to be deleted
std::string permitTimeoutKey(std::string_view name);
std::string readTimeoutKey(std::string_view name, std::string_view owner, std::int64_t hold); ///< hold counts from 1

/// The lock's name in a channel or key of this kind, or nullopt.
std::optional<std::string> nameInLockChannel(std::string_view channel); ///< also in the channel of a fair lock's waiter
std::optional<std::string> nameInLatchChannel(std::string_view channel);
std::optional<std::string> nameBehind(std::string_view prefix, std::string_view text); ///< the prefix rule
std::optional<std::string> nameInUnlockLatch(std::string_view key);
std::optional<std::string> nameInReadTimeout(std::string_view key);
std::optional<std::string> nameInPermitTimeout(std::string_view key);

} // namespace lockcore::redisson
