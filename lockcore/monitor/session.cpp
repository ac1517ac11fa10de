// SPDX-License-Identifier: MIT
#include "monitor/session.h"

#include "monitor/refusal.h"
#include "monitor/state_rules.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto leastSweepInterval = 1s;
constexpr auto checkPeriod = 10s;
constexpr auto waiterStep = 200ms;
constexpr auto tickPeriod = 500ms;
constexpr auto undecidedFor = betweenLooks + 100ms;
constexpr std::size_t mostBirthsAtOnce = 500;
constexpr std::size_t mostBirthsWaiting = 20'000; // the next sweep finds what is beyond

} // namespace

Session::Session(const Endpoint &endpoint, const MonitorOptions &options, const Classifier &classifier, Board &board,
                 WatchList &watchList, ServerClock &serverClock, EventLoop &loop, Clock &clock)
    : m_endpoint(endpoint), m_options(options), m_classifier(classifier), m_board(board), m_watchList(watchList),
      m_serverClock(serverClock), m_clock(clock), m_links(endpoint, options.timeout, loop, clock),
      m_feed(m_links, classifier, watchList, m_denied, serverClock, loop, clock), m_scope(loop)
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

Task<Result<void>> Session::connectAndCheck()
{
    if (const auto opened = co_await m_links.openSweep(); !opened)
        co_return opened.error();
    auto check = co_await checkServer(m_links.sweep(), m_clock);
    if (!check)
        co_return check.error();
    const auto begin = m_clock.now();
    if (const auto pong = co_await m_links.sweep().command("PING"); !pong)
        co_return pong.error();
    m_roundTrip = std::chrono::duration_cast<Microseconds>(m_clock.now() - begin);
    if (check->at != ServerTime{})
        m_serverClock.observe(check->at, check->sent, check->received);
    m_check = *std::move(check);
    const auto persistence = co_await checkPersistence(m_links.sweep());
    if (!persistence)
        co_return persistence.error();
    m_ownNotices.insert(m_ownNotices.end(), persistence->begin(), persistence->end());
    if (const auto fingerprints = co_await readFingerprints(); !fingerprints)
        co_return fingerprints.error();
    if (const auto channels = co_await readChannels(); !channels)
        co_return channels.error();
    Prober::Options options;
    options.db = m_endpoint.db;
    options.hasPexpiretime = m_check->atLeast(7, 0);
    options.now = [this] { return serverNow(); };
    options.freeStrings = freeStrings();
    m_prober = std::make_unique<Prober>(m_links.sweep(), m_classifier, m_denied, std::move(options));
    noteServer(*m_check);
    co_return Result<void>();
}

bool Session::freeStrings() const
{
    return m_options.deep || m_check->facts.keys <= Sweep::smallDatabase;
}

// Which libraries' scripts the server knows. Not permitted: then we do not know, which is all the same.
Task<Result<void>> Session::readFingerprints()
{
    const auto scripts = Classifier::fingerprintScripts();
    Args command = {"SCRIPT", "EXISTS"};
    for (const auto &[sha1, library] : scripts)
        command.push_back(sha1);
    const auto reply = co_await m_links.sweep().command(command);
    if (!reply)
        co_return reply.error();
    noteDenied(*reply, "SCRIPT EXISTS");
    std::set<std::string, std::less<>> libraries;
    for (std::size_t i = 0; i < std::min(scripts.size(), reply->elements.size()); ++i) {
        if (reply->elements[i].integer == 1)
            libraries.insert(scripts[i].second);
    }
    if (!freeStrings()) {
        for (const auto &library : libraries)
            m_ownNotices.push_back({Notice::Kind::DeepOffered, library});
    }
    m_board.table().setFingerprints(std::move(libraries));
    co_return Result<void>();
}

// Channels of contended locks tell their names without a scan. The server walks through all its channels for each
// pattern: where that takes long, the rest goes unasked.
Task<Result<void>> Session::readChannels()
{
    constexpr auto mostCost = 2ms;
    std::set<Bytes, std::less<>> channels;
    for (const auto &pattern : Classifier::announcementPatterns()) {
        const auto begin = m_clock.now();
        const auto reply = co_await m_links.sweep().command("PUBSUB", "CHANNELS", pattern);
        if (!reply)
            co_return reply.error();
        for (const auto &channel : reply->elements)
            channels.insert(channel.text);
        noteDenied(*reply, "PUBSUB CHANNELS");
        if (reply->isError() || m_clock.now() - begin - m_roundTrip > mostCost)
            break;
    }
    m_board.table().setChannels(std::move(channels));
    co_return Result<void>();
}

