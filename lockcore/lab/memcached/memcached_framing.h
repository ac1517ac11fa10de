// SPDX-License-Identifier: MIT
// Cuts the streams of memcached's text protocol, with its meta commands, into whole messages, however the bytes arrive. Pure, without I/O;
// any one thread. A stream that breaks the protocol stays broken. Source: memcached's doc/protocol.txt, for 1.6.18.
#pragma once

#include "lockcore/lab/resp/resp_framing.h"

namespace lockcore {

/// What a client sends: a line of words, for some commands followed by a block of data. The data is not among the words.
class MemcachedRequestFramer
{
public:
    void feed(std::string_view bytes) { m_buffer.feed(bytes); }
    /// The next whole request, or none yet. Error: Protocol, also for the binary protocol, which no gate understands.
    Result<std::optional<Request>> next();

private:
    Result<std::optional<Request>> cut();

    FramingBuffer m_buffer;
    std::optional<Error> m_error;
};

/// What a server sends. The type of a frame is '+' for a line, '-' for an error, '$' for values or statistics.
class MemcachedReplyFramer
{
public:
    void feed(std::string_view bytes) { m_buffer.feed(bytes); }
    Result<std::optional<ReplyFrame>> next();

private:
    Result<std::optional<std::size_t>> sizeOf(std::string_view bytes) const;

    FramingBuffer m_buffer;
    std::optional<Error> m_error;
};

/// The words of a line without its end.
std::vector<Bytes> memcachedWords(std::string_view line);

} // namespace lockcore
