// SPDX-License-Identifier: MIT
// The bytes that a server sends after MONITOR and SUBSCRIBE __redis__:invalidate on one RESP2 connection, as items: a command that it has
// executed, the announcement that a key may have changed (it precedes the line of the command that changed it), or an answer to ourselves.
// RespReader does not fit: it ends at lines of 64 KiB, and here one is as long as the longest command of any client. This stream keeps only
// the beginning of such a line. No I/O; any one thread. Source: replicationFeedMonitors() and sdscatrepr() of Redis.
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/clock.h"
#include "lockcore/base/result.h"
#include "lockcore/base/secret_text.h"

#include <variant>
#include <vector>

namespace lockcore {

/// The words of one command, still escaped as MONITOR writes them. A view into the line.
class MonitorWords
{
public:
    explicit MonitorWords(std::string_view text)
        : m_rest(text)
    { }

    /// The next word without its quotes; none: there are no more, or the rest of the line was not kept.
    std::optional<std::string_view> next();

private:
    std::string_view m_rest;
};

/// The bytes of a word. An escape that MONITOR does not write stays as it is.
Bytes unescapedWord(std::string_view word);

/// All words of a command, as the client sent them.
std::vector<Bytes> unescapedWords(MonitorWords words);

/// One command. The views hold until the stream is used again.
struct MonitorLine
{
    enum class From {
        Client,
        Script, ///< called by a script, whose own line came before
        Unix,   ///< a client on a Unix socket: all of them have the same address
    };

    ServerTime time{}; ///< when the server wrote the line: after the execution, but for a script before it
    int db = 0;
    From from = From::Client;
    std::string_view address; ///< "10.0.3.17:51324"; of Unix clients the path of the socket; of scripts "lua"
    std::string_view words;   ///< for MonitorWords
    std::size_t bytes = 0;    ///< of the whole line as it was received
    bool cut = false;         ///< the line is longer than mostLine, and its end was not kept

    MonitorWords command() const { return MonitorWords(words); }
};

/// These keys may have changed, in whichever database.
struct KeysAnnounced
{
    std::optional<std::vector<Bytes>> keys; ///< none: all keys (a database was flushed)
    bool operator==(const KeysAnnounced &) const = default;
};

/// An answer to a command that we sent on this connection.
struct StreamAnswer
{
    std::optional<Error> error;
    std::string word; ///< "OK", "subscribe", "pong" …
    bool operator==(const StreamAnswer &) const = default;
};

using StreamItem = std::variant<MonitorLine, KeysAnnounced, StreamAnswer>;

class MonitorStream
{
public:
    static constexpr std::size_t mostLine = 64 * 1024; ///< bytes that are kept of a line, and of a key that is announced
    static constexpr std::int64_t mostWords = 4096;    ///< in one message

    void feed(std::string_view bytes);

    /// The next complete item, or none yet: then what was read is overwritten. Error: Protocol "malformed"; the stream is unusable afterwards.
    Result<std::optional<StreamItem>> next();

    std::size_t waiting() const { return m_buffer.size() - m_at; } ///< bytes that are not an item yet

private:
    using Words = std::vector<std::optional<Bytes>>;

    void wipeRead();
    std::optional<std::string_view> takeLine();
    bool takeBulk();
    Result<std::optional<StreamItem>> itemOf(std::string_view line);
    Result<std::optional<StreamItem>> wordOf(std::string_view line);
    std::optional<StreamItem> message();

    SecretText m_buffer;
    std::size_t m_at = 0;              ///< what is before it was consumed
    std::size_t m_searched = 0;        ///< no line ends before it
    SecretText m_head;                 ///< of a line that is longer than mostLine
    std::size_t m_dropped = 0;         ///< bytes of that line that were not kept
    bool m_long = false;               ///< such a line is arriving
    Words m_message;                   ///< words of the message that is arriving, its arrays flattened
    std::int64_t m_missing = 0;        ///< words that it still lacks
    std::optional<std::size_t> m_bulk; ///< bytes that the string which is arriving still has, with its line end
    bool m_longBulk = false;           ///< that string is not kept
};

/// Parses "+1795779640.101068 [0 10.0.3.17:51324] "GET" "k"", without the line end; none: it is no line of MONITOR.
std::optional<MonitorLine> parseMonitorLine(std::string_view line);

} // namespace lockcore