Task<Result<void>> Session::sweepOnce(double share)
{
    Sweep::Options options;
    options.budget = {share, m_options.worstCall};
    options.roundTrip = roundTrip();
    const auto began = serverNow();
    m_board.state.sweeping = true;
    m_board.state.keysTotal = m_check->facts.keys;
    m_sweep = std::make_unique<Sweep>(
        m_links.sweep(), *m_prober, m_classifier, m_board.table().surroundings(), m_clock, options,
        [this](const Bytes &key) { return m_watchList.contains(key); },
        [this](std::vector<Sighting> sightings) { found(std::move(sightings)); });
    auto result = co_await m_sweep->contended();
    if (result)
        result = co_await m_sweep->run();
    if (result)
        m_board.lastSweepBegan = began;
    m_board.state.sweeping = false;
    m_board.state.keysSeen = m_sweep->progress().keysSeen;
    co_return result;
}

void Session::found(std::vector<Sighting> sightings)
{
    for (auto &sighting : sightings) {
        if (m_watchList.contains(sighting.look.id.key))
            continue;
        Evidence evidence;
        evidence.firstSweep = m_firstSweep;
        evidence.lastFree = m_board.lastSweepBegan;
        m_board.apply(sighting.look, evidence);
        if (m_options.watch)
            m_watchList.add(std::move(sighting.request));
    }
    if (m_sweep)
        m_board.state.keysSeen = m_sweep->progress().keysSeen;
    m_feed.wake();
    emit boardChanged();
}

// One look without a TTL proves nothing where a library sets it in a second command.
Task<Result<void>> Session::lookAgainAtBare()
{
    std::vector<LookRequest> requests;
    for (auto &id : m_board.table().ids()) {
        const auto *finding = m_board.table().findingOf(id);
        const auto *lock = m_board.table().find(id);
        if (lock->deadline || finding->leaseRule != LeaseRule::Always)
            continue;
        LookRequest request;
        request.id = std::move(id);
        requests.push_back(std::move(request));
    }
    if (requests.empty())
        co_return Result<void>();
    co_await m_clock.after(undecidedFor);
    constexpr std::size_t atOnce = 500;
    for (std::size_t i = 0; i < requests.size(); i += atOnce) {
        const auto end = std::min(i + atOnce, requests.size());
        std::vector<LookRequest> some(requests.begin() + static_cast<std::ptrdiff_t>(i),
                                      requests.begin() + static_cast<std::ptrdiff_t>(end));
        const auto sightings = co_await m_prober->look(std::move(some));
        if (!sightings)
            co_return sightings.error();
        for (const auto &sighting : *sightings)
            m_board.apply(sighting.look, {});
    }
    co_return Result<void>();
}

Task<void> Session::sweepLoop()
{
    for (;;) {
        const auto begin = m_clock.now();
        const auto swept = co_await sweepUnlessBusy(m_firstSweep ? 1 : m_options.sweepShare);
        if (!swept) {
            m_links.giveUp(swept.error());
            co_return;
        }
        if (!*swept) {
            co_await m_clock.after(leastSweepInterval);
            continue;
        }
        // The first one took its full share: what it cost is made up for before the next.
        const auto cost = m_firstSweep ? m_sweep->progress().cost : Microseconds(0);
        if (m_firstSweep) {
            m_firstSweep = false;
            m_board.state.everLive = true;
            m_board.state.phase = MonitorState::Phase::Live;
        }
        m_denied.sweepEnds();
        m_board.table().forget([this](const LockId &id) { return !m_watchList.contains(id.key); });
        const auto rest = std::max<Duration>(leastSweepInterval,
                                             std::chrono::duration_cast<Microseconds>(cost / std::max(m_options.sweepShare, 0.0001)));
        m_nextSweep = m_clock.now() + rest;
        m_board.state.sweepInterval = std::chrono::duration_cast<Milliseconds>(m_clock.now() - begin + rest);
        noteState();
        co_await m_clock.after(rest);
        m_nextSweep.reset();
    }
}

// False: the server answers nothing just now (a long script runs, it loads). That is no loss, it goes by.
Task<Result<bool>> Session::sweepUnlessBusy(double share)
{
    const auto swept = co_await sweepOnce(share);
    m_busy = !swept && isBusy(swept.error());
    if (!swept && !m_busy)
        co_return swept.error();
    noteState();
    co_return !m_busy;
}

// On a connection that nothing else is asked of: how long an answer takes is what it costs.
Task<void> Session::waiterLoop()
{
    WaiterPoll poll(m_links.broadcast(), m_board.table(), m_clock,
                    m_check->facts.mode == "cluster" && m_check->atLeast(7, 0));
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
        if (check->info.empty()) // BUSY: it says nothing now
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
        if (m_sweep && m_board.state.sweeping)
            m_board.state.keysSeen = m_sweep->progress().keysSeen;
        noteState();
    }
}

// Without a lease where there is always one: immortal only if a second look, a while later, shows none either.
void Session::readUndecidedAgain()
{
    for (const auto &id : m_board.table().bareSince(serverNow() - undecidedFor))
        m_watchList.readAgain(id.key);
    m_feed.wake();
}

void Session::heard(const std::vector<Bytes> &names)
{
    for (const auto &name : names) {
        const bool worth = m_feed.state().allNames || m_classifier.nameBetrays(name);
        if (!worth || m_births.size() >= mostBirthsWaiting || m_denied.isClosed(name))
            continue;
        m_births.insert(name); // it may only read like a companion's
        if (auto lock = m_classifier.lockOf(name); lock != name)
            m_births.insert(std::move(lock));
    }
    if (m_birthSleep && !m_births.empty())
        std::exchange(m_birthSleep, std::nullopt)->complete();
}

