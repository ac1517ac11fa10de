// SPDX-License-Identifier: MIT
#include "support/redis_client.h"

#include <hiredis/hiredis.h>

#include <csignal>

namespace lockcore::test {

namespace {

timeval toTimeval(std::chrono::milliseconds time) { return {time.count() / 1000, time.count() % 1000 * 1000}; }

Reply toReply(const redisReply &from)
{
    const auto text = [&] { return from.str ? Bytes(from.str, from.len) : Bytes(); };
    switch (from.type) {
    case REDIS_REPLY_STRING: return Reply::bulk(text());
    case REDIS_REPLY_STATUS: return Reply::status(text());
    case REDIS_REPLY_ERROR: return Reply::error(text());
    case REDIS_REPLY_INTEGER: return Reply::number(from.integer);
    case REDIS_REPLY_ARRAY: break;
    default: return Reply::nil();
    }
    std::vector<Reply> elements;
    for (std::size_t i = 0; i < from.elements; ++i)
        elements.push_back(toReply(*from.element[i]));
    return Reply::array(std::move(elements));
}

void append(redisContext *context, const Command &command)
{
    std::vector<const char *> words;
    std::vector<std::size_t> lengths;
    for (const auto &word : command) {
        words.push_back(word.data());
        lengths.push_back(word.size());
    }
    redisAppendCommandArgv(context, static_cast<int>(words.size()), words.data(), lengths.data());
}

redisContext *connected(const Endpoint &endpoint, std::chrono::milliseconds timeout)
{
    // hiredis 0.14 writes without MSG_NOSIGNAL: a server that was killed must not end the test.
    std::signal(SIGPIPE, SIG_IGN);
    if (endpoint.transport == Endpoint::Transport::Unix)
        return redisConnectUnixWithTimeout(endpoint.path.c_str(), toTimeval(timeout));
    return redisConnectWithTimeout(endpoint.host.c_str(), endpoint.port, toTimeval(timeout));
}

Reply lost(const redisContext *context) { return Reply::error("LOST " + std::string(context ? context->errstr : "no memory")); }

} // namespace

RedisClient::RedisClient(const Endpoint &endpoint, std::chrono::milliseconds timeout)
    : m_context(connected(endpoint, timeout), redisFree)
{
    if (!m_context || m_context->err) {
        m_refusal = lost(m_context.get());
        return;
    }
    redisSetTimeout(m_context.get(), toTimeval(timeout));
    logIn(endpoint);
}

RedisClient::~RedisClient() = default;

void RedisClient::logIn(const Endpoint &endpoint)
{
    Reply reply;
    if (!endpoint.password.empty()) {
        reply = endpoint.user.empty() ? command({"AUTH", endpoint.password}) : command({"AUTH", endpoint.user, endpoint.password});
    }
    if (!reply.isError() && endpoint.db != 0)
        reply = command({"SELECT", std::to_string(endpoint.db)});
    if (reply.isError())
        m_refusal = reply;
}

Reply RedisClient::command(const Command &command) { return pipeline({command}).front(); }

std::vector<Reply> RedisClient::pipeline(const std::vector<Command> &commands)
{
    if (m_refusal.isNil()) {
        for (const auto &command : commands)
            append(m_context.get(), command);
    }
    std::vector<Reply> replies;
    for (std::size_t i = 0; i < commands.size(); ++i)
        replies.push_back(read());
    return replies;
}

void RedisClient::ask(const Command &command)
{
    if (!m_refusal.isNil())
        return;
    append(m_context.get(), command);
    int done = 0;
    while (done == 0 && redisBufferWrite(m_context.get(), &done) == REDIS_OK)
        ;
}

Reply RedisClient::read()
{
    if (!m_refusal.isNil())
        return m_refusal;
    void *raw = nullptr;
    if (redisGetReply(m_context.get(), &raw) != REDIS_OK || !raw) {
        m_refusal = lost(m_context.get()); // hiredis refuses every further call on a context with an error
        return m_refusal;
    }
    const std::unique_ptr<void, void (*)(void *)> reply(raw, freeReplyObject);
    return toReply(*static_cast<redisReply *>(raw));
}

} // namespace lockcore::test
