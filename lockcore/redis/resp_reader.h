// SPDX-License-Identifier: MIT
// Bytes in, Replies out. Adds limits to hiredis' reader, which alone would buffer whatever a server announces. After an error the stream is
// unusable. No I/O; any one thread.
#pragma once

#include "lockcore/base/reply.h"
#include "lockcore/base/result.h"

#include <memory>

struct redisReader;

namespace lockcore {

class RespReader
{
public:
    static constexpr std::size_t mostElements = 1'000'000;     ///< in one reply, including nested ones
    static constexpr std::size_t mostBytes = 16 * 1024 * 1024; ///< in one reply, and in one feed()
    static constexpr std::size_t mostLineBytes = 64 * 1024;    ///< in a status, an error, a number or a length

    RespReader();
    RespReader(const RespReader &) = delete;
    RespReader &operator=(const RespReader &) = delete;
    ~RespReader();

    /// Appends input. Error: Protocol, detail "not-redis", "http", "too-large" or "malformed".
    Result<void> feed(std::string_view bytes);

    /// Limits the strings of the next reply, or of the one that is arriving; at most mostBytes.
    void limitNext(std::size_t most) { m_guard.most = most; }

    /// The next complete reply, or none yet. Errors as feed().
    Result<std::optional<Reply>> next();

    struct Guard
    {
        std::size_t elements = 0;
        std::size_t bytes = 0;
        std::size_t most = mostBytes;
        const char *broken = nullptr; ///< the name of the limit that was exceeded
    };

private:
    Error refuse(Error error);
    Error broken();
    bool maybeHttp() const;
    bool lineTooLong() const;
    bool announcesTooMuch() const;

    struct Free
    {
        void operator()(redisReader *reader) const;
    };
    std::unique_ptr<redisReader, Free> m_reader;
    Guard m_guard;
    std::string m_firstBytes; ///< to recognise a peer that is not Redis
    bool m_first = true;      ///< nothing has been parsed yet
    std::optional<Error> m_error;
};

} // namespace lockcore
