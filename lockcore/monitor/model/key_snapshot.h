// SPDX-License-Identifier: MIT
// What one atomic, bounded read of a key and its companions found. Classification and events use only these.
#pragma once

#include "lockcore/monitor/model/lock.h"

#include <map>

namespace lockcore {

enum class ValueType { None, String, Hash, Zset, List, Set, Other };

std::string_view toString(ValueType type);                     ///< none string hash zset list set other
std::optional<ValueType> valueTypeFrom(std::string_view text); ///< as TYPE answers; streams and modules are Other

/// A value, or as much of it as was read: never more than the limits below.
struct Value
{
    static constexpr std::int64_t mostTextBytes = 512;
    static constexpr std::int64_t mostHolders = 1000;             ///< that are listed
    static constexpr std::int64_t mostElements = mostHolders + 1; ///< of a hash, sorted set or set: holders, and a field such as `mode`
    static constexpr std::int64_t mostListed = 64;                ///< of a list: waiters, or entries that are only counted

    ValueType type = ValueType::None;
    Bytes text;              ///< String: its first mostTextBytes
    std::int64_t length = 0; ///< of the whole value: bytes of a string, elements of the others

    /// Hash: field and value. Sorted set: member and score, as Redis prints it, in order. List, set: element and an empty text.
    std::vector<std::pair<Bytes, Bytes>> elements;

    static constexpr std::int64_t mostOf(ValueType type) { return type == ValueType::List ? mostListed : mostElements; }

    bool exists() const { return type != ValueType::None; }
    std::int64_t bytes() const; ///< of what was read
    bool whole() const { return length == static_cast<std::int64_t>(type == ValueType::String ? text.size() : elements.size()); }
    const Bytes *find(std::string_view element) const; ///< the second part of the pair, or null
    bool operator==(const Value &) const = default;
};

std::string structureText(const Value &value); ///< "string, 36 bytes", "hash, 1 field"

struct KeySnapshot
{
    LockId id;
    ServerTime at{}; ///< the server's clock, in the same transaction
    Value value;
    bool wrapped = false;               ///< the value is text that was unwrapped from a serialiser (reading/wrapping.h)
    std::optional<ServerTime> deadline; ///< none: no TTL (or no key); not after latestTime
    std::map<Bytes, Value> companions;  ///< the requested ones; missing keys have ValueType::None

    /// Before a release: other keys, each the lease of one hold, with the answer of PEXPIRETIME (epoch ms; -1: no TTL; -2: no key). Read
    /// after the rest.
    std::map<Bytes, std::int64_t> leases;
    bool operator==(const KeySnapshot &) const = default;
};

std::string toString(const KeySnapshot &look);

} // namespace lockcore