Task<void> Session::birthLoop()
{
    for (;;) {
        if (m_births.empty()) {
            m_birthSleep.emplace();
            co_await m_birthSleep->waiting();
        }
        std::vector<Candidate> candidates;
        while (!m_births.empty() && candidates.size() < mostBirthsAtOnce) {
            auto name = std::move(m_births.extract(m_births.begin()).value());
            if (m_watchList.contains(name))
                continue;
            const bool byName = m_classifier.nameBetrays(name);
            candidates.push_back({std::move(name), ValueType::None, byName});
        }
        auto sightings = co_await m_prober->probe(std::move(candidates), m_board.table().surroundings());
        if (!sightings && sightings.error().kind == ErrorKind::Server) {
            co_await m_clock.after(leastSweepInterval); // busy; the next sweep finds them
            continue;
        }
        if (!sightings) {
            m_links.giveUp(sightings.error());
            co_return;
        }
        found(*std::move(sightings));
    }
}

void Session::looked(const std::vector<Feed::Delivery> &deliveries)
{
    for (const auto &[look, request, verdict] : deliveries) {
        Evidence evidence;
        evidence.firstSweep = m_firstSweep;
        evidence.lastFree = m_board.lastSweepBegan;
        evidence.announced = verdict.announced;
        evidence.announces = verdict.announces && m_feed.state().announcementsHeard;
        evidence.outrun = verdict.outrun;
        m_board.apply(look, evidence);
        // What has become something else is followed no longer; should it be a lock again, a sweep finds it.
        if (look.value.exists() && !m_board.table().find(look.id))
            m_watchList.drop(look.id.key);
    }
    emit boardChanged();
}

ServerTime Session::serverNow() const
{
    return m_serverClock.known() ? m_serverClock.at(m_clock.now()) : ServerTime{};
}

void Session::noteServer(const ServerCheck &check)
{
    const bool restarted = !m_board.state.runId.empty() && !check.runId.empty() && m_board.state.runId != check.runId;
    if (restarted)
        m_ownNotices.push_back({Notice::Kind::Restarted, {}});
    if (!check.runId.empty())
        m_board.state.runId = check.runId;
    m_board.state.server = check.facts;
}

void Session::noteDenied(const Reply &reply, const char *command)
{
    if (reply.isError() && isCommandRefused(reply.toError()))
        m_ownNotices.push_back({Notice::Kind::DeniedCommand, command});
}

void Session::noteState()
{
    auto &state = m_board.state;
    const auto &feed = m_feed.state();
    state.notices = m_check ? m_check->notices : std::vector<Notice>();
    state.notices.insert(state.notices.end(), m_ownNotices.begin(), m_ownNotices.end());
    if (m_denied.count() > 0)
        state.notices.push_back({Notice::Kind::DeniedKeys, std::to_string(m_denied.count())});
    if (feed.busy || m_busy)
        state.notices.push_back({Notice::Kind::Busy, {}});
    state.feed = feed.source;
    state.feedReason = feed.reason;
    state.allNames = feed.allNames;
    state.prefixes = feed.prefixes;
    state.heartbeatOk = feed.heartbeatOk;
    state.roundTrip = feed.roundTrip ? feed.roundTrip : std::optional(m_roundTrip);
    state.pollInterval = feed.pollInterval;
    state.blindSpots = blindSpots();
    state.nextSweepIn.reset();
    if (m_nextSweep)
        state.nextSweepIn = std::chrono::duration_cast<Milliseconds>(std::max(*m_nextSweep - m_clock.now(), Duration(0)));
    emit boardChanged();
}

std::vector<std::string> Session::blindSpots() const
{
    std::vector<std::string> spots;
    spots.push_back("other databases than " + std::to_string(m_endpoint.db) + " are not looked at");
    if (!freeStrings())
        spots.push_back("strings under names that say nothing of a lock are only found by a deep sweep");
    const auto &feed = m_feed.state();
    switch (feed.source) {
    case MonitorState::Feed::Tracking:
        spots.push_back("SWAPDB sends no message: what it exchanges is noticed within a minute");
        if (!feed.allNames)
            spots.push_back("the server is busy: a new lock under a name outside the prefixes is found by the next sweep");
        break;
    case MonitorState::Feed::KeyspaceEvents:
        spots.push_back("SWAPDB and FLUSHDB send no event for a key: they are noticed within a minute");
        break;
    case MonitorState::Feed::Polling:
        spots.push_back("a lock that is taken and released between two polls is missed");
        break;
    case MonitorState::Feed::None:
        break;
    }
    if (feed.source != MonitorState::Feed::None && !feed.announcementsHeard)
        spots.push_back("release announcements may not be subscribed: an early deletion cannot be told from a release");
    return spots;
}

} // namespace lockcore
