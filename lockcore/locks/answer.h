// SPDX-License-Identifier: MIT
// What a worker learns of a command that it sent: a reply, or that the reply was lost. Lost does not mean "did not happen".
#pragma once

#include "base/reply.h"
#include "base/result.h"

namespace lockcore {

class Answer
{
public:
    Answer(Result<Reply> result) : m_result(std::move(result)) { }

    bool lost() const { return !m_result.ok(); }                       ///< it may or may not have happened
    bool failed() const { return lost() || m_result->isError(); }
    bool isOk() const { return !lost() && m_result->isOk(); }
    bool isNil() const { return !lost() && m_result->isNil(); }
    std::int64_t integer() const { return lost() ? 0 : m_result->toInteger().value_or(0); } ///< 0 where there is none
    const Bytes &text() const { return lost() ? empty() : m_result->text; }
    const std::vector<Reply> &elements() const { return lost() ? noElements() : m_result->elements; }

    /// Why it is lost or failed; only then.
    Error error() const { return lost() ? m_result.error() : m_result->toError(); }

    bool operator==(const Answer &) const = default;

private:
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
