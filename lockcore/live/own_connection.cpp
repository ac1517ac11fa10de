// SPDX-License-Identifier: MIT
#include "lockcore/live/own_connection.h"

namespace lockcore {

namespace {

bool endsTransaction(const Bytes &name) { return name == "EXEC" || name == "DISCARD" || name == "UNWATCH"; }

} // namespace

OwnConnection::OwnConnection(Endpoint endpoint, ConnectionOptions options, EventLoop &loop, Clock &clock)
    : m_connection(std::move(endpoint), std::move(options), loop, clock)
    , m_scope(loop)
{
    QObject::connect(&m_connection, &Connection::lost, &m_connection,
                     [this] { m_interrupted = m_interrupted || std::exchange(m_transaction, false); });
}

bool OwnConnection::belongsToLostTransaction(const Bytes &name)
{
    if (!m_interrupted)
        return false;
    const bool startsAgain = name == "WATCH";
    if (startsAgain || endsTransaction(name))
        m_interrupted = false;
    return !startsAgain;
}

void OwnConnection::ask(std::vector<Bytes> command, Completion<Answer> done)
{
    if (belongsToLostTransaction(command.front())) {
        done.complete(Answer(Answer::notSent("the connection was lost, which ended its WATCH or MULTI")));
        return;
    }
    if (m_connection.state() == Connection::State::Open) {
        pass({std::move(command), std::move(done)});
        return;
    }
    m_waiting.push_back({std::move(command), std::move(done)});
    if (m_scope.idle())
        m_scope.start(open());
}

void OwnConnection::pass(Request request)
{
    const auto &name = request.command.front();
    if (request.done.abandoned())
        return;
    if (name == "WATCH" || name == "MULTI")
        m_transaction = true;
    else if (endsTransaction(name))
        m_transaction = false;
    lockcore::ask(m_connection, request.command, std::move(request.done));
}

Task<void> OwnConnection::open()
{
    const auto opened = co_await m_connection.open();
    for (auto &request : std::exchange(m_waiting, {})) {
        if (opened.ok())
            pass(std::move(request));
        else
            request.done.complete(Answer(Answer::notSent(opened.error().text)));
    }
}

} // namespace lockcore
