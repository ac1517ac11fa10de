// SPDX-License-Identifier: MIT
// A connection to one server: handshake, pipelining, time-outs, and reconnecting on request. Lives on the thread that created
// it. Answers arrive through the ready queue, never inside a call or signal of this class.
#pragma once

#include "lockcore/redis/backoff.h"
#include "lockcore/redis/endpoint.h"
#include "lockcore/redis/event_loop.h"
#include "lockcore/redis/pipeline.h"

#include "lockcore/base/scope.h"

#include <QObject>

#include <concepts>

namespace lockcore {

class Transport;

struct ConnectionOptions
{
    std::string name = "lockscope";    ///< CLIENT SETNAME
    Milliseconds connectTimeout{5000}; ///< from open() to the end of the handshake
    Milliseconds commandTimeout{5000};
    bool subscriber = false; ///< for SUBSCRIBE: afterwards only (P)(UN)SUBSCRIBE, PING and QUIT
    bool reconnect = false;  ///< after a loss: tries again for ever, with back-off; only after a first success
    bool followsPrimary =
        false; ///< with sentinels: it is lost when they name another primary, also while the old one still answers, or hangs

    /// If set, a reply above the limits of RespReader is an error of its command alone: the connection connects again and repeats, step by
    /// step, all other requests that are not answered (see Pipeline::skipReply). Only for commands that may run twice, because they only
    /// read.
    bool skipsLargeReplies = false;

    /// The slot of the commands' keys is being moved to this node of a cluster: ASKING goes before each command that is sent with command()
    /// or send(), and before each transaction.
    bool asking = false;
};

class Connection final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Connection)

public:
    enum class State { Closed, Connecting, Open, Resuming, Retrying };

    Connection(Endpoint endpoint, ConnectionOptions options, EventLoop &loop, Clock &clock, QObject *parent = nullptr);
    ~Connection() override;

    /// Asks the sentinels first if the endpoint has some, at each attempt. Connects and does the handshake (AUTH, CLIENT SETNAME, CLIENT
    /// NO-TOUCH, CLIENT ID, PING, SELECT, READONLY, ROLE). Errors: Transport; Timeout "connect" or "handshake"; Protocol; Server (NOAUTH,
    /// WRONGPASS, LOADING, ERR for a wrong database …); Refused (a TLS file); Cancelled; those of primaryOf(), and Transport "not-primary":
    /// the server that the sentinels name is a replica. A second call starts over.
    Waiting<Result<void>> open();
    void close(); ///< emits no signal; pending requests and open() end with Cancelled

    /// While held, pushes wait in the operating system and arrive together afterwards: for both sides this is much cheaper than one by one.
    /// An answer does not wait, and brings all earlier pushes with it. Over TLS nothing waits.
    void hold(bool held);

    /// From the next handshake on, each handshake ends with READONLY: a replica in a cluster then reads its primary's keys; without
    /// READONLY it redirects to the primary. If the connection is already open, also send READONLY yourself.
    void setReadsReplica(bool reads) { m_readsReplica = reads; }

    State state() const { return m_state; }
    const Endpoint &endpoint() const { return m_endpoint; }
    const Endpoint &reached() const { return m_reached; } ///< with sentinels: the primary of the last attempt; otherwise the endpoint

    /// CLIENT ID of the current connection; none if the server lacks the command or does not permit it.
    std::optional<std::int64_t> clientId() const { return m_clientId; }

    /// Sends one command. A server's error is a Reply here, not an Error. If the connection is not open, completes immediately with the
    /// error that ended it. (Separate words, not a braced list: g++ 12 miscompiles one inside a co_await expression.)
    template <class... Words>
    requires(std::convertible_to<const Words &, std::string_view> &&...) Waiting<Result<Reply>> command(const Words &...words)
    {
        Batch batch;
        batch.add({std::string_view(words)...});
        return sendOne(std::move(batch));
    }
    Waiting<Result<Reply>> command(std::span<const Bytes> command) { return sendOne(Batch(command)); }

    /// Sends several in one write and completes with all replies; the i-th reply belongs to the i-th command.
    Waiting<Result<Replies>> send(Batch batch);
    Waiting<Result<Replies>> send(Batch batch, Milliseconds timeout);

    /// Sends one command whose reply goes to `asker`. If the connection is not open, answers `asker` before this call returns.
    void ask(std::unique_ptr<Asker> asker, std::span<const Bytes> command);

    /// Sends these commands, and emits from now on every byte that arrives as raw() instead of reading replies: for MONITOR, whose lines no
    /// limit of RespReader fits. Only on an open connection that awaits no answer and does not reconnect; afterwards send nothing else.
    void handOver(Batch batch);

    std::uint64_t commandsSent() const { return requests().commandsWritten(); }
    ReadyQueue &queue() const { return m_establishing.queue(); }

