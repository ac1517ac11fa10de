// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/record_connection.h"

#include <cerrno>
#include <system_error>

namespace lockcore {

namespace {

const Error notOpen{ErrorKind::Transport, "the server is lost", "closed"};

} // namespace

RecordConnection::RecordConnection(Endpoint endpoint, bool subscriber, Poller &poller)
    : m_endpoint(std::move(endpoint))
    , m_poller(poller)
    , m_pipeline(subscriber)
{ }

RecordConnection::~RecordConnection() = default;

Task<Result<void>> RecordConnection::open()
{
    close();
    auto socket = connectToUnixSocket(m_endpoint.path);
    if (!socket)
        co_return Error{ErrorKind::Transport, "no connection to " + shortName(m_endpoint) + ": " + std::generic_category().message(errno),
                        "closed"};
    m_stream.emplace(m_poller, std::move(socket));
    m_stream->received = [this](std::string_view bytes) { receive(bytes); };
    m_stream->ended = [this] { fail(notOpen); };
    Batch greeting;
    if (m_endpoint.user.empty())
        greeting.add({"AUTH", m_endpoint.password});
    else
        greeting.add({"AUTH", m_endpoint.user, m_endpoint.password});
    greeting.add({"SELECT", std::to_string(m_endpoint.db)});
    greeting.add({"CLIENT", "NO-TOUCH", "ON"}); // since 7.2
    auto sent = send(std::move(greeting));
    const auto replies = co_await sent;
    if (!replies)
        co_return replies.error();
    if (!m_endpoint.password.empty() && (*replies)[0].isError())
        co_return (*replies)[0].toError();
    if ((*replies)[1].isError())
        co_return (*replies)[1].toError();
    m_loggedIn = true;
    co_return Result<void>();
}

void RecordConnection::close()
{
    m_stream.reset();
    m_loggedIn = false;
    m_pipeline.lost({ErrorKind::Cancelled, "the connection was closed", "closed"});
}

void RecordConnection::receive(std::string_view bytes)
{
    const auto received = m_pipeline.receive(bytes);
    for (const auto &push : m_pipeline.takePushes())
        pushed(push);
    if (!received)
        fail(received.error());
}

void RecordConnection::fail(const Error &error)
{
    m_stream->close(); // possibly called from inside the stream
    m_pipeline.lost(error);
    if (std::exchange(m_loggedIn, false))
        lost(error);
}

Waiting<Result<Reply>> RecordConnection::command(std::initializer_list<std::string_view> words)
{
    Batch batch;
    batch.add(words);
    auto waiting = m_pipeline.submitOne(std::move(batch), Moment::max());
    flush();
    return waiting;
}

Waiting<Result<Replies>> RecordConnection::send(Batch batch)
{
    auto waiting = m_pipeline.submit(std::move(batch), Moment::max());
    flush();
    return waiting;
}

void RecordConnection::flush()
{
    if (isOpen())
        m_stream->write(m_pipeline.takeOutput());
    else
        m_pipeline.lost(notOpen);
}

} // namespace lockcore
