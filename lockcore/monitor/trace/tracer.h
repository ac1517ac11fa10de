// SPDX-License-Identifier: MIT
// A trace that a person has started: who changes the locks of one server, for a limited time. MONITOR makes the server repeat each command
// to us, so a trace costs as much as trace_cost.h says, and ends by itself when it costs more. Two connections of its own, which it closes;
// nothing is written. Lives on the thread that created it; everything it reports is a value.
//
//     stream  MONITOR, SUBSCRIBE __redis__:invalidate ─┐
//     looks   transactions, CLIENT TRACKING ON REDIRECT ┘ CLIENT LIST, INFO
#pragma once

#include "lockcore/monitor/trace/trace_clients.h"
#include "lockcore/monitor/trace/trace_cost.h"
#include "lockcore/monitor/trace/trace_findings.h"

#include <QObject>

namespace lockcore {

struct TraceOptions
{
    static constexpr Milliseconds usualTime{30'000};
    static constexpr Milliseconds mostTime{300'000};

    std::vector<Bytes> keys;                           ///< of locks, in the endpoint's database
    bool followsNew = false;                           ///< also locks that are taken during the trace, if their names suggest one
    std::function<bool(std::string_view)> alsoFollows; ///< with followsNew: other names that the person asked for; null: none
    std::vector<UserPattern> patterns;
    Milliseconds time = usualTime;
    TraceLimits limits;
    Milliseconds timeout{5000}; ///< for connecting and for each command
    TraceRules rules;           ///< for tests
};

/// What a person is asked about before a trace.
struct TracePlan
{
    ServerLoad load;
    TraceCost cost;
    TraceHindrance hindrance = TraceHindrance::None;
    bool hasPexpiretime = true;
    std::string node{}; ///< of a cluster: whose commands are traced, `host:port`; filled in by the caller, who has searched for it
};

struct TracedChange
{
    AttributedChange change;
    std::optional<TraceClient> by;
    std::vector<TraceClient> perhaps; ///< if it is not certain
};

struct TracedFinding
{
    TraceFinding finding;
    TraceClient by;
    std::optional<TraceClient> holder;
};

using TraceItem = std::variant<TracedChange, TracedFinding>;

struct TracedHolder
{
    TraceHolder holder;
    std::optional<TraceClient> client; ///< who acquired it, or else who sent its owner last
};

enum class TraceEnd { Time, Load, Memory, Lag, Lost, Stopped };
std::string_view toString(TraceEnd end); ///< time load memory lag lost stopped

struct TraceReport
{
    TraceEnd end = TraceEnd::Time;
    std::optional<Error> error; ///< Lost
    Milliseconds lasted{};
    std::uint64_t commands = 0; ///< that the server has shown
    std::uint64_t bytes = 0;
    std::int64_t changes = 0;
    std::int64_t named = 0; ///< of them, with their client
    std::int64_t unsure = 0;
    std::int64_t unshown = 0; ///< done by commands that the server does not show
    std::int64_t proved = 0;  ///< findings
    std::int64_t unproved = 0;
    std::size_t leftOut = 0;           ///< locks that would have been too many
    std::int64_t notRead = 0;          ///< locks that this user may not read, that are too large, or that another node of the cluster has
    ServerTime at{};                   ///< by the server's clock
    std::vector<TracedHolder> holders; ///< of the locks that are held now
};

/// What a running trace costs now.
struct TraceStatus
{
    double share = 0;        ///< of a core
    std::int64_t unread = 0; ///< bytes that wait for us on the server
    Milliseconds left{};
    std::size_t unseen = 0; ///< locks that have not been looked at yet: what happens to them is not sure
    std::uint64_t commands = 0;
    std::uint64_t bytes = 0;
    std::vector<TracedHolder> holders{}; ///< of whom more is known than in the status before
};

class Tracer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Tracer)

public:
    Tracer(Endpoint endpoint, TraceOptions options, EventLoop &loop, Clock &clock, QObject *parent = nullptr);
    ~Tracer() override;

    /// Connects and asks for the load. Changes nothing on the server. Errors: those of Connection::open(); Server.
    Task<Result<TracePlan>> plan();

    /// After plan(). Ends after the time, at a guard, or by stop(). Error: the trace could not begin; Server: the user may not use MONITOR,
    /// or the service does not have it.
    Task<Result<TraceReport>> run(TracePlan plan);
    void stop();

signals:
    void started(lockcore::ServerTime at);
    void found(const std::vector<lockcore::TraceItem> &items);
    void status(const lockcore::TraceStatus &status); ///< four times a second

private:
    struct Waiting
    {
        std::variant<AttributedChange, TraceFinding> item;
        Moment since;
    };

    Task<Result<void>> begin();
    Error refusedBy(const Error &error); ///< closes
    Task<Result<ServerTime>> serverTime();
    Task<void> lookLoop();
    Task<bool> look(std::vector<LookRequest> requests);
    void readAnswer(const Bytes &word, std::vector<LookRequest> requests, const Replies &replies);
    void giveUp(const Bytes &key); ///< it cannot be read
    Task<void> drainLoop();
    Task<void> clientLoop();
    Task<void> guardLoop();
    Task<void> timeLoop();
    Task<bool> askClients();
    void receive(std::string_view bytes);
    void collect();
    void hand(bool all);
    void count(const AttributedChange &change);
    TraceClient clientOf(const TraceActor &actor) const { return m_clients.of(actor, m_attribution.names()); }
    void finish(TraceEnd end, std::optional<Error> error = {});
    void reportHolders();
    std::vector<TracedHolder> withClients(std::vector<TraceHolder> holders) const;
    std::vector<TracedHolder> learnedHolders();

    const Endpoint m_endpoint;
    const TraceOptions m_options;
    Clock &m_clock;
    const Classifier m_classifier;
    Attribution m_attribution;
    TraceClients m_clients;
    TraceFindings m_findings;
    Connection m_stream;
    Connection m_looks;
    TracePlan m_plan;
    LookRequest::Way m_way;
    int m_refusals = 0; ///< transactions in a row
    bool m_listRefused = false;
    int m_holdersWait = 0;                  ///< statuses for which the holders have waited for their clients' names
    std::deque<Waiting> m_waiting;          ///< for the client's name
    std::optional<Completion<void>> m_idle; ///< completes when there is something to look at
    Moment m_lastUse{};                     ///< of a traced lock
    Moment m_begun{};
    TraceReport m_report;
    std::optional<Completion<void>> m_ending;
    Scope m_running;
};

} // namespace lockcore
