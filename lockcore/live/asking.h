// SPDX-License-Identifier: MIT
// Turns a connection's replies into a worker's Answers, without a coroutine in between that would slow every round trip.
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

/// Completes `done` with the answer, or immediately with Answer::notSent if the connection is not open. A command that is
/// abandoned before it is written is not sent.
void ask(Connection &connection, std::span<const Bytes> command, Completion<Answer> done);

/// Sends EVAL as EVALSHA, and again as EVAL if the server does not know the script. The connection must outlive its requests.
void askByName(Connection &connection, ScriptNames &names, std::vector<Bytes> command, Completion<Answer> done);

} // namespace lockcore
