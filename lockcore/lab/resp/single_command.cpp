// SPDX-License-Identifier: MIT
#include "lockcore/lab/resp/single_command.h"

#include "lockcore/redis/connection.h"

namespace lockcore {

Task<Result<Reply>> singleCommand(Endpoint endpoint, Args words, EventLoop *loop, Clock *clock)
{
    ConnectionOptions options;
    options.name = "lockscope-lab";
    Connection connection(endpoint, options, *loop, *clock);
    if (const auto opened = co_await connection.open(); !opened)
        co_return opened.error();
    auto asked = connection.command(words);
    auto reply = co_await asked;
    if (reply.ok() && reply->isError())
        co_return reply->toError();
    co_return reply;
}

Task<Result<std::string>> versionOf(Endpoint endpoint, EventLoop *loop, Clock *clock)
{
    Args words{"INFO", "server"};
    auto asking = singleCommand(std::move(endpoint), std::move(words), loop, clock);
    const auto info = co_await asking;
    if (!info)
        co_return info.error();
    const auto valkey = lineOfInfo(info->text, "valkey_version:");
    co_return valkey.empty() ? "redis " + lineOfInfo(info->text, "redis_version:") : "valkey " + valkey;
}

std::string lineOfInfo(std::string_view info, std::string_view name)
{
    const auto begin = info.find(name);
    if (begin == std::string_view::npos)
        return {};
    info.remove_prefix(begin + name.size());
    return std::string(info.substr(0, info.find_first_of("\r\n")));
}

} // namespace lockcore
