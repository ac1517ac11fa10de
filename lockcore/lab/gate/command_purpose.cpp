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
constexpr std::array<std::string_view, 6> scripts = {"EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL", "FCALL_RO"};
constexpr std::array<std::string_view, 8> keyless = {"EXEC", "MULTI", "TIME", "PUBLISH", "SCRIPT", "FLUSHDB", "FLUSHALL", "WAIT"};
constexpr std::array<std::string_view, 6> manyKeys = {"DEL", "UNLINK", "EXISTS", "MGET", "WATCH", "TOUCH"};

template <std::size_t size>
bool isIn(const std::string &name, const std::array<std::string_view, size> &names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

std::string nameOf(std::span<const Bytes> words)
{
    auto name = words.empty() ? std::string() : words.front();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return name;
}

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
    return isIn(name, scripts) || name == "EXEC" ? doing : Purpose::Any;
}

std::vector<Bytes> keysOf(std::span<const Bytes> words)
{
    const auto name = nameOf(words);
    if (words.size() < 2 || isIn(name, keyless))
        return {};
    const auto rest = words.subspan(1);
    if (isIn(name, manyKeys))
        return {rest.begin(), rest.end()};
    if (!isIn(name, scripts))
        return {rest.front()};
    const auto count = rest.size() > 1 ? parseInteger(rest[1]).value_or(0) : 0;
    const auto most = static_cast<std::int64_t>(rest.size()) - 2;
    if (count < 1 || count > most)
        return {};
    return {rest.begin() + 2, rest.begin() + 2 + count};
}

} // namespace lockcore
