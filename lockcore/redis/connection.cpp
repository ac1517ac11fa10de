// SPDX-License-Identifier: MIT
#include "redis/connection.h"

#include "redis/transport.h"

namespace lockcore {

Connection::Connection(Endpoint endpoint, ConnectionOptions options, EventLoop &loop, Clock &clock, QObject *parent)
    : QObject(parent), m_endpoint(std::move(endpoint)), m_options(std::move(options)), m_clock(clock),
      m_pipeline(m_options.subscriber), m_establishing(loop), m_expiring(loop)
{
}

Connection::~Connection()
{
    close();
}

Waiting<Result<void>> Connection::open()
{
    close();
    m_state = State::Connecting;
    Completion<Result<void>> completion;
    auto waiting = completion.waiting();
    m_establishing.start(establish(std::move(completion)));
    return waiting;
}

void Connection::close()
{
    m_establishing.cancel();
    m_expiring.cancel();
    dropTransport();
    m_state = State::Closed;
    m_pipeline.lost({ErrorKind::Cancelled, "the connection was closed", "closed"});
}

Task<void> Connection::establish(Completion<Result<void>> asker)
{
    for (;;) {
        const auto result = co_await attempt();
        if (result.ok()) {
            m_everOpen = true;
            m_state = State::Open;
            m_backoff.reset();
            asker.complete(result);
            emit opened();
            co_return;
        }
        m_lastError = result.error();
        dropTransport();
        m_pipeline.lost(m_lastError);
        asker.complete(result);
        if (!m_options.reconnect || !m_everOpen) {
            m_state = State::Closed;
            co_return;
        }
        m_state = State::Retrying;
        co_await m_clock.after(m_backoff.next());
    }
}

Task<Result<void>> Connection::attempt()
{
    const auto end = deadline(m_options.connectTimeout);
    m_connecting.emplace();
    auto connected = m_connecting->waiting();
    m_transport = Transport::create(m_endpoint);
    connect(m_transport.get(), &Transport::opened, this, [this] { m_connecting->complete(Result<void>()); });
    connect(m_transport.get(), &Transport::failed, this, &Connection::fail);
    connect(m_transport.get(), &Transport::received, this, &Connection::receive);
    m_transport->open();

    Scope timer(m_establishing.queue());
    auto timeOut = [](Clock &clock, Moment when, Completion<Result<void>> connecting) -> Task<void> {
        co_await clock.after(when - clock.now());
        connecting.complete(Error{ErrorKind::Timeout, "no connection in time", "connect"});
    };
    timer.start(timeOut(m_clock, end, *m_connecting));
    auto result = co_await connected;
    if (result.ok())
        result = co_await shakeHands();
    co_return result;
}

Task<Result<void>> Connection::shakeHands()
{
    Batch batch;
    const bool authenticates = !m_endpoint.password.empty() || !m_endpoint.user.empty();
    if (authenticates && m_endpoint.user.empty())
        batch.add({"AUTH", m_endpoint.password});
    else if (authenticates)
        batch.add({"AUTH", m_endpoint.user, m_endpoint.password});
    // Not permitted or unknown (CLIENT NO-TOUCH came with 7.2): we can do without these two.
    batch.add({"CLIENT", "SETNAME", m_options.name}).add({"CLIENT", "NO-TOUCH", "ON"});
    batch.add({"CLIENT", "ID"}).add({"PING"});
    if (m_endpoint.db != 0)
        batch.add({"SELECT", std::to_string(m_endpoint.db)});
    auto waiting = m_pipeline.submit(std::move(batch), deadline(m_options.connectTimeout));
    flush();
    if (m_expiring.idle())
        m_expiring.start(expire());
    const auto replies = co_await waiting;
    if (!replies && replies.error().kind == ErrorKind::Timeout)
        co_return Error{ErrorKind::Timeout, "it accepted the connection, but did not answer", "handshake"};
    if (!replies)
        co_return replies.error();

    std::size_t i = 0;
    if (authenticates) {
        if (const auto &answer = replies->at(i++); answer.isError())
            co_return answer.toError();
    }
    i += 2;
    m_clientId = replies->at(i++).toInteger();
    const auto &ping = replies->at(i++);
    if (ping.isError() && !ping.toError().is("NOPERM"))
        co_return ping.toError();
    if (m_endpoint.db != 0) {
        if (const auto &select = replies->at(i); select.isError())
            co_return select.toError();
    }
    co_return Result<void>();
}

void Connection::fail(const Error &error)
{
    if (m_state != State::Open) { // attempt() is waiting for the transport or for the handshake
        m_pipeline.lost(error);
        m_connecting->complete(error);
        return;
    }
    dropTransport();
    m_lastError = error;
    m_state = m_options.reconnect ? State::Retrying : State::Closed;
    m_expiring.cancel();
    m_pipeline.lost(error);
    if (m_options.reconnect)
        m_establishing.start(establish({}));
    emit lost(error);
}

void Connection::dropTransport()
{
    if (!m_transport)
        return;
    m_transport->disconnect(this);
    m_transport->abort();
    m_transport.release()->deleteLater(); // we may be inside one of its signals
}

void Connection::receive()
{
    const auto result = m_pipeline.receive(m_transport->readAll());
    for (const auto &push : m_pipeline.takePushes())
        emit pushed(push);
    if (!result)
        fail(result.error());
}

Waiting<Result<Reply>> Connection::sendOne(Batch batch)
{
    if (m_state != State::Open) {
        Completion<Result<Reply>> refused;
        auto waiting = refused.waiting();
        refused.complete(m_lastError);
        return waiting;
    }
    flushSoon();
    return m_pipeline.submitOne(std::move(batch), deadline(m_options.commandTimeout));
}

Waiting<Result<Replies>> Connection::send(Batch batch)
{
    return send(std::move(batch), m_options.commandTimeout);
}

Waiting<Result<Replies>> Connection::send(Batch batch, Milliseconds timeout)
{
    if (m_state != State::Open) {
        Completion<Result<Replies>> refused;
        auto waiting = refused.waiting();
        refused.complete(m_lastError);
        return waiting;
    }
    flushSoon();
    return m_pipeline.submit(std::move(batch), deadline(timeout));
}

// What is asked in one turn of the event loop goes out in one write.
void Connection::flushSoon()
{
    if (std::exchange(m_flushQueued, true))
        return;
    QMetaObject::invokeMethod(this, &Connection::flush, Qt::QueuedConnection);
}

void Connection::flush()
{
    m_flushQueued = false;
    if (!m_transport)
        return;
    const auto output = m_pipeline.takeOutput();
    if (output.empty())
        return;
    m_transport->write(output);
    if (m_state == State::Open && m_expiring.idle())
        m_expiring.start(expire());
}

Task<void> Connection::expire()
{
    constexpr Duration tick = std::chrono::milliseconds(100); // later requests may have earlier deadlines
    while (const auto next = m_pipeline.nextDeadline()) {
        co_await m_clock.after(std::min(*next - m_clock.now(), tick));
        m_pipeline.expire(m_clock.now());
    }
}

} // namespace lockcore
