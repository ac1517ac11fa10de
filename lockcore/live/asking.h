// SPDX-License-Identifier: MIT
// From a connection's replies to a worker's Answers, without a coroutine in between: a worker's round trip is all there is.
#pragma once

#include "locks/answer.h"
#include "redis/connection.h"

#include <unordered_map>

namespace lockcore {

/// The SHA-1 of each script that one server has answered over the present connection, by its text.
class KnownScripts
{
public:
    const Bytes *nameOf(const Bytes &script) const; ///< none: it may not know the script
    void note(const Bytes &script);
    void forget() { m_names.clear(); }

private:
    std::unordered_map<Bytes, Bytes> m_names;
};

/// Completes `done` with the answer; with Answer::notSent, at once, where the connection is not open. What nobody waits for
/// any more when it would be written is not sent.
void ask(Connection &connection, std::span<const Bytes> command, Completion<Answer> done);

/// EVAL, sent as EVALSHA where the server should know the script, and once more as it is if it has forgotten it. Never first
/// by a name that it may not know: nobody may be there any more to hear that and send the script, and what it was to take
/// back would stay. Connection and scripts must outlive what was asked.
void askByName(Connection &connection, KnownScripts &scripts, std::vector<Bytes> command, Completion<Answer> done);

} // namespace lockcore
