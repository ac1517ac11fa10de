// SPDX-License-Identifier: MIT
// What a worker learns of a command: a reply, or that the reply was lost, or that the command was never sent. Lost does not
// mean "did not happen"; not sent does (there was no connection: ErrorKind::Refused, detail "not-sent").
#pragma once

#include "base/reply.h"
#include "base/result.h"

namespace lockcore {

class Answer
{
public:
    Answer(Result<Reply> result) : m_result(std::move(result)) { }

    /// The error of a command that was not sent; `why` says what was in the way.
    static Error notSent(const std::string &why) { return {ErrorKind::Refused, "not sent: " + why, "not-sent"}; }

    bool lost() const { return !replied() && m_result.error().kind != ErrorKind::Refused; } ///< it may or may not have happened
    bool failed() const { return !replied() || m_result->isError(); }
    bool isOk() const { return replied() && m_result->isOk(); }
    bool isNil() const { return replied() && m_result->isNil(); }
    std::int64_t integer() const { return replied() ? m_result->toInteger().value_or(0) : 0; } ///< 0 where there is none
    const Bytes &text() const { return replied() ? m_result->text : empty(); }
    const std::vector<Reply> &elements() const { return replied() ? m_result->elements : noElements(); }

    /// Why it is lost or failed; only then.
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
