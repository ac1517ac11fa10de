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
constexpr int watcherOfTouches = -1; // no worker

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

// A channel on which only we publish.
constexpr std::string_view endOfQuestion = "lockscope:end-of-question";

bool isLastOfAny(const Keyspace &keys)
{
    return std::ranges::any_of(keys, [](const StoredKey &key) { return key.left == 0; });
}

Keyspace keyspaceOf(const Reply &readBack)
{
    constexpr std::size_t fields = 3;
    Keyspace keys;
    for (std::size_t i = 0; i + fields <= readBack.elements.size(); i += fields) {
        const auto *const field = &readBack.elements[i];
        keys.push_back({field[0].text, field[2].text, static_cast<int>(field[1].integer)});
    }
    std::ranges::sort(keys, {}, &StoredKey::name);
    return keys;
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
    if (options.holdsClock)
        own.environment = clock->environment();
    own.config = "rdbcompression no\nenable-debug-command yes\ndatabases 1";
    own.supervisor = options.supervisor;
    auto server = PrivateServer::start(std::move(own));
    if (!server)
        return server.error();
    std::unique_ptr<ServerOracle> oracle(new ServerOracle(*std::move(clock), *std::move(server)));
    if (const auto begun = oracle->begin(options.holdsClock); !begun)
        return begun.error();
    return oracle;
}

Result<void> ServerOracle::begin(bool holdsClock)
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

    if (!holdsClock)
        return {};
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

void ServerOracle::appendKeys(const Keyspace &keys, int now)
{
    append({"FLUSHALL"});
    for (const auto &key : keys) {
        const auto deadline = key.left == StoredKey::noDeadline ? 0 : epoch + now + key.left;
        append({"RESTORE", key.name, std::to_string(deadline), key.dump, "ABSTTL"});
    }
}

Result<void> ServerOracle::readLoaded(const Keyspace &keys)
{
    for (std::size_t i = 0; i < 1 + keys.size(); ++i) {
        const auto loaded = read(*m_connection);
        if (!loaded || loaded->isError())
            return loaded ? loaded->toError() : loaded.error();
    }
    return {};
}

// A key whose last millisecond this is can only be loaded before it.
Result<void> ServerOracle::load(const Keyspace &keys, int now)
{
    m_clock.set(epoch + now - (isLastOfAny(keys) ? 1 : 0));
    appendKeys(keys, now);
    if (const auto loaded = readLoaded(keys); !loaded)
        return loaded;
    m_clock.set(epoch + now);
    return {};
}

Result<std::vector<Judgement>> ServerOracle::judge(std::span<const Question> questions)
{
    for (const auto &question : questions) {
        const auto &command = *question.command;
        if (command.empty() || std::ranges::count(notAsked, asciiLower(command.front())) > 0)
            return unsupported("a redis-server cannot be asked what " + (command.empty() ? Bytes("nothing") : command.front())
                               + " does to its keys alone");
    }
    constexpr int anotherTime = 1'234'567'891; // two weeks later, at another fraction of the second
    auto judged = judgeOnce(questions, 0);
    if (!judged)
        return judged;
    const auto again = judgeOnce(questions, anotherTime);
    if (!again)
        return again;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        if ((*judged)[i] == (*again)[i])
            continue;
        const auto third = judgeOnce(questions.subspan(i, 1), 0);
        if (!third)
            return third;
        const auto &name = questions[i].command->front();
        return unsupported((*judged)[i] == third->front()
                               ? name
                                     + " does something else at another time of day: it reads the server's clock in another way than by "
                                       "redis.call('TIME')"
                               : name + " gives two results for the same keys and time: it draws at random");
    }
    return judged;
}

// Those of one time in one go. A key whose last millisecond this is needs a clock of its own.
Result<std::vector<Judgement>> ServerOracle::judgeOnce(std::span<const Question> questions, int usualTime)
{
    constexpr std::size_t most = 256;
    std::vector<Judgement> judged(questions.size());
    std::map<int, std::vector<std::size_t>> byTime;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const int now = questions[i].now.value_or(usualTime);
        if (!isLastOfAny(*questions[i].before)) {
            byTime[now].push_back(i);
            continue;
        }
        if (const auto loaded = load(*questions[i].before, now); !loaded)
            return loaded.error();
        auto one = goOn(*questions[i].command, now);
        if (!one)
            return one.error();
        judged[i] = *std::move(one);
    }
    for (const auto &[now, all] : byTime) {
        for (std::size_t begin = 0; begin < all.size(); begin += most) {
            const std::span some(all.begin() + static_cast<std::ptrdiff_t>(begin), std::min(most, all.size() - begin));
            if (const auto done = judgeTogether(questions, some, now, judged); !done)
                return done.error();
        }
    }
    return judged;
}

