// SPDX-License-Identifier: MIT
// A connection that one worker shares with nobody, for WATCH and MULTI. Opened at the first command, and again at the next
// one after a loss.
//
// A lost connection takes its WATCH and MULTI along. What belongs to them is therefore not sent over a new connection, where
// it would run at once and unguarded: it is refused ("not-sent") until EXEC, DISCARD or UNWATCH ends it, or WATCH begins anew.
#pragma once

#include "live/asking.h"

namespace lockcore {

class OwnConnection final
{
public:
    OwnConnection(Endpoint endpoint, ConnectionOptions options, EventLoop &loop, Clock &clock);

    void ask(std::vector<Bytes> command, Completion<Answer> done);

private:
    struct Request
    {
        std::vector<Bytes> command;
        Completion<Answer> done;
    };

    bool belongsToLostTransaction(const Bytes &name);
    void pass(Request request);
    Task<void> open();

    Connection m_connection;
    bool m_transaction = false; ///< WATCH or MULTI was sent, and nothing that ends it
    bool m_interrupted = false; ///< the connection was lost meanwhile
    std::vector<Request> m_waiting; ///< for the connection to open
    Scope m_scope;
};

} // namespace lockcore
