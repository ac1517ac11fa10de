// SPDX-License-Identifier: MIT
// Cuts the streams of ZooKeeper's wire protocol into whole messages, however the bytes arrive. Each begins with its length in 4 bytes. Pure,
// without I/O; any one thread. A stream that breaks the protocol stays broken.
#pragma once

#include "lockcore/lab/resp/resp_framing.h"

namespace lockcore {

inline constexpr std::size_t mostZookeeperBytes = 4 * 1024 * 1024; ///< in one message; a server's own limit is usually 1 MiB

/// What a client sends. The first message is a ConnectRequest.
class ZookeeperRequestFramer
{
public:
    void feed(std::string_view bytes) { m_buffer.feed(bytes); }
    /// The next whole request, with the words of zookeeperWords(), or none yet. Error: Protocol.
    Result<std::optional<Request>> next();

private:
    FramingBuffer m_buffer;
    bool m_connected = false;
    std::optional<Error> m_error;
};

/// What a server sends. The type of a frame is '+' for a reply, '-' for an error, '>' for an event of a watch.
class ZookeeperReplyFramer
{
public:
    void feed(std::string_view bytes) { m_buffer.feed(bytes); }
    Result<std::optional<ReplyFrame>> next();

private:
    FramingBuffer m_buffer;
    std::optional<Error> m_error;
};

} // namespace lockcore
