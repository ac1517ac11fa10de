// SPDX-License-Identifier: MIT
// What formats have in common if their lock is one string with a token (reference, §4). Pure.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore::stringlock {

/// Nothing if the value is not a string, or if the string was not read to its end.
std::optional<std::string_view> textOf(const KeySnapshot &look);

/// An exclusive lock of one string, whose holder is the string as it is in Redis. Clients poll.
LockMatch match(std::string_view library, std::string_view variant, int confidence, const KeySnapshot &look);

/// Of a lock whose name says nothing. A crash keeps everybody out for so long.
inline constexpr std::chrono::hours longestLease{1};

/// A token of a library, `shape` says what it looks like, under a name without a word for a lock. The library's scripts on the server must
/// suggest it. It is a possible lock: session, CSRF and refresh tokens look the same. It is a plausible one if the key has been handed over, and has
/// no TTL or one up to the longest lease. It counts as drawn for each acquisition, and the lease as always set: a library that keeps its token or
/// sets no lease says so.
std::optional<LockMatch> tokenUnderFreeName(std::string_view library, std::string_view variant, const char *shape, const KeySnapshot &look,
                                            const RecognitionContext &surroundings);

/// The library of `match` was told by the look of its token, which may be made by hand, and then be drawn once for all that a process locks. A
/// client of several servers also tries again with the token that it has taken back. So no such token is one acquisition's alone, whatever the
/// scripts that the server knows; `scope` is what the library does otherwise.
void namedByToken(LockMatch &match, OwnerScope scope, const RecognitionContext &surroundings);

/// Are there upper-case and lower-case letters? Of 22 random base64 digits nearly all texts have both; words and hex digits do not.
bool hasBothCases(std::string_view text);

/// Does the sort of character change as often as in drawn bytes (base64)? `checkoutServiceInstance1` is words.
bool changesSortOften(std::string_view text);

struct HostAndNumber
{
    std::string_view host;
    std::string_view number;
};

/// `<host><separator><number>`: the last separator counts, because a host can contain colons.
std::optional<HostAndNumber> hostAndNumber(std::string_view text, char separator);

/// §6.3: the channels of Spring's registry. The key does not show where the registry's own name ends, so each colon is tried, for the
/// channel of 7.0 and for that of 5.5.
std::vector<Bytes> springChannels(std::string_view key);
std::vector<ReleaseStep> tellSpring(std::string_view key); ///< publishes the full key on each of them

Waiters clientsPoll();
Waiters nobodyWaits(std::string_view why);

} // namespace lockcore::stringlock
