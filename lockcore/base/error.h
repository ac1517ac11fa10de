// SPDX-License-Identifier: MIT
// What can go wrong, as a value. An expected outcome ("not free", "not the owner") is never an Error.
#pragma once

#include <string>
#include <utility>

namespace lockcore {

enum class ErrorKind {
    Transport, ///< no connection, or it was lost
    Timeout,   ///< no answer in time; the command may or may not have run
    Protocol,  ///< the peer does not speak RESP, or broke its rules
    Server,    ///< the server answered with an error; `detail` is its code word (NOPERM, WRONGTYPE …)
    Refused,   ///< Lockscope did not do it: bad input, too large, not allowed here
    Cancelled, ///< cancelled before an answer came
};

struct Error
{
    ErrorKind kind = ErrorKind::Transport;
    std::string text;   ///< what happened, in the words of the part that noticed it; not translated, no secrets
    std::string detail; ///< Server: the code word. Transport: host, file or errno name. May be empty.

    bool operator==(const Error &) const = default;

    /// Is it a server error with this code word?
    bool is(const char *codeWord) const { return kind == ErrorKind::Server && detail == codeWord; }
};

inline Error serverError(std::string line)
{
    auto word = line.substr(0, line.find(' '));
    return {ErrorKind::Server, std::move(line), std::move(word)};
}

} // namespace lockcore
