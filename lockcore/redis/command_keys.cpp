// SPDX-License-Identifier: MIT
#include "lockcore/redis/command_keys.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

constexpr std::array<std::string_view, 6> scripts = {"EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL", "FCALL_RO"};
constexpr std::array<std::string_view, 8> keyless = {"EXEC", "MULTI", "TIME", "PUBLISH", "SCRIPT", "FLUSHDB", "FLUSHALL", "WAIT"};
constexpr std::array<std::string_view, 6> manyKeys = {"DEL", "UNLINK", "EXISTS", "MGET", "WATCH", "TOUCH"};

template <std::size_t size>
bool isAmong(const std::string &name, const std::array<std::string_view, size> &names)
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

bool isScript(std::string_view name) { return std::ranges::find(scripts, name) != scripts.end(); }

std::vector<Bytes> keysOf(std::span<const Bytes> words)
{
    const auto name = nameOf(words);
    if (words.size() < 2 || isAmong(name, keyless))
        return {};
    const auto rest = words.subspan(1);
    if (isAmong(name, manyKeys))
        return {rest.begin(), rest.end()};
    if (!isScript(name))
        return {rest.front()};
    const auto count = rest.size() > 1 ? parseInteger(rest[1]).value_or(0) : 0;
    const auto most = static_cast<std::int64_t>(rest.size()) - 2;
    if (count < 1 || count > most)
        return {};
    return {rest.begin() + 2, rest.begin() + 2 + count};
}

} // namespace lockcore
