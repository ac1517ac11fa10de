// SPDX-License-Identifier: MIT
// A user's own pattern, and the finding that it gives for a look. Pure; any thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/model/format.h"

namespace lockcore {

/// The user's description of a lock: `GLOB`, or `GLOB,type=string|hash|zset,value=owner|anonymous|timestamp`.
struct UserPattern
{
    enum class Meaning { Owner, Anonymous, Timestamp };

    std::string glob;
    std::optional<ValueType> type;
    Meaning meaning = Meaning::Owner;
    bool operator==(const UserPattern &) const = default;
};

Result<UserPattern> parseUserPattern(std::string_view text);

/// Does the pattern match this key: its glob and, if given, its type? Without a type: a string, hash or sorted set.
bool matches(const UserPattern &pattern, const Look &look);

/// The finding for a pattern that matches. A format that recognised the value as a known library's with confidence 3 or more takes
/// precedence. Otherwise the key is a lock of an unknown library with confidence 3, because the user says that it is a lock. If the pattern
/// does not match, returns `recognised`.
std::optional<Finding> findingBy(const UserPattern &pattern, const Look &look, std::optional<Finding> recognised);

} // namespace lockcore
