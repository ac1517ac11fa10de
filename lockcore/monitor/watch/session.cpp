// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/session.h"

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto checkPeriod = 10s;
constexpr auto waiterStep = 200ms;
constexpr auto tickPeriod = 500ms;

} // namespace

Session::Session(const Endpoint &endpoint, const MonitorOptions &options, const Classifier &classifier, Board &board, WatchList &watchList,
                 ServerClock &serverClock, EventLoop &loop, Clock &clock)
    : m_endpoint(endpoint)
    , m_options(options)
    , m_classifier(classifier)
    , m_board(board)
    , m_watchList(watchList)
    , m_serverClock(serverClock)
    , m_clock(clock)
    , m_links(endpoint, options.timeout, loop, clock)
    , m_feed(m_links, classifier, watchList, m_denied, serverClock, loop, clock)
    , m_scope(loop)
{
    connect(&m_feed, &Feed::looked, this, &Session::looked);
    connect(&m_feed, &Feed::heard, this, &Session::heard);
    connect(&m_feed, &Feed::announcedFor, this, [this](const Bytes &key) {
        LookRequest request;
        request.id = idOf(key);
        m_watchList.add(std::move(request));
        m_feed.wake();
    });
    connect(&m_links, &FeedLinks::lost, this, [this](const Error &error) {
        if (m_lost)
            m_lost->complete(error);
    });
}

Session::~Session() = default;

Task<Error> Session::watch()
{
    m_lost.emplace();
    auto lost = m_lost->waiting();
    if (const auto opened = co_await openAll(); !opened)
        co_return m_links.whyLost().value_or(opened.error());
    m_firstSweep = !m_board.state.everLive;
    m_board.state.phase = m_firstSweep ? MonitorState::Phase::FirstSweep : MonitorState::Phase::Live;
    m_live = true;
    m_scope.start(sweepLoop());
    m_scope.start(birthLoop());
    m_scope.start(waiterLoop());
    m_scope.start(checkLoop());
    m_scope.start(tickLoop());
    noteState();
    const auto error = co_await lost;
    m_scope.cancel();
    m_feed.stop();
    co_return error;
}

Task<Result<void>> Session::openAll()
{
    if (const auto connected = co_await connectAndCheck(); !connected)
        co_return connected.error();
    if (const auto opened = co_await m_links.openOthers(); !opened)
        co_return opened.error();
    co_return co_await m_feed.start(*m_check, m_options.ownServer, m_options.refreshCycle);
}

Task<Result<void>> Session::list()
{
    if (const auto connected = co_await connectAndCheck(); !connected)
        co_return connected.error();
    m_board.state.phase = MonitorState::Phase::FirstSweep;
    noteState();
    if (const auto swept = co_await sweepOnce(1); !swept)
        co_return swept.error();
    if (const auto again = co_await lookAgainAtBare(); !again)
        co_return again.error();
    WaiterPoll waiters(m_links.sweep(), m_board.table(), m_clock, m_check->facts.mode == "cluster" && m_check->atLeast(7, 0));
    const auto counted = co_await waiters.all(serverNow(), roundTrip());
    if (!counted)
        co_return counted.error();
    if (!*counted)
        m_ownNotices.push_back(waiters.notice());
    m_board.table().tick(serverNow());
    m_board.state.phase = MonitorState::Phase::Live;
    noteState();
    co_return Result<void>();
}

// On a connection without other requests, so that the round trip is the cost of the request.
Task<void> Session::waiterLoop()
{
    WaiterPoll poll(m_links.broadcast(), m_board.table(), m_clock, m_check->facts.mode == "cluster" && m_check->atLeast(7, 0));
    for (;;) {
        const auto result = co_await poll.step(serverNow(), roundTrip());
        if (!result) {
            m_links.giveUp(result.error());
            co_return;
        }
        if (!*result) {
            m_ownNotices.push_back(poll.notice());
            co_return;
        }
        emit boardChanged();
        co_await m_clock.after(poll.cycleDone() ? Duration(1s) : Duration(waiterStep));
    }
}

Task<void> Session::checkLoop()
{
    for (;;) {
        co_await m_clock.after(checkPeriod);
        auto check = co_await checkServer(m_links.sweep(), m_clock);
        if (!check) {
            if (check.error().kind != ErrorKind::Timeout)
                m_links.giveUp(check.error());
            continue;
        }
        if (check->info.empty()) // BUSY: the server answers nothing for now
            continue;
        if (check->at != ServerTime{})
            m_serverClock.observe(check->at, check->sent, check->received);
        noteServer(*check);
        m_check = *std::move(check);
    }
}

Task<void> Session::tickLoop()
{
    int n = 0;
    m_commandsBefore = m_links.commandsSent();
    for (;;) {
        co_await m_clock.after(tickPeriod);
        m_board.table().tick(serverNow());
        readUndecidedAgain();
        if (++n % 2 == 0) {
            const auto commands = m_links.commandsSent();
            m_board.state.commandsPerSecond = static_cast<double>(commands - std::exchange(m_commandsBefore, commands));
        }
        if (n % 20 == 0)
            m_board.table().prune([this](const LockId &id) { return m_watchList.contains(id.key); });
        noteProgress();
        noteState();
    }
}

ServerTime Session::serverNow() const { return m_serverClock.known() ? m_serverClock.at(m_clock.now()) : ServerTime{}; }

} // namespace lockcore
