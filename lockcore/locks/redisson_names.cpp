// SPDX-License-Identifier: MIT
#include "lockcore/locks/redisson_names.h"

#include "lockcore/base/ascii.h"

#include <algorithm>
#include <initializer_list>

namespace lockcore::redisson {

namespace {

std::string joined(std::initializer_list<std::string_view> parts)
{
    std::size_t size = 0;
    for (const auto part : parts)
        size += part.size();
    std::string text;
    text.reserve(size);
    for (const auto part : parts)
        text += part;
    return text;
}

// Built by appending, because these names are built for every look at one of Redisson's locks.
std::string withTagged(std::string_view prefix, std::string_view name)
{
    return name.find('{') != name.npos ? joined({prefix, name}) : joined({prefix, "{", name, "}"});
}

constexpr std::size_t uuidLength = 36;

bool isHexDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); }

bool isNumber(std::string_view text, std::size_t most)
{
    return !text.empty() && text.size() <= most && std::all_of(text.begin(), text.end(), isDigit);
}

bool isUuid4(std::string_view text)
{
    constexpr std::string_view pattern = "xxxxxxxx-xxxx-4xxx-vxxx-xxxxxxxxxxxx";
    return std::equal(text.begin(), text.end(), pattern.begin(), pattern.end(), [](char c, char form) {
        if (form == 'v')
            return c == '8' || c == '9' || c == 'a' || c == 'b';
        return form == 'x' ? isHexDigit(c) : c == form;
    });
}

bool isOwner(std::string_view text)
{
    if (text.size() < uuidLength + 2 || text[uuidLength] != ':' || !isUuid4(text.substr(0, uuidLength)))
        return false;
    const auto thread = text.substr(uuidLength + 1);
    return isNumber(thread.front() == '-' ? thread.substr(1) : thread, 19);
}

// `name:<uuid4>:<thread>` without the owner; nullopt if it does not end with an owner.
std::optional<std::string_view> withoutOwner(std::string_view text)
{
    const auto colon = text.rfind(':');
    if (colon == text.npos || colon < uuidLength + 1)
        return std::nullopt;
    const auto owner = text.substr(colon - uuidLength);
    const auto rest = text.substr(0, colon - uuidLength);
    if (!rest.ends_with(':') || !isOwner(owner))
        return std::nullopt;
    return rest.substr(0, rest.size() - 1);
}

} // namespace

std::string tagged(std::string_view name) { return withTagged({}, name); }

std::optional<std::string> untagged(std::string_view text)
{
    const auto lastBrace = text.rfind('{');
    if (lastBrace == text.npos)
        return std::nullopt;
    const bool wasTagged = lastBrace == 0 && text.size() > 2 && text.ends_with('}');
    return std::string(wasTagged ? text.substr(1, text.size() - 2) : text);
}

std::string lockChannel(std::string_view name) { return withTagged(lockChannelPrefix, name); }

std::string fairChannel(std::string_view name, std::string_view owner) { return joined({lockChannel(name), ":", owner}); }

std::string rwChannel(std::string_view name) { return withTagged(rwChannelPrefix, name); }

std::string semaphoreChannel(std::string_view name) { return withTagged(semaphoreChannelPrefix, name); }

std::string latchChannel(std::string_view name) { return joined({latchChannelPrefix, "{", name, "}"}); }

std::string queueKey(std::string_view name) { return withTagged(queuePrefix, name); }

std::string timeoutKey(std::string_view name) { return withTagged(timeoutPrefix, name); }

std::string tokenKey(std::string_view name) { return withTagged(tokenPrefix, name); }

std::string permitTimeoutKey(std::string_view name) { return joined({tagged(name), permitTimeoutSuffix}); }

std::string readTimeoutKey(std::string_view name, std::string_view owner, std::int64_t hold)
{
    return joined({tagged(name), ":", owner, readTimeoutInfix, std::to_string(hold)});
}

std::optional<std::string> nameBehind(std::string_view prefix, std::string_view text)
{
    return text.starts_with(prefix) ? untagged(text.substr(prefix.size())) : std::nullopt;
}

std::optional<std::string> nameInLockChannel(std::string_view channel)
{
    if (!channel.starts_with(lockChannelPrefix))
        return std::nullopt;
    const auto rest = channel.substr(lockChannelPrefix.size());
    return untagged(withoutOwner(rest).value_or(rest));
}

std::optional<std::string> nameInLatchChannel(std::string_view channel)
{
    if (!channel.starts_with(latchChannelPrefix))
        return std::nullopt;
    const auto rest = channel.substr(latchChannelPrefix.size());
    if (rest.size() < 3 || rest.front() != '{' || rest.back() != '}')
        return std::nullopt;
    return std::string(rest.substr(1, rest.size() - 2));
}

std::optional<std::string> nameInUnlockLatch(std::string_view key)
{
    constexpr std::size_t idLength = 32;
    if (!key.starts_with(unlockLatchPrefix) || key.size() < unlockLatchPrefix.size() + idLength + 2)
        return std::nullopt;
    const auto colon = key.size() - idLength - 1;
    const auto id = key.substr(colon + 1);
    if (key[colon] != ':' || !std::all_of(id.begin(), id.end(), isHexDigit))
        return std::nullopt;
    return untagged(key.substr(unlockLatchPrefix.size(), colon - unlockLatchPrefix.size()));
}

std::optional<std::string> nameInReadTimeout(std::string_view key)
{
    const auto infix = key.rfind(readTimeoutInfix);
    if (infix == key.npos || !isNumber(key.substr(infix + readTimeoutInfix.size()), 9))
        return std::nullopt;
    const auto name = withoutOwner(key.substr(0, infix));
    return name ? untagged(*name) : std::nullopt;
}

std::optional<std::string> nameInPermitTimeout(std::string_view key)
{
    if (!key.ends_with(permitTimeoutSuffix))
        return std::nullopt;
    return untagged(key.substr(0, key.size() - permitTimeoutSuffix.size()));
}

} // namespace lockcore::redisson
