// SPDX-License-Identifier: MIT
#include "lockcore/lab/zookeeper/zookeeper_framing.h"

#include "lockcore/lab/zookeeper/jute.h"
#include "lockcore/lab/zookeeper/zookeeper_command.h"

#include <functional>

namespace lockcore {

namespace {

constexpr std::size_t lengthBytes = 4;

// The whole message at the beginning, or none.
Result<std::optional<Bytes>> zookeeperMessage(FramingBuffer &buffer)
{
    const auto bytes = buffer.unread();
    if (bytes.size() < lengthBytes)
        return std::optional<Bytes>();
    const auto length = JuteReader(bytes).integer();
    if (length < 0 || static_cast<std::size_t>(length) > mostZookeeperBytes) // also the four letters of a question such as "ruok"
        return Error{ErrorKind::Protocol, "a message of ZooKeeper's protocol is longer than 4 MiB", "too-large"};
    const auto size = lengthBytes + static_cast<std::size_t>(length);
    return bytes.size() < size ? std::optional<Bytes>() : std::optional(buffer.take(size));
}

// What `read` makes of the next message; none: none is whole. Once it failed, it fails for ever.
template <class Frame>
Result<std::optional<Frame>> nextFrame(FramingBuffer &buffer, std::optional<Error> &error, const std::function<Result<Frame>(Bytes)> &read)
{
    if (error)
        return *error;
    auto message = zookeeperMessage(buffer);
    if (message && !*message)
        return std::optional<Frame>();
    auto frame = message ? read(**std::move(message)) : message.error();
    if (!frame)
        return *(error = frame.error());
    return std::optional(*std::move(frame));
}

Result<ReplyFrame> replyFrame(Bytes message)
{
    const auto reply = zookeeperReply(message);
    if (!reply)
        return Error{ErrorKind::Protocol, "a reply of ZooKeeper's protocol is malformed", "malformed"};
    constexpr std::int32_t watchEvent = -1;
    const bool failed = reply->connects ? reply->timeout <= 0 : reply->error != 0;
    return ReplyFrame{std::move(message), !reply->connects && reply->xid == watchEvent ? '>' : failed ? '-' : '+'};
}

} // namespace

Result<std::optional<Request>> ZookeeperRequestFramer::next()
{
    return nextFrame<Request>(m_buffer, m_error, [this](Bytes message) -> Result<Request> {
        auto words = zookeeperWords(std::string_view(message).substr(lengthBytes), !m_connected);
        if (!words)
            return words.error();
        m_connected = true;
        return Request{std::move(message), *std::move(words)};
    });
}

Result<std::optional<ReplyFrame>> ZookeeperReplyFramer::next() { return nextFrame<ReplyFrame>(m_buffer, m_error, replyFrame); }

} // namespace lockcore