Result<void> ServerOracle::judgeTogether(std::span<const Question> questions, std::span<const std::size_t> which, int now,
                                         std::vector<Judgement> &judged)
{
    m_clock.set(epoch + now);
    for (const auto i : which) {
        appendKeys(*questions[i].before, now);
        append(*questions[i].command);
        append({"EVALSHA", m_readBack, "0"});
        append({"PUBLISH", Bytes(endOfQuestion), ""});
    }
    for (const auto i : which) {
        if (const auto loaded = readLoaded(*questions[i].before); !loaded)
            return loaded.error();
        auto reply = read(*m_connection);
        if (!reply)
            return reply.error();
        judged[i].reply = *std::move(reply);
        const auto all = read(*m_connection);
        if (!all || all->isError())
            return all ? all->toError() : all.error();
        judged[i].after = keyspaceOf(*all);
        if (const auto told = read(*m_connection); !told)
            return told.error();
        auto messages = heard();
        if (!messages)
            return messages.error();
        judged[i].published = *std::move(messages);
    }
    return {};
}

Result<redisContext *> ServerOracle::own(int worker)
{
    auto &context = m_own.try_emplace(worker, Context(nullptr, redisFree)).first->second;
    if (!context)
        context.reset(connectTo(*m_server));
    if (!context || context->err)
        return lostServer();
    return context.get();
}

void ServerOracle::closeOwn() { m_own.clear(); }

Result<Reply> ServerOracle::askOn(redisContext &context, const std::vector<Bytes> &command)
{
    appendTo(context, command);
    return read(context);
}

Result<bool> ServerOracle::touches(const Bytes &watched, const Keyspace &before, const std::vector<Bytes> &command, std::optional<int> now)
{
    if (const auto loaded = load(before, now.value_or(0)); !loaded)
        return loaded.error();
    const auto watcher = own(watcherOfTouches);
    if (!watcher)
        return watcher.error();
    const auto watches = askOn(**watcher, {"WATCH", watched});
    if (!watches)
        return watches.error();
    if (const auto done = ask(command); !done)
        return done.error();
    if (const auto began = askOn(**watcher, {"MULTI"}); !began)
        return began.error();
    const auto executed = askOn(**watcher, {"EXEC"});
    if (!executed)
        return executed.error();
    return executed->isNil();
}

Result<Judgement> ServerOracle::goOn(const std::optional<std::vector<Bytes>> &command, int now, std::optional<int> worker)
{
    m_clock.set(epoch + now);
    auto *connection = m_connection.get();
    if (worker) {
        const auto alone = own(*worker);
        if (!alone)
            return alone.error();
        connection = *alone;
    }
    Judgement judged;
    if (command) {
        appendTo(*connection, *command);
        if (!worker)
            append({"EVALSHA", m_readBack, "0"});
        auto reply = read(*connection);
        if (!reply)
            return reply.error();
        judged.reply = *std::move(reply);
    }
    if (!command || worker)
        append({"EVALSHA", m_readBack, "0"});
    const auto all = read(*m_connection);
    if (!all || all->isError())
        return all ? all->toError() : all.error();
    judged.after = keyspaceOf(*all);
    if (const auto told = ask({"PUBLISH", Bytes(endOfQuestion), ""}); !told)
        return told.error();
    auto messages = heard();
    if (!messages)
        return messages.error();
    judged.published = *std::move(messages);
    return judged;
}

Result<void> ServerOracle::forgetAll(int now) { return load({}, now); }

// What was published comes to the ear before the mark that ends the question.
Result<std::vector<Message>> ServerOracle::heard()
{
    std::vector<Message> messages;
    for (;;) {
        const auto next = read(*m_ear);
        if (!next)
            return next.error();
        constexpr std::size_t messageParts = 4; // pmessage, pattern, channel, payload
        if (next->elements.size() != messageParts || next->elements[2].text == endOfQuestion)
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
