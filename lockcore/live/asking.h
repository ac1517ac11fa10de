// SPDX-License-Identifier: MIT
// Turns a connection's replies into a worker's Answers. No coroutine in between: it would slow every round trip.
#pragma once

#include "lockcore/locks/answer.h"
#include "lockcore/redis/connection.h"

#include <unordered_map>

namespace lockcore {

/// For one connection: the SHA-1 of each script that the server has answered, by the script's text.
class KnownScripts
{
public:
    const Bytes *nameOf(const Bytes &script) const; ///< null: the server may not know the script
    void note(const Bytes &script);
    void forget() { m_names.clear(); }

private:
    std::unordered_map<Bytes, Bytes> m_names;
};

/// Completes `done` with the answer, or immediately with Answer::notSent if the connection is not open. A command that is
/// abandoned before it is written is not sent.
void ask(Connection &connection, std::span<const Bytes> command, Completion<Answer> done);

/// Sends EVAL as EVALSHA if the server has answered this script before, and again as EVAL if the server has forgotten the script. The first
/// time, the script is always sent as text: if it were sent by name and the worker ended before NOSCRIPT arrived, the script would never
/// run, and a lock that is granted late would never be released. Connection and scripts must outlive the request.
void askByName(Connection &connection, KnownScripts &scripts, std::vector<Bytes> command, Completion<Answer> done);

} // namespace lockcore
