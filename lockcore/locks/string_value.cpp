// SPDX-License-Identifier: MIT
#include "lockcore/locks/string_value.h"

namespace lockcore {

Task<Possession> whoseString(Context &context, Bytes key, Bytes token)
{
    const auto value = co_await context.command("GET", key);
    if (value.failed())
        co_return Possession::failed(value);
    if (value.isNil())
        co_return Possession::nobodys();
    co_return !token.empty() && value.text() == token ? Possession::ours() : Possession::others();
}

Milliseconds stampIn(const Answer &value)
{
    constexpr std::int64_t latest = std::int64_t{1} << 53;
    const auto number = value.integer();
    return Milliseconds(number > 0 && number < latest ? number : 0);
}

} // namespace lockcore
