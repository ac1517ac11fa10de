// SPDX-License-Identifier: MIT
// The outcome of a command: a reply, a lost reply, or a command that was never sent. After a lost reply the command may have run;
// a command that was not sent has not (there was no connection: ErrorKind::Refused, detail "not-sent").
#pragma once

#include "lockcore/base/reply.h"
#include "lockcore/base/result.h"

namespace lockcore {

class Answer
{
public:
    Answer(Result<Reply> result)
        : m_result(std::move(result))
    { }

    /// The error of a command that was not sent; `why` names the reason.
    static Error notSent(const std::string &why) { return {ErrorKind::Refused, "not sent: " + why, "not-sent"}; }

    bool lost() const { return !replied() && m_result.error().kind != ErrorKind::Refused; } ///< the command may or may not have run
    bool failed() const { return !replied() || m_result->isError(); }
    /// The key holds a value of another type. In a script before Redis 7.0 the code word is ERR, and WRONGTYPE follows in the text.
    bool isWrongType() const { return replied() && m_result->isError() && m_result->text.find("WRONGTYPE ") != Bytes::npos; }
    bool isOk() const { return replied() && m_result->isOk(); }
    bool isNil() const { return replied() && m_result->isNil(); }
    std::int64_t integer() const { return replied() ? m_result->toInteger().value_or(0) : 0; } ///< 0 if there is none
    const Bytes &text() const { return replied() ? m_result->text : empty(); }
    const std::vector<Reply> &elements() const { return replied() ? m_result->elements : noElements(); }

    /// Why it was lost or failed. Call only then.
    Error error() const { return replied() ? m_result->toError() : m_result.error(); }

    bool operator==(const Answer &) const = default;

private:
    bool replied() const { return m_result.ok(); }

    static const Bytes &empty()
    {
        static const Bytes none;
        return none;
    }
    static const std::vector<Reply> &noElements()
    {
        static const std::vector<Reply> none;
        return none;
    }

    Result<Reply> m_result;
};

} // namespace lockcore
