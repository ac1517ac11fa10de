// SPDX-License-Identifier: MIT
#include "lockcore/monitor/server_monitor.h"

#include "lockcore/monitor/format_search.h"
#include "lockcore/monitor/model/restricted.h"
#include "lockcore/monitor/monitor_desk.h"
#include "lockcore/monitor/watch/retry_policy.h"
#include "lockcore/monitor/watch/session.h"

#include <QTimer>

namespace lockcore {

class ServerMonitor::Private final
{
public:
    Private(ServerMonitor *monitor, Endpoint endpoint, MonitorOptions options, EventLoop &loop, Clock &clock)
        : m_monitor(monitor)
        , m_endpoint(std::move(endpoint))
        , m_options(std::move(options))
        , m_classifier(m_options.patterns)
        , m_loop(loop)
        , m_clock(clock)
        , m_watchList(m_endpoint.db)
        , m_store(m_options.makeTable ? m_options.makeTable(m_classifier) : std::make_unique<LockTable>(m_classifier),
                  m_options.watch ? m_options.eventRing : 0, [this] { tellSoon(); })
        , m_desk(m_endpoint, {m_options.timeout, m_options.auditDirectory, m_options.nodeAt}, m_classifier, m_store, m_loop, m_clock)
        , m_trials(m_endpoint, m_loop, m_clock, [this](RequestId id, const FormatTrial &trial) { tellTrial(id, trial); })
        , m_lookups(m_loop)
        , m_scope(m_loop)
    {
        m_frame.setSingleShot(true);
        m_store.table().setAttentionAfter(m_options.attentionAfter, {});
        QObject::connect(&m_frame, &QTimer::timeout, m_monitor, [this] { tell(); });
    }

    void start()
    {
        stop();
        m_store.state.phase = MonitorState::Phase::Connecting;
        m_retries.reset();
        if (m_options.isOneOfMany)
            m_retries.insist();
        m_scope.start(m_options.watch ? watch() : list());
    }

    // Keeps what is known: the watch continues.
    void retryNow()
    {
        const bool waiting = m_store.state.phase == MonitorState::Phase::Lost && !m_session;
        if (waiting || isRestricted(m_store.state))
            connectAgain();
    }

    // No part of a session refers to a row, and a lock of a row has no format that could end with it.
    void setPatterns(const std::vector<UserPattern> &patterns)
    {
        const bool isWatching = m_options.watch && (m_session || m_store.state.phase == MonitorState::Phase::Lost);
        m_scope.cancel();
        m_session.reset();
        m_classifier = Classifier(patterns);
        const auto &table = m_store.table();
        const auto isUndeclared = [&](const LockId &id) {
            const auto snapshot = table.snapshotOf(id);
            const auto match = m_classifier.classify(snapshot->look, table.surroundingsOf(id));
            return !snapshot->match.format && (!match || match->confidence < Classifier::leastListed);
        };
        m_store.forget(isUndeclared, serverNow(), "your formats do not make it a lock any more");
        m_store.otherData(); // what is recognised from now on may have been there for long
        if (isWatching)
            connectAgain();
    }

    void tryFormat(RequestId id, const FormatRow &row, const Bytes &first)
    {
        m_trials.begin(
            id, row, first,
            {m_options.timeout, m_store.state.server.mode == "cluster", [this] { return serverNow(); }, m_store.table().surroundings()});
    }

    void endTrial() { m_trials.end(); }

    void lookUp(RequestId id, const Bytes &key) { m_lookups.start(answerLookup(id, key)); }

    void connectAgain()
    {
        m_scope.cancel();
        m_session.reset();
        m_retries.insist();
        m_store.state.phase = MonitorState::Phase::Lost;
        m_store.state.heartbeatOk = false;
        m_store.state.sweeping = false;
        m_store.state.retryIn.reset();
        m_scope.start(watch());
    }

    void select(const std::optional<LockId> &id) { m_store.selected = id; }

    void setAttentionAfter(Milliseconds after)
    {
        m_store.table().setAttentionAfter(after, serverNow());
        tellSoon();
    }

    ReleaseDesk &desk() { return m_desk; }

    void failOver(const Endpoint &promoted)
    {
        m_endpoint = promoted;
        m_desk.setEndpoint(promoted);
        m_trials.setEndpoint(promoted);
        m_store.state.error.reset();
        if (m_options.watch && m_store.state.phase != MonitorState::Phase::Idle)
            connectAgain();
    }

    void retire()
    {
        m_scope.cancel();
        m_session.reset();
        m_frame.stop();
        m_trials.end();
        m_store.state.phase = MonitorState::Phase::Idle;
    }

    void slotsCome(const std::vector<std::size_t> &numbers)
    {
        for (const auto slot : numbers)
            m_slots.comes(slot);
    }

    void lookFor(std::vector<Bytes> keys)
    {
        if (m_session)
            m_session->lookFor(std::move(keys));
    }

    void stop()
    {
        m_scope.cancel();
        m_desk.cancel();
        m_trials.end();
        m_lookups.cancel();
        m_session.reset();
        m_frame.stop();
    }

private:
    ServerTime serverNow() const { return m_serverClock.known() ? m_serverClock.at(m_clock.now()) : ServerTime{}; }

