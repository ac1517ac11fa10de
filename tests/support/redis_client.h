// SPDX-License-Identifier: MIT
// A small blocking client with which tests arrange facts and look at them, by way of hiredis and not of our own connection.
// Values are binary-safe. One thread. A lost or silent server is answered by an error reply that begins with "LOST".
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
    /// Connects over a Unix socket or plain TCP and logs in if the endpoint has a password. The first command tells whether it worked.
    explicit RedisClient(const Endpoint &endpoint, std::chrono::milliseconds timeout = std::chrono::seconds(60));
    ~RedisClient();
    RedisClient(const RedisClient &) = delete;
    RedisClient &operator=(const RedisClient &) = delete;

    Reply command(const Command &command);

    /// All are written before the first answer is read: for many keys.
    std::vector<Reply> pipeline(const std::vector<Command> &commands);

    /// Sends without waiting for the answer, which read() gets: for what blocks on the server.
    void ask(const Command &command);

    /// The next message of a subscription or of MONITOR.
    Reply read();

private:
    void logIn(const Endpoint &endpoint);

    std::unique_ptr<redisContext, void (*)(redisContext *)> m_context;
    Reply m_refusal; ///< why there is no usable connection; nil if there is one
};

} // namespace lockcore::test
