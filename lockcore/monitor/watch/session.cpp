// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/session.h"

#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/watch/birth_loop.h"
#include "lockcore/monitor/watch/check_loop.h"
#include "lockcore/monitor/watch/second_looks.h"
#include "lockcore/monitor/watch/tick_loop.h"
#include "lockcore/monitor/watch/waiter_poll.h"

namespace lockcore {

// How to read and what to report depends on the server, so these parts start after the Opening.
struct Session::Loops
{
    Loops(Session &session, Opened shown)
        : opened(std::move(shown))
        , prober(session.m_links.sweep(), session.m_parts.classifier, session.m_denied, reading(session.m_parts, opened))
        , births(session.m_links.sweep(), session.m_parts.classifier, session.m_denied, hearing(session.m_parts, opened))
        , report(session.m_parts, session.m_feed, opened)
        , bare(session.m_parts, session.m_feed)
        , secondLooks(session.m_parts, prober)
        , datasetSwaps(session.m_parts, session.m_links.sweep(), report,
                       [this, &session] {
                           session.m_feed.wake();
                           sweeps.hurry();
                       })
        , scripts(session.m_parts, session.m_links.sweep(), opened)
        , sweeps(session.m_parts, session.m_links.sweep(), prober, session.m_intake, datasetSwaps, scripts, report, opened)
        , birthLoop(session.m_parts, session.m_feed, births, session.m_intake, scripts, datasetSwaps, sweeps)
        , waiters(session.m_parts, forWaiters(session), report, opened)
        , check(session.m_parts, session.m_links, session.m_feed, report)
        , ticks(session.m_parts, session.m_links, session.m_intake, bare, sweeps, report)
    { }

    static Prober::Options reading(const SessionParts &parts, const Opened &opened)
    {
        Prober::Options options;
        options.db = parts.db;
        options.hasPexpiretime = opened.check.atLeast(7, 0);
        options.now = [&parts] { return parts.serverNow(); };
        options.freeStrings = opened.freeStrings;
        options.cluster = opened.check.facts.mode == "cluster";
        options.clusterSlots = &parts.clusterSlots;
        return options;
    }

    // Records keys that are not followed, too, if every change of a name is heard. A sweep does not, because it would replace them by the
    // keys that it passes.
    static Prober::Options hearing(const SessionParts &parts, const Opened &opened)
    {
        auto options = reading(parts, opened);
        options.handOvers = &parts.handOvers;
        return options;
    }

    // A connection without other requests, if there is one: other commands between two TIMEs would be counted as the cost of the question.
    static Connection &forWaiters(Session &session)
    {
        return session.m_parts.options.watch ? session.m_links.broadcast() : session.m_links.sweep();
    }

