// SPDX-License-Identifier: MIT
// From a connection's replies to a worker's Answers, without a coroutine in between: a worker's round trip is all there is.
#pragma once

#include "locks/answer.h"
#include "redis/connection.h"

#include <unordered_map>

namespace lockcore {

/// The SHA-1 of each script that was sent, by its text.
class ScriptNames
{
public:
    const Bytes &nameOf(const Bytes &script);

private:
    std::unordered_map<Bytes, Bytes> m_names;
};

/// Completes `done` with the answer; with Answer::notSent, at once, where the connection is not open. What nobody waits for
/// any more when it would be written is not sent.
void ask(Connection &connection, std::span<const Bytes> command, Completion<Answer> done);

/// EVAL, sent as EVALSHA and, to a server that does not know the script, once more as it is. The connection must outlive
/// what it was asked.
void askByName(Connection &connection, ScriptNames &names, std::vector<Bytes> command, Completion<Answer> done);

} // namespace lockcore
