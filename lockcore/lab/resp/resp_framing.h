// SPDX-License-Identifier: MIT
// Cuts streams of RESP2 and RESP3 into whole messages, however the bytes arrive. Pure, without I/O; any one thread. A stream that
// breaks the protocol stays broken: after an error nothing more is read. Source: redis.io, "Redis serialization protocol".
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/result.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lockcore {

namespace framing {
inline constexpr std::size_t mostBytes = 16 * 1024 * 1024; ///< in one message
inline constexpr std::size_t mostElements = 1'000'000;     ///< in one message, including nested ones
inline constexpr std::size_t mostDepth = 32;               ///< of nesting
inline constexpr std::size_t mostLineBytes = 64 * 1024;    ///< in a line: a simple value, a length, an inline command
} // namespace framing

/// Finds the end of one message. Remembers how far it has searched, so that no byte is searched twice.
class MessageScanner
{
public:
    enum class Grammar {
        Requests, ///< an array of bulk strings
        Replies,  ///< any message of RESP2 or RESP3, with its attributes
    };

    explicit MessageScanner(Grammar grammar)
        : m_grammar(grammar)
    { }

    /// `bytes` begins with the message, and has at least the bytes of the previous call. Returns the message's size, or none if it is not
    /// complete. Error: Protocol, detail "malformed", "too-large" or "too-deep".
    Result<std::optional<std::size_t>> scan(std::string_view bytes);
    char type() const { return m_type; } ///< the first byte of the message found, after its attributes

    /// The length in a line without its end, `$12`; -1: null. nullopt if the line is not a length.
    static std::optional<std::int64_t> lengthIn(std::string_view line);

private:
    Result<std::size_t> payloadOf(std::string_view line) const;
    Result<void> enter(std::string_view line);
    Result<void> open(char type, std::int64_t count);
    std::optional<Error> misplaced(char type) const;

    Grammar m_grammar;
    std::size_t m_at = 0;       ///< where the next element begins
    std::size_t m_searched = 0; ///< no line end before this
    std::size_t m_elements = 0;
    std::vector<std::size_t> m_left{1}; ///< elements still to come, by level
    char m_type = 0;
};

/// Shared by the framers: bytes that have arrived and do not belong to a message that was taken.
class FramingBuffer
{
public:
    void feed(std::string_view bytes);
    std::string_view unread() const { return std::string_view(m_bytes).substr(m_begin); }
    Bytes take(std::size_t size);

private:
    Bytes m_bytes;
    std::size_t m_begin = 0;
};

struct Request
{
    Bytes bytes;              ///< unchanged
    std::vector<Bytes> words; ///< at least one
    bool operator==(const Request &) const = default;
};

/// What a client sends: arrays of bulk strings, and inline commands (words in a line, quoted as in redis-cli). Empty requests
/// are skipped, as the server skips them.
class RequestFramer
{
public:
    void feed(std::string_view bytes) { m_buffer.feed(bytes); }

    /// The next whole request, or none yet. Error: Protocol; see MessageScanner.
    Result<std::optional<Request>> next();

    bool midway() const { return !m_buffer.unread().empty(); } ///< a part of a request has arrived

private:
    Result<std::optional<Request>> nextArray();
    Result<std::optional<Request>> nextInline();

    FramingBuffer m_buffer;
    MessageScanner m_scanner{MessageScanner::Grammar::Requests};
    std::optional<Error> m_error;
};

struct ReplyFrame
{
    Bytes bytes;                                ///< unchanged, with its attributes
    char type = 0;                              ///< `+ - : $ * _ # , ( ! = % ~ >`
    bool isPush() const { return type == '>'; } ///< RESP3: not a reply to a request
    bool operator==(const ReplyFrame &) const = default;
};

/// What a server sends. In RESP2 a subscriber's messages are arrays like any other.
class ReplyFramer
{
public:
    void feed(std::string_view bytes) { m_buffer.feed(bytes); }
    Result<std::optional<ReplyFrame>> next(); ///< as RequestFramer::next()
    bool midway() const { return !m_buffer.unread().empty(); }

private:
    FramingBuffer m_buffer;
    MessageScanner m_scanner{MessageScanner::Grammar::Replies};
    std::optional<Error> m_error;
};

} // namespace lockcore
