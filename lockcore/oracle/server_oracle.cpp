// SPDX-License-Identifier: MIT
#include "lockcore/oracle/server_oracle.h"

#include "lockcore/base/ascii.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace lockcore {

using namespace explorer;

namespace {

constexpr timeval answerTime{10, 0};

// All keys with their deadlines; the server is ours, and has few.
constexpr std::string_view readBackScript = R"(
local all, cursor = {}, '0'
repeat
    local page = redis.call('SCAN', cursor, 'COUNT', 1000)
    cursor = page[1]
    for _, key in ipairs(page[2]) do
        local left = redis.call('PTTL', key)
        if left ~= -2 then
            all[#all + 1] = key
            all[#all + 1] = left
            all[#all + 1] = redis.call('DUMP', key)
        end
    end
until cursor == '0'
return all)";

// What depends on more than keys and clock, or changes more than keys.
constexpr std::array<std::string_view, 24> notAsked = {"blpop",     "brpop",  "brpoplpush", "blmove",     "blmpop",     "bzpopmin",
                                                       "bzpopmax",  "bzmpop", "xread",      "xreadgroup", "wait",       "waitaof",
                                                       "subscribe", "select", "psubscribe", "info",       "ssubscribe", "client",
                                                       "config",    "debug",  "monitor",    "shutdown",   "watch",      "hello"};

Error lostServer() { return {ErrorKind::Transport, "the private redis-server of the Explorer is gone", "oracle"}; }
Error silentServer()
{
    return {ErrorKind::Refused, "the private redis-server did not answer within 10 s: a script does not end", "unsupported"};
}

Error unsupported(const std::string &why) { return {ErrorKind::Refused, why, "unsupported"}; }

Reply replyFrom(const redisReply &reply)
{
    const auto text = [&] { return Bytes(reply.str, reply.len); };
    switch (reply.type) {
    case REDIS_REPLY_STATUS: return Reply::status(text());
    case REDIS_REPLY_ERROR: return Reply::error(text());
    case REDIS_REPLY_INTEGER: return Reply::number(reply.integer);
    case REDIS_REPLY_STRING: return Reply::bulk(text());
    case REDIS_REPLY_ARRAY: {
        std::vector<Reply> elements;
        for (std::size_t i = 0; i < reply.elements; ++i)
            elements.push_back(replyFrom(*reply.element[i]));
        return Reply::array(std::move(elements));
    }
    default: return Reply::nil();
    }
}

redisContext *connectTo(const PrivateServer &server)
{
    auto *context = redisConnectUnix(server.endpoint().path.c_str());
    if (context && !context->err)
        redisSetTimeout(context, answerTime);
    return context;
}

void appendTo(redisContext &context, const std::vector<Bytes> &command)
{
    std::vector<const char *> words;
    std::vector<std::size_t> sizes;
    for (const auto &word : command) {
        words.push_back(word.data());
        sizes.push_back(word.size());
    }
    redisAppendCommandArgv(&context, static_cast<int>(words.size()), words.data(), sizes.data());
}

} // namespace

ServerOracle::ServerOracle(ClockPage clock, std::unique_ptr<PrivateServer> server)
    : m_clock(std::move(clock))
    , m_server(std::move(server))
    , m_connection(connectTo(*m_server), redisFree)
    , m_ear(connectTo(*m_server), redisFree)
{ }

ServerOracle::~ServerOracle() = default;

Result<std::unique_ptr<ServerOracle>> ServerOracle::start(const ServerOracleOptions &options)
{
    auto clock = ClockPage::make(options.supervisor);
    if (!clock)
        return clock.error();
    PrivateServerOptions own;
    own.program = options.program;
    own.environment = clock->environment();
    own.config = "rdbcompression no\nenable-debug-command yes\ndatabases 1";
    own.supervisor = options.supervisor;
    auto server = PrivateServer::start(std::move(own));
    if (!server)
        return server.error();
    std::unique_ptr<ServerOracle> oracle(new ServerOracle(*std::move(clock), *std::move(server)));
    if (const auto begun = oracle->begin(); !begun)
        return begun.error();
    return oracle;
}

Result<void> ServerOracle::begin()
{
    if (!m_connection || m_connection->err || !m_ear || m_ear->err)
        return lostServer();
    appendTo(*m_ear, {"PSUBSCRIBE", "*"});
    for (const auto &command :
         {std::vector<Bytes>{"DEBUG", "SET-ACTIVE-EXPIRE", "0"}, std::vector<Bytes>{"SCRIPT", "LOAD", Bytes(readBackScript)}}) {
        const auto done = ask(command);
        if (!done || done->isError())
            return done ? done->toError() : done.error();
        m_readBack = done->text;
    }
    if (const auto listens = read(*m_ear); !listens)
        return listens.error();
    const auto info = ask({"INFO", "server"});
    if (!info)
        return info.error();
    const auto field = [&](std::string_view name) {
        const auto at = info->text.find(name);
        const auto begin = at + name.size();
        return at == info->text.npos ? std::string() : info->text.substr(begin, info->text.find('\r', begin) - begin);
    };
    const auto valkey = field("valkey_version:");
    m_version = valkey.empty() ? "redis " + field("redis_version:") : "valkey " + valkey;

    // Is its clock ours? A program that is linked statically, say, would not load the page.
    constexpr std::int64_t seconds = epoch / 1'000 + 77;
    m_clock.set(seconds * 1'000);
    const auto time = ask({"TIME"});
    if (!time)
        return time.error();
    if (!time->isArray() || time->elements.size() != 2 || time->elements[0].toInteger() != seconds)
        return Error{ErrorKind::Refused, "the clock of this redis-server cannot be held: name another one", "clock"};
    return {};
}

void ServerOracle::append(const std::vector<Bytes> &command) { appendTo(*m_connection, command); }

Result<Reply> ServerOracle::read(redisContext &context)
{
    void *raw = nullptr;
    if (redisGetReply(&context, &raw) != REDIS_OK || !raw)
        return context.err == REDIS_ERR_IO && errno == EAGAIN ? silentServer() : lostServer();
    const std::unique_ptr<void, void (*)(void *)> owned(raw, freeReplyObject);
    return replyFrom(*static_cast<const redisReply *>(raw));
}

Result<Reply> ServerOracle::ask(const std::vector<Bytes> &command)
{
    append(command);
    return read(*m_connection);
}

// A key whose last millisecond this is can only be loaded before it.
Result<void> ServerOracle::load(const Keyspace &keys, int now)
{
    const bool isLast = std::ranges::any_of(keys, [](const StoredKey &key) { return key.left == 0; });
    m_clock.set(epoch + now - (isLast ? 1 : 0));
    append({"FLUSHALL"});
    for (const auto &key : keys) {
        const auto deadline = key.left == StoredKey::noDeadline ? 0 : epoch + now + key.left;
        append({"RESTORE", key.name, std::to_string(deadline), key.dump, "ABSTTL"});
    }
    for (std::size_t i = 0; i < 1 + keys.size(); ++i) {
        const auto loaded = read(*m_connection);
        if (!loaded || loaded->isError())
            return loaded ? loaded->toError() : loaded.error();
    }
    m_clock.set(epoch + now);
    return {};
}

Result<Judgement> ServerOracle::judge(const Keyspace &before, const std::vector<Bytes> &command, std::optional<int> now)
{
    if (command.empty() || std::ranges::count(notAsked, asciiLower(command.front())) > 0)
        return unsupported("a redis-server cannot be asked what " + (command.empty() ? Bytes("nothing") : command.front())
                           + " does to its keys alone");
    constexpr int anotherTime = 1'234'567'891; // two weeks later, at another fraction of the second
    auto judged = judgeOnce(before, command, now.value_or(0));
    if (!judged)
        return judged;
    const auto again = judgeOnce(before, command, now.value_or(anotherTime));
    if (!again || *judged == *again)
        return again ? judged : again;
    const auto third = judgeOnce(before, command, now.value_or(0));
    if (!third)
        return third;
    return unsupported(*judged == *third
                           ? command.front()
                                 + " does something else at another time of day: it reads the server's clock, which is not examined yet"
                           : command.front() + " gives two results for the same keys and time: it draws at random");
}

Result<Judgement> ServerOracle::judgeOnce(const Keyspace &before, const std::vector<Bytes> &command, int now)
{
    if (const auto loaded = load(before, now); !loaded)
        return loaded.error();
    return goOn(command, now);
}

Result<Judgement> ServerOracle::goOn(const std::optional<std::vector<Bytes>> &command, int now)
{
    m_clock.set(epoch + now);
    if (command)
        append(*command);
    append({"EVALSHA", m_readBack, "0"});
    Judgement judged;
    if (command) {
        auto reply = read(*m_connection);
        if (!reply)
            return reply.error();
        judged.reply = *std::move(reply);
    }
    const auto all = read(*m_connection);
    if (!all || all->isError())
        return all ? all->toError() : all.error();
    constexpr std::size_t fields = 3;
    for (std::size_t i = 0; i + fields <= all->elements.size(); i += fields)
        judged.after.push_back({all->elements[i].text, all->elements[i + 2].text, static_cast<int>(all->elements[i + 1].integer)});
    std::ranges::sort(judged.after, {}, &StoredKey::name);
    auto messages = heard();
    if (!messages)
        return messages.error();
    judged.published = *std::move(messages);
    return judged;
}

Result<void> ServerOracle::forgetAll(int now) { return load({}, now); }

// What was published came to the ear before the answer to a PING that follows.
Result<std::vector<Message>> ServerOracle::heard()
{
    appendTo(*m_ear, {"PING"});
    std::vector<Message> messages;
    for (;;) {
        const auto next = read(*m_ear);
        if (!next)
            return next.error();
        constexpr std::size_t messageParts = 4; // pmessage, pattern, channel, payload
        if (next->elements.size() != messageParts)
            return messages;
        messages.push_back({next->elements[2].text, next->elements[3].text});
    }
}

std::string ServerOracle::shown(const StoredKey &key)
{
    auto alive = key;
    alive.left = StoredKey::noDeadline;
    if (!load({alive}, 0))
        return "?";
    const auto type = ask({"TYPE", key.name});
    if (!type)
        return "?";
    const auto value = type->text == "string" ? ask({"GET", key.name})
                       : type->text == "hash" ? ask({"HGETALL", key.name})
                       : type->text == "list" ? ask({"LRANGE", key.name, "0", "-1"})
                       : type->text == "zset" ? ask({"ZRANGE", key.name, "0", "-1", "WITHSCORES"})
                                              : ask({"SMEMBERS", key.name});
    return value ? toString(*value) : "?";
}

} // namespace lockcore
