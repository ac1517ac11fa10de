// SPDX-License-Identifier: MIT
// A worker's own connection, for WATCH and MULTI. It opens at the first command, and again at the first command after a loss.
//
// A lost connection ends its WATCH and MULTI on the server. Over a new connection their remaining commands would run
// immediately and unguarded. They are refused instead ("not-sent"), up to and including EXEC, DISCARD or UNWATCH, or until a
// WATCH starts the next transaction.
#pragma once

#include "lockcore/live/asking.h"

namespace lockcore {

class OwnConnection final
{
public:
    OwnConnection(Endpoint endpoint, ConnectionOptions options, EventLoop &loop, Clock &clock);

    void ask(std::vector<Bytes> command, Completion<Answer> done);
    const Endpoint &endpoint() const { return m_connection.endpoint(); }

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
    bool m_transaction = false;     ///< WATCH or MULTI was sent, and no command that ends the transaction
    bool m_interrupted = false;     ///< the connection was lost during a transaction
    std::vector<Request> m_waiting; ///< sent when the connection is open
    Scope m_scope;
};

} // namespace lockcore
