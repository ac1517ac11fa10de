// SPDX-License-Identifier: MIT
#include "redis/resp_reader.h"

#include <hiredis/read.h>

#include <algorithm>

namespace lockcore {

namespace {

RespReader::Guard &guardOf(const redisReadTask *task)
{
    return *static_cast<RespReader::Guard *>(task->privdata);
}

// Where the object of this task goes: a new top-level reply, or the next element of its parent. A parent's vector grows
// only between two children, so the pointer stays good as long as hiredis needs it.
Reply *place(const redisReadTask *task)
{
    if (!task->parent)
        return new Reply;
    auto *parent = static_cast<Reply *>(task->parent->obj);
    return &parent->elements.emplace_back();
}

void *createString(const redisReadTask *task, char *text, size_t length)
{
    auto *reply = place(task);
    reply->type = task->type == REDIS_REPLY_ERROR ? Reply::Type::Error
        : task->type == REDIS_REPLY_STATUS        ? Reply::Type::Status
                                                  : Reply::Type::Bulk;
    reply->text.assign(text, length);
    return reply;
}

void *createArray(const redisReadTask *task, int elements)
{
    auto &guard = guardOf(task);
    if (elements < 0 || static_cast<std::size_t>(elements) > RespReader::mostElements - guard.elements) {
        guard.tooMany = true;
        return nullptr;
    }
    guard.elements += static_cast<std::size_t>(elements);
    auto *reply = place(task);
    reply->type = Reply::Type::Array;
    // What is announced is not yet there: memory follows what really comes.
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

void *createNil(const redisReadTask *task)
{
    return place(task);
}

void freeReply(void *reply)
{
    delete static_cast<Reply *>(reply);
}

redisReplyObjectFunctions functions = {createString, createArray, createInteger, createNil, freeReply};

Error protocolError(std::string text, std::string detail)
{
    return {ErrorKind::Protocol, std::move(text), std::move(detail)};
}

} // namespace

void RespReader::Free::operator()(redisReader *reader) const
{
    redisReaderFree(reader);
}

RespReader::RespReader() : m_reader(redisReaderCreateWithFunctions(&functions))
{
    m_reader->privdata = &m_guard;
}

RespReader::~RespReader() = default;

Result<void> RespReader::feed(std::string_view bytes)
{
    if (m_reader->err)
        return broken();
    if (m_first && m_firstBytes.size() < 8)
        m_firstBytes.append(bytes.substr(0, 8));
    if (m_reader->len - m_reader->pos + bytes.size() > mostUnparsed)
        return protocolError("a reply of more than 16 MB was on its way", "too-large");
    if (redisReaderFeed(m_reader.get(), bytes.data(), bytes.size()) != REDIS_OK)
        return broken();
    return {};
}

Result<std::optional<Reply>> RespReader::next()
{
    void *object = nullptr;
    if (redisReaderGetReply(m_reader.get(), &object) != REDIS_OK)
        return broken();
    if (!object)
        return std::optional<Reply>();
    m_guard = {};
    m_first = false;
    const std::unique_ptr<Reply> reply(static_cast<Reply *>(object));
    return std::optional<Reply>(std::move(*reply));
}

Error RespReader::broken() const
{
    if (m_guard.tooMany)
        return protocolError("a reply with more than a million elements was announced", "too-large");
    if (m_first && m_firstBytes.starts_with("HTTP/"))
        return protocolError("the peer answers in HTTP", "http");
    if (m_first)
        return protocolError("the peer answered with \"" + escaped(m_firstBytes) + "\"", "not-redis");
    return protocolError(std::string(m_reader->errstr), "malformed");
}

} // namespace lockcore
