// SPDX-License-Identifier: MIT
#include "lockcore/lab/scenario/server_settings.h"

#include "lockcore/base/bytes.h"

#include <algorithm>
#include <array>
#include <regex>

namespace lockcore {

namespace {

struct Setting
{
    std::string_view name;
    const char *values;
    std::string_view meaning;
};

constexpr std::array<Setting, 5> settings = {
    {{"maxmemory", "[1-9][0-9]{0,8}([kmg]?b)?", "a size, for example 3mb"},
     {"maxmemory-policy", "noeviction|(allkeys|volatile)-(lru|lfu|random)|volatile-ttl", "a policy of Redis, for example volatile-ttl"},
     {"appendonly", "yes|no", "yes or no"},
     {"appendfsync", "always|everysec|no", "always, everysec or no"},
     {"hz", "[1-9][0-9]?|[1-4][0-9]{2}|500", "a whole number from 1 to 500"}}};

} // namespace

std::optional<std::string> settingMistake(const std::string &name, const std::string &value)
{
    const auto found = std::ranges::find(settings, name, &Setting::name);
    if (found == settings.end())
        return "a scenario cannot set \"" + escaped(name) + "\"; it can set maxmemory, maxmemory-policy, appendonly, appendfsync and hz";
    constexpr std::size_t longest = 30; // std::regex recurses for each character
    if (value.size() <= longest && std::regex_match(value, std::regex(found->values)))
        return std::nullopt;
    return '"' + name + "\" cannot be \"" + escaped(value.substr(0, longest)) + "\"; it is " + std::string(found->meaning);
}

} // namespace lockcore
