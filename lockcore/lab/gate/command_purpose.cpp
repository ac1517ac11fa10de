// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/command_purpose.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

constexpr std::array<std::string_view, 26> reads = {"GET",        "MGET",        "STRLEN", "EXISTS", "TYPE",     "TTL",       "PTTL",
                                                    "EXPIRETIME", "PEXPIRETIME", "HGET",   "HMGET",  "HLEN",     "HGETALL",   "HEXISTS",
                                                    "LLEN",       "LRANGE",      "LINDEX", "SCARD",  "SMEMBERS", "SISMEMBER", "ZCARD",
                                                    "ZRANGE",     "ZSCORE",      "ZRANK",  "WATCH",  "TIME"};
constexpr std::array<std::string_view, 2> frees = {"DEL", "UNLINK"};
constexpr std::array<std::string_view, 5> renews = {"EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT", "PERSIST"};
constexpr std::array<std::string_view, 6> takes = {"SET", "SETNX", "GETSET", "SETEX", "PSETEX", "HSETNX"};

template <std::size_t size>
bool isIn(const std::string &name, const std::array<std::string_view, size> &names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

Purpose purposeOf(std::span<const Bytes> words, Purpose doing)
{
    const auto name = nameOf(words);
    if (isIn(name, reads))
        return Purpose::Read;
    if (isIn(name, frees))
        return Purpose::Free;
    if (isIn(name, renews))
        return Purpose::Renew;
    if (isIn(name, takes))
        return Purpose::Take;
    return isScript(name) || name == "EXEC" ? doing : Purpose::Any;
}

} // namespace lockcore
