// SPDX-License-Identifier: MIT
#include "lockcore/redis/resp_reader.h"

#include <hiredis/read.h>

#include <algorithm>
#include <charconv>

namespace lockcore {

namespace {

constexpr const char *tooManyBytes = "a reply is larger than its limit, which is 16 MB at most";
constexpr const char *tooManyElements = "a reply with more than a million elements was announced";

RespReader::Guard &guardOf(const redisReadTask *task) { return *static_cast<RespReader::Guard *>(task->privdata); }

// Where the object of this task is stored: a new top-level reply, or the next element of its parent. A parent's vector grows only between
// two children, so the pointer stays valid as long as hiredis needs it.
Reply *place(const redisReadTask *task)
{
    if (!task->parent)
        return new Reply;
    auto *parent = static_cast<Reply *>(task->parent->obj);
    return &parent->elements.emplace_back();
}

void *createString(const redisReadTask *task, char *text, size_t length)
{
    auto &guard = guardOf(task);
    // hiredis does not keep a total of what it has parsed, so the total over an array's elements is counted here.
    if (length > guard.most - guard.bytes) {
        guard.broken = tooManyBytes;
        return nullptr;
    }
    guard.bytes += length;
    auto *reply = place(task);
    reply->type = task->type == REDIS_REPLY_ERROR    ? Reply::Type::Error
                  : task->type == REDIS_REPLY_STATUS ? Reply::Type::Status
                                                     : Reply::Type::Bulk;
    reply->text.assign(text, length);
    return reply;
}

void *createArray(const redisReadTask *task, int elements)
{
    auto &guard = guardOf(task);
    if (elements < 0 || static_cast<std::size_t>(elements) > RespReader::mostElements - guard.elements) {
        guard.broken = tooManyElements;
        return nullptr;
    }
    guard.elements += static_cast<std::size_t>(elements);
    auto *reply = place(task);
    reply->type = Reply::Type::Array;
    // Reserve memory for the elements that arrive, not for all that are announced.
    reply->elements.reserve(std::min<std::size_t>(static_cast<std::size_t>(elements), 1024));
    return reply;
}

void *createInteger(const redisReadTask *task, long long value)
{
    auto *reply = place(task);
    reply->type = Reply::Type::Integer;
    reply->integer = value;
    return reply;
}

void *createNil(const redisReadTask *task) { return place(task); }

void freeReply(void *reply) { delete static_cast<Reply *>(reply); }

redisReplyObjectFunctions functions = {createString, createArray, createInteger, createNil, freeReply};

Error protocolError(std::string text, std::string detail) { return {ErrorKind::Protocol, std::move(text), std::move(detail)}; }

} // namespace

void RespReader::Free::operator()(redisReader *reader) const { redisReaderFree(reader); }

RespReader::RespReader()
    : m_reader(redisReaderCreateWithFunctions(&functions))
{
    m_reader->privdata = &m_guard;
}

RespReader::~RespReader() = default;

Result<void> RespReader::feed(std::string_view bytes)
{
    if (m_error)
        return *m_error;
    if (m_first && m_firstBytes.size() < 8)
        m_firstBytes.append(bytes.substr(0, 8));
    if (m_reader->len - m_reader->pos + bytes.size() > mostBytes)
        return refuse(protocolError(tooManyBytes, "too-large"));
    if (redisReaderFeed(m_reader.get(), bytes.data(), bytes.size()) != REDIS_OK)
        return broken();
    return {};
}

Result<std::optional<Reply>> RespReader::next()
{
    if (m_error)
        return *m_error;
    if (maybeHttp())
        return std::optional<Reply>();
    void *object = nullptr;
    if (redisReaderGetReply(m_reader.get(), &object) != REDIS_OK)
        return broken();
    if (!object) {
        if (announcesTooMuch())
            return refuse(protocolError(tooManyBytes, "too-large"));
        if (lineTooLong())
            return refuse(protocolError("a line without an end", "too-large"));
        return std::optional<Reply>();
    }
    m_guard = {};
    m_first = false;
    const std::unique_ptr<Reply> reply(static_cast<Reply *>(object));
    return std::optional<Reply>(std::move(*reply));
}

// hiredis fails at the first byte that is not RESP. This byte alone does not identify a web server.
bool RespReader::maybeHttp() const
{
    constexpr std::string_view http = "HTTP/";
    return m_first && !m_firstBytes.empty() && m_firstBytes.size() < http.size() && http.starts_with(m_firstBytes);
}

// Redis sends a string's length before the string, so a string that is too long can be refused before it crosses the network. Its length is
// the only complete line that hiredis leaves in the buffer.
bool RespReader::announcesTooMuch() const
{
    const std::string_view item(m_reader->buf + m_reader->pos, m_reader->len - m_reader->pos);
    std::uint64_t length = 0;
    const auto parsed = std::from_chars(item.data(), item.data() + item.size(), length);
    const auto rest = item.substr(static_cast<std::size_t>(parsed.ptr - item.data()));
    return parsed.ec == std::errc() && rest.starts_with("\r\n") && length > m_guard.most - m_guard.bytes;
}

// Without this limit, each feed() would search a long line for its end from the start.
bool RespReader::lineTooLong() const
{
    const std::string_view item(m_reader->buf + m_reader->pos, m_reader->len - m_reader->pos);
    return item.size() > mostLineBytes && item.substr(0, item.front() == '$' ? 32 : item.npos).find("\r\n") == item.npos;
}

Error RespReader::refuse(Error error)
{
    m_error = std::move(error);
    return *m_error;
}

Error RespReader::broken()
{
    if (m_guard.broken)
        return refuse(protocolError(m_guard.broken, "too-large"));
    const auto begins = [this](std::string_view text) { return m_firstBytes.starts_with(text); };
    // A web server answers a request that names no HTTP version with the page alone, without a status line.
    if (m_first && (begins("HTTP/") || begins("<")))
        return refuse(protocolError("the peer answers in HTTP", "http"));
    if (m_first && !m_firstBytes.empty() && std::string_view("+-:$*").find(m_firstBytes.front()) == std::string_view::npos)
        return refuse(protocolError("the peer answered with \"" + escaped(m_firstBytes) + "\"", "not-redis"));
    return refuse(protocolError(std::string(m_reader->errstr), "malformed"));
}

} // namespace lockcore