    const Opened opened;
    Prober prober;
    Prober births; ///< probes names that were heard
    SessionReport report;
    LocksWithoutTtl bare;
    SecondLooks secondLooks;
    DatasetSwapDetector datasetSwaps;
    KnownScripts scripts;
    SweepLoop sweeps;
    BirthLoop birthLoop;
    WaiterPoll waiters;
    CheckLoop check;
    TickLoop ticks;
};

Session::Session(const Endpoint &endpoint, const MonitorOptions &options, const Classifier &classifier, MonitorStore &store,
                 WatchList &watchList, LargeNames &large, ClusterSlots &clusterSlots, ServerClock &serverClock, EventLoop &loop,
                 Clock &clock)
    : m_links(endpoint, options.timeout, loop, clock)
    , m_denied(large, [&classifier](std::string_view name) { return classifier.nameBetrays(name); })
    , m_feed(m_links, classifier, watchList, m_denied, serverClock, loop, clock)
    , m_parts{endpoint.db, options, classifier, store, watchList, serverClock, clock, m_denied, m_handOvers, clusterSlots}
    , m_intake(m_parts, m_feed)
    , m_scope(loop)
{
    QObject::connect(&m_feed, &Feed::looked, &m_feed, [this](const auto &deliveries) { m_intake.looked(deliveries); });
    QObject::connect(&m_feed, &Feed::announcedFor, &m_feed, [this](const Bytes &key) { m_intake.announced(key); });
    QObject::connect(&m_feed, &Feed::unreadable, &m_feed,
                     [this](const Bytes &key, const std::string &why) { m_intake.unreadable(key, why); });
    QObject::connect(&m_feed, &Feed::elsewhere, &m_feed, [&clusterSlots](const Bytes &key) { clusterSlots.elsewhere(key); });
    QObject::connect(&m_links, &FeedLinks::lost, &m_links, [this](const Error &error) { m_lost.complete(error); });
}

Session::~Session() = default;

Task<Error> Session::watch()
{
    auto lost = m_lost.waiting();
    if (const auto opened = co_await openFeed(); !opened)
        co_return m_links.whyLost().value_or(opened.error());
    auto &state = m_parts.store.state;
    state.phase = state.everLive ? MonitorState::Phase::Live : MonitorState::Phase::FirstSweep;
    m_live = true;
    m_parts.store.missedNames(); // names that were not heard without a connection
    m_scope.start(untilLost(m_loops->sweeps.run()));
    m_scope.start(untilLost(m_loops->birthLoop.run()));
    m_scope.start(untilLost(m_loops->waiters.run()));
    m_scope.start(untilLost(m_loops->check.run()));
    m_scope.start(untilLost(m_loops->datasetSwaps.run()));
    m_scope.start(untilLost(m_loops->scripts.run()));
    m_scope.start(m_loops->ticks.run());
    m_loops->report.post();
    const auto error = co_await lost;
    m_scope.cancel();
    m_feed.stop();
    m_parts.store.table().connectionLost();
    co_return error;
}

bool Session::hasSwept() const { return m_loops && m_loops->sweeps.completedOnce(); }

Task<Result<void>> Session::list()
{
    if (const auto opened = co_await open(); !opened)
        co_return opened.error();
    auto &store = m_parts.store;
    store.state.phase = MonitorState::Phase::FirstSweep;
    m_loops->report.post();
    if (const auto swept = co_await m_loops->sweeps.once(1); !swept)
        co_return swept.error();
    if (const auto again = co_await m_loops->secondLooks.atBareLocks(); !again)
        co_return again.error();
    if (const auto counted = co_await m_loops->waiters.once(); !counted)
        co_return counted.error();
    if (const auto again = co_await m_loops->secondLooks.atLapsedLocks(); !again)
        co_return again.error();
    if (const auto checked = co_await checkAgain(); !checked)
        co_return checked.error();
    store.table().tick(m_parts.serverNow());
    store.state.phase = MonitorState::Phase::Live;
    m_loops->report.post();
    co_return Result<void>();
}

Task<Result<void>> Session::open()
{
    if (const auto opened = co_await m_links.openSweep(); !opened)
        co_return opened.error();
    Opening opening(m_links.sweep(), m_parts.options, m_parts.clock);
    auto opened = co_await opening.run();
    if (!opened)
        co_return opened.error();
    if (const auto reads = co_await readReplicaOf(*opened); !reads)
        co_return reads.error();
    m_parts.clusterSlots.setCluster(opened->check.facts.mode == "cluster");
    auto &table = m_parts.store.table();
    table.setFingerprints(opened->fingerprints);
    table.setChannels(opened->channels);
    m_loops = std::make_unique<Loops>(*this, *std::move(opened));
    m_loops->check.note(m_loops->opened.check);
    m_feed.setAskAboutData([this] { return m_loops->datasetSwaps.ask(); });
    QObject::connect(&m_feed, &Feed::widened, &m_feed, [this] { m_loops->sweeps.missedNames(); });
    QObject::connect(&m_feed, &Feed::heard, &m_feed,
                     [this](const auto &names, bool secondHalf) { m_loops->birthLoop.heard(names, secondHalf); });
    co_return Result<void>();
}

// If the kind of the server is unknown: a server without a cluster refuses READONLY, and that does not matter.
Task<Result<void>> Session::readReplicaOf(Opened &opened)
{
    auto &check = opened.check;
    if (m_parts.options.isOneOfMany) {
        check.facts.mode = "cluster"; // INFO may be refused
        co_return check.isClusterReplica() ? Result<void>(notPrimary()) : Result<void>();
    }
    if (!check.mayBeClusterReplica())
        co_return Result<void>();
    const auto reads = co_await m_links.readReplica();
    if (!reads && (check.isClusterReplica() || reads.error().kind != ErrorKind::Server))
        co_return reads.error();
    if (reads && check.infoRefused) {
        check.facts.mode = "cluster";
        opened.notices.push_back({Notice::Kind::ClusterNode, {}});
    }
    co_return Result<void>();
}

// The facts from before the sweep may be old: the link to the primary may have changed, or the server itself.
Task<Result<void>> Session::checkAgain()
{
    const auto check = co_await checkServer(m_links.sweep(), m_parts.clock);
    if (!check)
        co_return check.error();
    const auto &before = m_loops->opened.check.runId;
    if (!before.empty() && !check->runId.empty() && check->runId != before)
        co_return Error{ErrorKind::Refused, "another server answers at this address since the look began", "another-server"};
    if (!check->info.empty()) // empty: refused, or the server answers nothing for now
        m_loops->report.setServer(*check);
    co_return Result<void>();
}

void Session::lookFor(std::vector<Bytes> keys)
{
    if (m_loops)
        m_scope.start(untilLost(find(std::move(keys))));
}

// A key that the server answers nothing about for now is asked for again.
Task<Result<void>> Session::find(std::vector<Bytes> keys)
{
    std::vector<Candidate> candidates;
    for (auto &key : keys)
        candidates.push_back({std::move(key), ValueType::None, true});
    auto sightings = co_await m_loops->prober.probe(std::move(candidates), m_parts.store.table().surroundings());
    if (!sightings)
        co_return isBusy(sightings.error()) ? Result<void>() : sightings.error();
    m_intake.found(*std::move(sightings), Intake::By::Sweep);
    co_return Result<void>();
}

Task<Result<void>> Session::openFeed()
{
    if (const auto opened = co_await open(); !opened)
        co_return opened.error();
    if (const auto opened = co_await m_links.openOthers(); !opened)
        co_return opened.error();
    co_return co_await m_feed.start(m_loops->opened.check, m_parts.options.ownServer, m_parts.options.refreshCycle);
}

Task<void> Session::untilLost(Task<Result<void>> loop)
{
    const auto result = co_await loop;
    if (!result)
        m_links.giveUp(result.error());
}

} // namespace lockcore
