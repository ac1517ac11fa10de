// SPDX-License-Identifier: MIT
// The token grammars that lock libraries have in common (reference, §1), as hand-written matchers: they run for every
// candidate of a server, so none backtracks, and none allocates before the shape is right. Pure; never read beyond the text, whatever the bytes.
#pragma once

#include "lockcore/monitor/model/format.h"

namespace lockcore::grammar {

/// `xxxxxxxx-xxxx-4xxx-[89ab]xxx-xxxxxxxxxxxx`, lower case.
bool isUuid4(std::string_view text);

/// The same without dashes.
bool isUuid4Hex(std::string_view text);

/// Exactly `length` lower-case hexadecimal digits.
bool isHex(std::string_view text, std::size_t length);

/// `least` to `most` decimal digits.
bool isDigits(std::string_view text, std::size_t least, std::size_t most);

/// A-Z a-z 0-9 + /
bool isBase64Digit(char c);

/// Exactly `length` of A-Z a-z 0-9.
bool isAlnum(std::string_view text, std::size_t length);

/// Padded base64 of 16 bytes (22 digits, `==`) and of 32 bytes (43 digits, `=`). The last digit carries less than six bits, so only a few
/// letters are possible there: this makes chance matches 16 and 4 times rarer.
bool isBase64Of16(std::string_view text);
bool isBase64Of32(std::string_view text);

/// 24 digits without padding, whose bytes are not text: JSON in base64 has the same shape.
bool isBase64Of18(std::string_view text);

/// Exactly the unpadded base64url of 16 bytes (22 digits).
bool isBase64UrlOf16(std::string_view text);

/// 16 to 64 bytes that are neither text nor a serialised value: random bytes are well-formed UTF-8 with a probability of about 2^-length.
bool isRandomBytes(std::string_view text);

/// 1 to 1000: plausible hold counts. Larger numbers are application data.
bool isSmallCount(std::string_view text);

/// `<uuid4>:<number>`, where the number may be negative: Redisson's owner, and BullMQ's worker token.
struct UuidAndNumber
{
    std::string_view uuid;
    std::string_view number;
};
std::optional<UuidAndNumber> uuidAndNumber(std::string_view text);

/// `<uuid4>:<uuid4>`: node-redisson's owner.
bool isUuidPair(std::string_view text);

/// A time-based UUID without dashes, with a time between 2020 and a day after `now`: random hex matches the pattern alone in 1.6 % of the
/// cases, with the time in 0.0035 %.
struct Uuid1
{
    ServerTime drawnAt;
    std::uint64_t node = 0;    ///< 48 bits, usually the MAC address of the machine
    bool nodeIsRandom = false; ///< the multicast bit is set: no MAC address was found
};
std::optional<Uuid1> uuid1Hex(std::string_view text, ServerTime now);
std::optional<Uuid1> uuid1Dashed(std::string_view text, ServerTime now);
std::optional<Uuid1> uuid1InBase64(std::string_view text, ServerTime now);

/// The facts "drawn at" and "machine" (or "node").
std::vector<OwnerFact> factsOf(const Uuid1 &uuid);

/// Within a year of `now`: a plausible date for a lock's record. A time that was never set (1970, or 0001 in Go) is not.
bool isNear(ServerTime time, ServerTime now);

/// A near date as 10, 13, 16 or 19 digits (s, ms, us, ns), 18 digits (ticks of .NET) or `\d{10}\.\d+` (§5).
std::optional<ServerTime> plausibleTime(std::string_view text, ServerTime now);

/// The score of a sorted set, as Redis prints it, read as epoch milliseconds or seconds. Nothing for inf, nan, negative numbers and times
/// after the year 2200 (Redisson writes 922337203685477 for "never").
std::optional<ServerTime> timeFromMilliseconds(std::string_view score);
std::optional<ServerTime> timeFromSeconds(std::string_view score);

/// The rest of the lease; none: no TTL.
std::optional<Milliseconds> ttlOf(const KeySnapshot &look);

/// The match for a key that is known to be no lock, though a lock library wrote it.
LockMatch bookkeeping(std::string_view library, std::string_view variant = "bookkeeping");

/// The companion's value if it was read and exists, else null.
const Value *companion(const KeySnapshot &look, std::string_view key);

} // namespace lockcore::grammar
