// SPDX-License-Identifier: MIT
// A small blocking client with which tests write and read data, based on hiredis and not on our own connection. Values are binary-safe. One
// thread. If the server is lost or silent, the reply is an error that begins with "LOST".
#pragma once

#include "lockcore/base/reply.h"
#include "lockcore/redis/endpoint.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

struct redisContext;

namespace lockcore::test {

using Command = std::vector<std::string>;

class RedisClient final
{
public:
    /// Connects over a Unix socket or plain TCP, and logs in if the endpoint has a password. The first command shows whether this
    /// succeeded.
    explicit RedisClient(const Endpoint &endpoint, std::chrono::milliseconds timeout = std::chrono::seconds(60));
    ~RedisClient();
    RedisClient(const RedisClient &) = delete;
    RedisClient &operator=(const RedisClient &) = delete;

    Reply command(const Command &command);

    /// Writes all commands before it reads the first answer: for many keys.
    std::vector<Reply> pipeline(const std::vector<Command> &commands);

    /// Sends without waiting for the answer, which read() returns: for commands that block on the server.
    void ask(const Command &command);

    /// The next message of a subscription or of MONITOR.
    Reply read();

private:
    void logIn(const Endpoint &endpoint);

    std::unique_ptr<redisContext, void (*)(redisContext *)> m_context;
    Reply m_refusal; ///< the reason why there is no usable connection; nil if there is one
};

} // namespace lockcore::test