    Task<void> answerLookup(RequestId id, Bytes key)
    {
        LockId lock{m_endpoint.db, std::move(key)};
        auto around = m_store.table().surroundingsOf(lock);
        const Classifier classifier = m_classifier; // another one may replace it meanwhile
        ReleaseConnection connection(m_endpoint, m_options.timeout, classifier, m_loop, m_clock);
        auto finding = co_await lookUpKey(std::move(connection), std::move(lock), std::move(around), classifier);
        QMetaObject::invokeMethod(
            m_monitor, [this, id, finding = std::move(finding)] { emit m_monitor->lookedUp(id, finding); }, Qt::QueuedConnection);
    }

    // From the event loop, because a slot may end the trial.
    void tellTrial(RequestId id, const FormatTrial &trial)
    {
        QMetaObject::invokeMethod(
            m_monitor, [this, id, trial] { emit m_monitor->tried(id, trial); }, Qt::QueuedConnection);
    }

    void beginSession()
    {
        m_session = std::make_unique<Session>(m_endpoint, m_options, m_classifier, m_store, m_watchList, m_large, m_slots, m_serverClock,
                                              m_loop, m_clock);
        tellSoon();
    }

    Task<void> watch()
    {
        for (;;) {
            beginSession();
            const auto error = co_await m_session->watch();
            auto &state = m_store.state;
            const RetryPolicy::Ending ending{error, m_session->wasLive(), m_session->hasSwept(), state.everLive};
            m_session.reset();
            state.error = error;
            state.heartbeatOk = false;
            state.sweeping = false;
            state.retryIn = m_retries.after(ending);
            state.phase = state.retryIn ? MonitorState::Phase::Lost : MonitorState::Phase::Failed;
            tellNow();
            if (!state.retryIn)
                co_return;
            co_await m_clock.after(*state.retryIn);
            state.retryIn.reset();
        }
    }

    Task<void> list()
    {
        beginSession();
        const auto result = co_await m_session->list();
        if (!result) {
            m_store.state.phase = MonitorState::Phase::Failed;
            m_store.state.error = result.error();
        }
        tellNow();
    }

    // A list is told once, when it is complete.
    void tellSoon()
    {
        if (m_options.watch && !m_frame.isActive())
            m_frame.start(m_options.frame);
    }

    // From the event loop, not from a coroutine, because a slot may destroy the Monitor.
    void tellNow() { m_frame.start(Milliseconds(0)); }

    void tell()
    {
        m_frame.stop();
        if (m_store.state.phase == MonitorState::Phase::Live)
            m_store.state.error.reset();
        auto change = m_store.take(m_serverClock, m_clock.now());
        for (auto &gone : change.gone)
            gone.onItsWay = gone.how == EventType::OutOfSight && !m_slots.isSettled(gone.last.id.key);
        if (m_options.isOneOfMany)
            addLooks(change);
        emit m_monitor->changed(change);
    }

    void addLooks(MonitorChange &change) const
    {
        for (const auto &lock : change.changed)
            change.lookedAt.push_back(m_store.table().lookedAt(lock.id).value_or(change.serverNow));
    }

    ServerMonitor *const m_monitor;
    Endpoint m_endpoint;
    const MonitorOptions m_options;
    Classifier m_classifier;
    EventLoop &m_loop;
    Clock &m_clock;
    QTimer m_frame;
    ServerClock m_serverClock;
    WatchList m_watchList;
    LargeNames m_large;   ///< no session reads them again only to be lost like the one before
    ClusterSlots m_slots; ///< what came while there was no connection came, too
    MonitorStore m_store;
    RetryPolicy m_retries;
    std::unique_ptr<Session> m_session;
    MonitorDesk m_desk;
    FormatTrials m_trials;
    Scope m_lookups;
    Scope m_scope;
};

ServerMonitor::ServerMonitor(Endpoint endpoint, MonitorOptions options, EventLoop &loop, Clock &clock)
    : d(std::make_unique<Private>(this, std::move(endpoint), std::move(options), loop, clock))
{ }

ServerMonitor::~ServerMonitor() { d->stop(); }

ReleaseDesk &ServerMonitor::desk() { return d->desk(); }

void ServerMonitor::start() { d->start(); }

void ServerMonitor::stop() { d->stop(); }

void ServerMonitor::retryNow() { d->retryNow(); }

void ServerMonitor::select(const std::optional<LockId> &id) { d->select(id); }

void ServerMonitor::setAttentionAfter(Milliseconds after) { d->setAttentionAfter(after); }

void ServerMonitor::setPatterns(const std::vector<UserPattern> &patterns) { d->setPatterns(patterns); }

void ServerMonitor::tryFormat(RequestId id, const FormatRow &row, const Bytes &first) { d->tryFormat(id, row, first); }

void ServerMonitor::endTrial() { d->endTrial(); }

void ServerMonitor::lookUp(RequestId id, const Bytes &key) { d->lookUp(id, key); }

void ServerMonitor::failOver(const Endpoint &promoted) { d->failOver(promoted); }

void ServerMonitor::retire() { d->retire(); }

void ServerMonitor::slotsCome(const std::vector<std::size_t> &numbers) { d->slotsCome(numbers); }

void ServerMonitor::lookFor(std::vector<Bytes> keys) { d->lookFor(std::move(keys)); }

} // namespace lockcore