signals:
    void opened();
    /// An open connection was lost. All pending requests have ended with the same error.
    void lost(const lockcore::Error &error);
    /// A reply was skipped. The server sees a new client from now on; the open requests are written to it after this signal.
    void resumed();
    /// A `message` or `pmessage` array, unchanged.
    void pushed(const lockcore::Reply &message);
    void raw(std::string_view bytes); ///< after handOver()

private:
    Waiting<Result<Reply>> sendOne(Batch batch);
    enum class Greeting { Auth, Name, NoTouch, Id, Ping, Database, ReadOnly, Role };
    struct Greeted
    {
        Greeting greeting;
        Waiting<Result<Reply>> answer;
    };

    Task<void> establish(Duration pause);
    Task<void> resume();
    Task<void> followPrimary();
    bool takesRequests() const { return m_state == State::Open || m_state == State::Resuming; }
    Pipeline &requests() { return m_resuming ? *m_resuming : *m_pipeline; }
    const Pipeline &requests() const { return m_resuming ? *m_resuming : *m_pipeline; }
    Task<Result<void>> attempt();
    Task<Result<void>> findPrimary();
    Task<Result<void>> connectAndGreet(Moment end);
    Task<Result<void>> shakeHands(Moment end);
    std::vector<Greeted> greet(Moment end);
    void answerOpening(const Result<void> &result);
    Task<void> expire();
    void receive();
    void fail(const Error &error);
    void dropTransport();
    void flushSoon();
    void holdOrRead();
    void flush();
    Moment deadline(Milliseconds timeout) const { return m_clock.now() + timeout; }

    const Endpoint m_endpoint;
    Endpoint m_reached;
    const ConnectionOptions m_options;
    EventLoop &m_loop;
    Clock &m_clock;
    State m_state = State::Closed;
    bool m_everOpen = false;
    bool m_readsReplica = false;
    std::optional<std::int64_t> m_clientId;
    bool m_flushQueued = false;
    bool m_held = false;
    bool m_waits = false;         ///< the transport is held
    bool m_raw = false;           ///< the input is handed over
    bool m_asking = false;        ///< a command is being written while its asker is on the stack
    bool m_inTransaction = false; ///< ConnectionOptions::asking: MULTI was sent, and its end was not
    Error m_lastError{ErrorKind::Transport, "the connection is not open", "closed"};
    std::unique_ptr<Transport> m_transport;
    std::optional<Completion<Result<void>>> m_opening;    ///< completes open()
    std::optional<Completion<Result<void>>> m_connecting; ///< completes when the transport is connected, or has failed
    std::optional<Error> m_broken;                        ///< what ended the current attempt, at any step
    Moment m_openedAt{};
    Backoff m_backoff;
    std::unique_ptr<Pipeline> m_pipeline; ///< requests over the current transport
    std::unique_ptr<Pipeline> m_resuming; ///< only while Resuming: the requests that continue after the handshake
    Scope m_establishing;
    Scope m_expiring;
    Scope m_following;
};

} // namespace lockcore
