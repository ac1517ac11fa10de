// SPDX-License-Identifier: MIT
#include "lockcore/redis/connection.h"

#include "lockcore/redis/sentinel.h"
#include "lockcore/redis/transport.h"

#include <QPointer>

namespace lockcore {

namespace {

// Not all at once: a flood must not keep the event loop from its other work.
void receiveRaw(Transport &from, Connection &to)
{
    constexpr std::size_t most = 32 * 1024;
    constexpr int atOnce = 128;
    const QPointer<Transport> transport(&from);
    const QPointer<Connection> self(&to);
    for (int i = 0; i < atOnce; ++i) {
        const auto bytes = transport->readHeld(most);
        if (!bytes.empty())
            emit to.raw(bytes);
        if (bytes.size() < most || !transport || !self) // a receiver of the signal may have closed this connection
            return;
    }
}

} // namespace

Connection::Connection(Endpoint endpoint, ConnectionOptions options, EventLoop &loop, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_endpoint(std::move(endpoint))
    , m_reached(m_endpoint)
    , m_options(std::move(options))
    , m_loop(loop)
    , m_clock(clock)
    , m_pipeline(std::make_unique<Pipeline>(m_options.subscriber))
    , m_establishing(loop)
    , m_expiring(loop)
    , m_following(loop)
{ }

Connection::~Connection() { close(); }

Waiting<Result<void>> Connection::open()
{
    close();
    m_state = State::Connecting;
    m_everOpen = false;
    m_inTransaction = false;
    m_backoff.reset();
    m_opening.emplace();
    auto waiting = m_opening->waiting();
    m_establishing.start(establish(Duration::zero()));
    return waiting;
}

void Connection::close()
{
    const Error closed{ErrorKind::Cancelled, "the connection was closed", "closed"};
    m_establishing.cancel();
    m_expiring.cancel();
    dropTransport();
    if (takesRequests())
        m_lastError = closed;
    m_state = State::Closed;
    if (m_resuming)
        m_pipeline = std::move(m_resuming);
    m_pipeline->lost(closed);
    answerOpening(closed);
}

void Connection::answerOpening(const Result<void> &result)
{
    if (auto opening = std::exchange(m_opening, std::nullopt))
        opening->complete(result);
}

Task<void> Connection::establish(Duration pause)
{
    for (;; pause = m_backoff.next()) {
        if (pause > Duration::zero())
            co_await m_clock.after(pause);
        const auto result = co_await attempt();
        if (result.ok()) {
            m_everOpen = true;
            m_state = State::Open;
            m_openedAt = m_clock.now();
            answerOpening(result);
            emit opened();
            co_return;
        }
        m_lastError = result.error();
        dropTransport();
        m_pipeline->lost(m_lastError);
        const bool again = m_options.reconnect && m_everOpen;
        m_state = again ? State::Retrying : State::Closed;
        answerOpening(result);
        if (!again)
            co_return;
    }
}

// Ends with the transport.
Task<void> Connection::followPrimary()
{
    const HostPort primary{m_reached.host, m_reached.port};
    const auto failover = co_await untilFailover(m_endpoint, primary, m_loop, m_clock);
    fail(failover.error());
}

Task<void> Connection::resume()
{
    const auto result = co_await attempt();
    m_pipeline = std::move(m_resuming);
    m_state = State::Open;
    m_openedAt = m_clock.now();
    if (!result) {
        fail(result.error());
        co_return;
    }
    emit resumed();
    flush();
}

Task<Result<void>> Connection::attempt()
{
    const auto end = deadline(m_options.connectTimeout);
    m_broken.reset();
    if (m_endpoint.group) {
        if (const auto found = co_await findPrimary(); !found)
            co_return found.error();
    }
    auto result = co_await connectAndGreet(end);
    if (result.ok() && m_endpoint.group && m_options.followsPrimary)
        m_following.start(followPrimary());
    co_return result;
}

// Requests that continue after an answer that was too large must not continue on another server.
Task<Result<void>> Connection::findPrimary()
{
    const bool isResuming = m_state == State::Resuming;
    auto primary = co_await primaryOf(m_endpoint, m_options.connectTimeout, m_loop, m_clock);
    if (!primary)
        co_return primary.error();
    if (isResuming && *primary != m_reached)
        co_return Error{ErrorKind::Transport, "the sentinels name another primary now", "failover"};
    m_reached = *std::move(primary);
    co_return Result<void>();
}

Task<Result<void>> Connection::connectAndGreet(Moment end)
{
    m_connecting.emplace();
    auto connected = m_connecting->waiting();
    m_transport = Transport::create(m_reached);
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
    if (result.ok() && !m_broken)
        result = co_await shakeHands(end);
    // A peer may accept and close within one turn of the event loop, before this coroutine is resumed.
    if (result.ok() && m_broken)
        result = *m_broken;
    co_return result;
}

std::vector<Connection::Greeted> Connection::greet(Moment end)
{
    std::vector<Greeted> greeted;
    const auto say = [&](Greeting greeting, std::initializer_list<std::string_view> command) {
        Batch batch;
        batch.add(command);
        greeted.push_back({greeting, m_pipeline->submitOne(std::move(batch), end)});
    };
    if (!m_endpoint.user.empty())
        say(Greeting::Auth, {"AUTH", m_endpoint.user, m_endpoint.password});
    else if (!m_endpoint.password.empty())
        say(Greeting::Auth, {"AUTH", m_endpoint.password});
    say(Greeting::Name, {"CLIENT", "SETNAME", m_options.name});
    say(Greeting::NoTouch, {"CLIENT", "NO-TOUCH", "ON"});
    say(Greeting::Id, {"CLIENT", "ID"});
    say(Greeting::Ping, {"PING"});
    if (m_endpoint.db != 0)
        say(Greeting::Database, {"SELECT", std::to_string(m_endpoint.db)});
    if (m_readsReplica)
        say(Greeting::ReadOnly, {"READONLY"});
    if (m_endpoint.group)
        say(Greeting::Role, {"ROLE"});
    flush();
    return greeted;
}

Task<Result<void>> Connection::shakeHands(Moment end)
{
    m_clientId.reset();
    m_transport->hearOut();
    if (m_broken)
        co_return *m_broken;
    auto greeted = greet(end);
    std::optional<Error> refusal; // the error that answered the previous command
    for (auto &[greeting, answer] : greeted) {
        const auto reply = co_await answer;
        if (!reply && reply.error().kind == ErrorKind::Timeout)
            co_return Error{ErrorKind::Timeout, "it accepted the connection, but did not answer", "handshake"};
        // A server that rejects us (too many clients, protected mode) answers the first command with the reason, and closes.
        if (!reply)
            co_return refusal &&reply.error().kind == ErrorKind::Transport ? *refusal : reply.error();
        refusal = reply->isError() ? std::optional(reply->toError()) : std::nullopt;
        // The other commands may be forbidden or unknown (CLIENT NO-TOUCH came with 7.2): the connection works without them.
        const bool needed = greeting == Greeting::Auth || greeting == Greeting::Database || greeting == Greeting::ReadOnly
                            || (greeting == Greeting::Ping && refusal && !refusal->is("NOPERM"));
        if (refusal && needed)
            co_return *refusal;
        if (greeting == Greeting::Id)
            m_clientId = reply->toInteger();
        // The sentinels may not have noticed yet, or have told the server too early. If ROLE is not permitted, they are believed.
        if (greeting == Greeting::Role && !reply->elements.empty() && reply->elements[0].text != "master")
            co_return Error{ErrorKind::Transport, "the server that the sentinels name, " + shortName(m_reached) + ", is a replica for now",
                            "not-primary"};
    }
    co_return Result<void>();
}

void Connection::fail(const Error &error)
{
    if (m_asking) { // must not run inside this call: it could destroy its caller or this connection
        const auto later = [this, error, transport = m_transport.get()] {
            if (m_transport.get() == transport)
                fail(error);
        };
        QMetaObject::invokeMethod(this, later, Qt::QueuedConnection);
        return;
    }
    if (m_state != State::Open) { // attempt() is waiting for the transport or for the handshake
        if (!m_broken)
            m_broken = error;
        m_pipeline->lost(error);
        m_connecting->complete(error);
        return;
    }
    constexpr Duration lasting = std::chrono::seconds(1);
    dropTransport();
    if (m_options.skipsLargeReplies && error.detail == "too-large" && m_pipeline->skipReply(error)) {
        m_state = State::Resuming;
        m_resuming = std::exchange(m_pipeline, std::make_unique<Pipeline>(m_options.subscriber));
        m_establishing.start(resume());
        return;
    }
    m_lastError = error;
    m_state = m_options.reconnect ? State::Retrying : State::Closed;
    m_expiring.cancel();
    m_pipeline->lost(error);
    if (m_options.reconnect) {
        // Wait before reconnecting to a server that accepts connections and closes them at once.
        const bool lasted = m_clock.now() - m_openedAt >= lasting;
        if (lasted)
            m_backoff.reset();
        m_establishing.start(establish(lasted ? Duration::zero() : Duration(m_backoff.next())));
    }
    emit lost(error);
}

void Connection::dropTransport()
{
    m_following.cancel();
    if (!m_transport)
        return;
    m_waits = m_raw = false;
    m_transport->disconnect(this);
    m_transport->abort();
    m_transport.release()->deleteLater(); // deleted later, because this may run inside one of its signals
}

void Connection::hold(bool held)
{
    m_held = held;
    holdOrRead();
}

void Connection::holdOrRead()
{
    const bool waits = m_held && m_state == State::Open && !m_pipeline->awaitsAnswers() && m_transport && m_transport->canHold();
    if (!m_transport || waits == std::exchange(m_waits, waits))
        return;
    if (!m_raw)
        m_transport->hold(waits);
    else if (!waits)
        receiveRaw(*m_transport, *this);
}

void Connection::receive()
{
    if (m_waits)
        return;
    if (m_raw) {
        receiveRaw(*m_transport, *this);
        return;
    }
    const auto result = m_pipeline->receive(m_transport->readAll());
    const QPointer<Transport> transport(m_transport.get());
    const QPointer<Connection> self(this);
    for (const auto &push : m_pipeline->takePushes()) {
        emit pushed(push);
        if (!self || m_transport.get() != transport) // a receiver of the signal has closed this connection
            return;
    }
    if (!result) {
        fail(result.error());
        return;
    }
    holdOrRead();
    if (!m_pipeline->awaitsAnswers())
        flush(); // writes the requests that must not be sent together with others
}

Waiting<Result<Reply>> Connection::sendOne(Batch batch)
{
    if (!takesRequests()) {
        Completion<Result<Reply>> refused;
        auto waiting = refused.waiting();
        refused.complete(m_lastError);
        return waiting;
    }
    if (m_options.asking)
        batch = batch.asking(m_inTransaction);
    auto waiting = requests().submitOne(std::move(batch), deadline(m_options.commandTimeout));
    flushSoon();
    return waiting;
}

Waiting<Result<Replies>> Connection::send(Batch batch) { return send(std::move(batch), m_options.commandTimeout); }

Waiting<Result<Replies>> Connection::send(Batch batch, Milliseconds timeout)
{
    if (!takesRequests()) {
        Completion<Result<Replies>> refused;
        auto waiting = refused.waiting();
        refused.complete(m_lastError);
        return waiting;
    }
    if (m_options.asking)
        batch = batch.asking(m_inTransaction);
    auto waiting = requests().submit(std::move(batch), deadline(timeout));
    flushSoon();
    return waiting;
}

void Connection::ask(std::unique_ptr<Asker> asker, std::span<const Bytes> command)
{
    if (!takesRequests()) {
        asker->answer(m_lastError);
        return;
    }
    requests().submitFor(std::move(asker), Batch(command), deadline(m_options.commandTimeout));
    flushSoon();
}

void Connection::handOver(Batch batch)
{
    if (m_state != State::Open)
        return;
    m_raw = true;
    if (m_transport->canHold())
        m_transport->hold(true);
    m_transport->write(batch.takeBytes());
}

// An idle connection writes a command immediately. While it awaits answers, all commands of one turn of the event loop go out in
// one write.
void Connection::flushSoon()
{
    if (m_flushQueued || m_state == State::Resuming)
        return;
    if (!m_pipeline->awaitsAnswers()) {
        m_asking = true;
        flush();
        m_asking = false;
        return;
    }
    m_flushQueued = true;
    QMetaObject::invokeMethod(this, &Connection::flush, Qt::QueuedConnection);
}

void Connection::flush()
{
    m_flushQueued = false;
    if (!m_transport)
        return;
    const bool repeats = m_pipeline->repeats();
    const auto output = m_pipeline->takeOutput();
    if (output.empty())
        return;
    if (repeats) // the server is working: its reply was only too large
        m_pipeline->prolong(deadline(m_options.commandTimeout));
    if (m_expiring.idle())
        m_expiring.start(expire());
    holdOrRead();
    m_transport->write(output); // may fail at once, and a receiver of that signal may destroy this connection
}

Task<void> Connection::expire()
{
    constexpr Duration tick = std::chrono::milliseconds(100); // later requests may have earlier deadlines
    while (const auto next = m_pipeline->nextDeadline()) {
        co_await m_clock.after(std::min(*next - m_clock.now(), tick));
        m_pipeline->expire(m_clock.now());
    }
}

} // namespace lockcore
