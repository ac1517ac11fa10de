// SPDX-License-Identifier: MIT
// Keeps the libraries that the server knows by their scripts up to date in the LockTable. A client loads a script before the script can
// write its first lock. One thread.
#pragma once

#include "lockcore/monitor/watch/opening.h"
#include "lockcore/monitor/watch/session_parts.h"

namespace lockcore {

class KnownScripts
{
public:
    KnownScripts(const SessionParts &parts, Connection &connection, const Opened &opened)
        : m_parts(parts)
        , m_connection(connection)
        , m_asks(opened.knowsScripts)
    { }

    /// None: the question is not permitted, so it was not sent.
    using Question = std::optional<Waiting<Result<Reply>>>;

    /// Sends the question at once, so that it costs no time in addition to another request.
    Question question();

    /// Whether a library is known now that was not known before. Error: the connection, or Server if the server is busy.
    Task<Result<bool>> answer(Question question);

    Task<Result<void>> ask(); ///< question() and answer()

    /// Asks every two seconds: a library may start to use a name that is followed. Ends only with an error: the connection was lost.
    Task<Result<void>> run();

private:
    const SessionParts &m_parts;
    Connection &m_connection;
    const bool m_asks;
};

} // namespace lockcore
