// SPDX-License-Identifier: MIT
// Which libraries the server knows by their scripts, kept up to date in the LockTable: who runs a script for the first time has it loaded before
// the lock is there that it writes. One thread.
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

    /// None: it is not permitted, and so not asked.
    using Question = std::optional<Waiting<Result<Reply>>>;

    /// Sends it at once, so that its answer costs no time beside that of another request.
    Question question();

    /// Is a library known now that was not known before? Error: the connection, or Server if the server is busy.
    Task<Result<bool>> answer(Question question);

    Task<Result<void>> ask(); ///< both

    /// Asks every two seconds: a library may take a name that is followed. Ends with an error only: the connection.
    Task<Result<void>> run();

private:
    const SessionParts &m_parts;
    Connection &m_connection;
    const bool m_asks;
};

} // namespace lockcore
