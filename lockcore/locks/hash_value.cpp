// SPDX-License-Identifier: MIT
#include "lockcore/locks/hash_value.h"

namespace lockcore {

Bytes ownerOf(const Context &context) { return context.instance() + ':' + std::to_string(context.worker()); }

std::optional<Milliseconds> leaseLeft(const Answer &pttl)
{
    if (pttl.integer() < 0)
        return std::nullopt;
    return Milliseconds(pttl.integer());
}

Task<Possession> whoseHash(Context &context, Bytes key, Bytes owner)
{
    constexpr std::string_view look = R"lua(
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
    return 1
end
return -redis.call('EXISTS', KEYS[1])
)lua";
    const auto found = co_await context.command("EVAL", look, 1, key, owner);
    if (found.failed())
        co_return Possession::failed(found);
    if (found.integer() == 1)
        co_return Possession::ours();
    co_return found.integer() == 0 ? Possession::nobodys() : Possession::others();
}

} // namespace lockcore
