// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/feed.h"

#include "lockcore/monitor/reading/look_batch.h"
#include "lockcore/monitor/reading/refusal.h"

#include <algorithm>
#include <ranges>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t mostPerBatch = 200;
// Changes that arrive together are read together, because each batch costs the server one turn of its loop, whatever its size. If few
// arrive, an event is not delayed for others.
constexpr auto gathering = 2ms;
constexpr auto gatheringMany = 12ms;
constexpr auto gatheringInVain = 200ms;
constexpr std::size_t many = 3; // keys in one batch
constexpr auto longRoundTrip = 10ms;
constexpr auto heartbeatPeriod = 2s;
constexpr Duration betweenCounts = 250ms;
constexpr auto betweenPings = 50ms; // while the server is busy
constexpr Duration pauseWhileBusy = 25ms;
constexpr Duration pauseWhileDown = 1s;
constexpr auto betweenRefusals = 10s; // each refusal is an entry or a count in the server's ACL LOG
constexpr auto mostRefreshStep = 1s;
constexpr std::size_t mostRefreshed = 200; // keys per step

// Whether a change has no message, though it was not the deadline that removed the key.
bool changedSilently(const Feed::Delivery &delivery)
{
    const auto &[look, verdict] = delivery;
    return verdict.changed && (look.value.exists() ? !verdict.heard.any : !verdict.heard.named && !verdict.heard.quiet);
}

} // namespace

Feed::Feed(FeedLinks &links, const Classifier &classifier, WatchList &watchList, DeniedNames &denied, ServerClock &serverClock,
           EventLoop &loop, Clock &clock)
    : m_links(links)
    , m_classifier(classifier)
    , m_watchList(watchList)
    , m_denied(denied)
    , m_serverClock(serverClock)
    , m_clock(clock)
    , m_scope(loop)
    , m_expiry(loop)
{
    connect(&links, &FeedLinks::pushed, this, &Feed::take);
    connect(&links.watched(), &Connection::resumed, this, [this] {
        if (!m_tracksReads)
            return;
        m_watchList.touchAll(); // the server does not track keys that were read by looks in flight
        m_scope.start(trackAgain());
    });
}

Task<Result<void>> Feed::start(const ServerCheck &check, bool ownServer, Duration refreshCycle)
{
    stop();
    m_state = {};
    m_keysElsewhere = false;
    m_refreshCycle = refreshCycle;
    m_keyspacePrefix.clear();
    m_way = {check.atLeast(7, 0), false, check.facts.mode == "cluster"};
    m_nextCount.reset();
    setServer(check);
    m_watchList.subscriptionBroken();
    auto patterns = Classifier::announcementPatterns();
    const auto announcements = co_await subscribe("PSUBSCRIBE", std::move(patterns));
    if (!announcements && announcements.error().kind != ErrorKind::Server)
        co_return announcements.error();
    m_state.announcementsHeard = announcements.ok();

    // The number of all commands, including reads, is an upper bound of the messages. rateLoop counts the changes alone.
    const bool quiet = infoNumber(check.info, "instantaneous_ops_per_sec") <= quietRate;
    const auto tracking = co_await startTracking(quiet || ownServer);
    if (!tracking) {
        if (tracking.error().kind != ErrorKind::Server)
            co_return tracking.error();
        if (const auto fallback = co_await startFallback(tracking.error().text); !fallback)
            co_return fallback.error();
    }
    m_state.heartbeatOk = true;
    m_watchList.touchAll(); // changes may have happened before this feed listened
    m_scope.start(readLoop());
    m_scope.start(heartbeatLoop());
    m_scope.start(refreshLoop());
    if (m_state.source != MonitorState::Feed::Polling && !ownServer)
        m_scope.start(rateLoop());
    if (m_state.source == MonitorState::Feed::Polling)
        m_scope.start(pollLoop());
    else
        m_scope.start(countLoop());
    wakeExpiry();
    co_return Result<void>();
}

void Feed::stop()
{
    m_scope.cancel();
    m_expiry.cancel();
    m_expiryWake.reset();
    m_sleeping.reset();
    m_links.subscription().hold(false);
    m_state.heartbeatOk = false;
    m_tracksReads = false;
}

void Feed::wake()
{
    if (auto sleeping = std::exchange(m_sleeping, std::nullopt))
        sleeping->complete();
}

// Answered when the server has sent every message. While a long script runs, the server does not report its changes, and refuses PING.
Task<Result<void>> Feed::hearAll()
{
    for (;;) {
        const auto pong = co_await m_links.subscription().command("PING");
        if (!pong)
            co_return pong.error();
        if (pong->isError() && isCommandRefused(pong->toError())) // otherwise PING would be refused at each change
            co_return pong->toError();
        if (!pong->isError() || !isBusy(pong->toError()))
            co_return Result<void>();
        co_await m_clock.after(betweenPings);
    }
}

Task<void> Feed::readLoop()
{
    std::size_t lastBatch = 0;
    for (;;) {
        const bool isBusy = m_state.readsInVain || lastBatch >= many; // then the next changes do not have to wake this loop
        if (!isBusy && !m_watchList.anyDirty()) {
            m_sleeping.emplace();
            co_await m_sleeping->waiting();
        }
        co_await gather(m_state.readsInVain ? gatheringInVain : isBusy ? gatheringMany : gathering);
        auto tickets = m_watchList.take(mostPerBatch);
        lastBatch = tickets.size();
        const bool goesOn = co_await readBatch(std::move(tickets));
        if (!goesOn)
            co_return;
    }
}

// Holds messages back, so that they wake nobody. They are processed before the looks are sent: a message that arrives later outruns those
// looks.
Task<void> Feed::gather(Duration time)
{
    m_links.subscription().hold(true);
    co_await m_clock.after(time);
    m_links.subscription().hold(false);
    co_await m_clock.after(Duration::zero());
}

// False: a connection was lost, and the feed ends.
Task<bool> Feed::readBatch(std::vector<WatchList::Ticket> tickets)
{
    if (tickets.empty()) {
        wakeExpiry(); // the lock whose deadline woke this loop is already gone
        co_return true;
    }
    const bool farAway = isFarAway(); // the heartbeat may change it while the looks are in flight
    const auto way = wayFor(tickets);
    std::ranges::stable_partition(tickets, [way](const auto &ticket) { return ticket.request.needsTransaction(way); });
    LookBatch looks(way);
    const auto room = std::ranges::find_if_not(tickets, [&](const auto &ticket) {
        const bool fits = looks.hasRoomFor(ticket.request);
        if (fits)
            looks.add(ticket.request);
        return fits;
    });
    for (const auto &ticket :
         std::ranges::subrange(room, tickets.end()) | std::views::reverse) // keys that need a batch of their own go first next time
        m_watchList.readFirst(ticket.request.id.key);
    tickets.erase(room, tickets.end());
    auto batch = looks.batch();
    const auto sent = m_clock.now();
    m_links.subscription().hold(!farAway);
    const auto replies = co_await m_links.watched().send(std::move(batch));
    m_links.subscription().hold(false);
    const auto received = m_clock.now();
    if (!replies) {
        m_links.giveUp(replies.error());
        co_return false;
    }
    if (farAway)
        m_watchList.answered(tickets);
    // The announcement of a release arrives on another connection.
    const auto heard = co_await hearAll();
    auto deliveries = heard ? readSteps(tickets, looks.steps(*replies, m_classifier)) : heard.error();
    if (!deliveries) {
        m_links.giveUp(deliveries.error());
        co_return false;
    }
    if (!deliveries->empty())
        m_serverClock.observe(deliveries->back().look.at, sent, received);
    const auto explained = co_await explain(*deliveries);
    if (!explained) {
        m_links.giveUp(explained.error());
        co_return false;
    }
    if (!deliveries->empty())
        emit looked(*deliveries);
    wakeExpiry();
    if (m_state.refused) // the server may run one long script after another, with short breaks between
        co_await m_clock.after(isDown(*m_state.refused) ? pauseWhileDown : pauseWhileBusy);
    co_return true;
}

// If all names are broadcast, each change of a key sends a message, and that message arrives before the answer to PING. A replica sends
// none when a key's time is over.
LookRequest::Way Feed::wayFor(std::span<const WatchList::Ticket> tickets) const
{
    auto way = m_way;
    way.heard = m_state.source == MonitorState::Feed::Tracking && m_state.allNames && !m_replica && !isFarAway()
                && std::ranges::none_of(tickets, &WatchList::Ticket::last);
    return way;
}

// At this distance a key may change during each round trip. Its look is delivered, marked as perhaps older or newer than the messages that
// arrived before the answer to PING.
bool Feed::isFarAway() const { return m_state.roundTrip && *m_state.roundTrip > longRoundTrip; }

// Error: a right was withdrawn, so no look will succeed.
Result<std::vector<Feed::Delivery>> Feed::readSteps(std::span<const WatchList::Ticket> tickets, std::vector<LookStep> steps)
{
    std::vector<Delivery> deliveries;
    m_state.refused.reset();
    for (std::size_t i = 0; i < tickets.size(); ++i) {
        const auto &ticket = tickets[i];
        auto &step = steps[i];
        if (auto *again = std::get_if<LookAgain>(&step)) {
            m_way.plain = m_way.plain || again->plain;
            m_way.apart = m_way.apart || again->apart;
            m_watchList.askAgain(std::move(again->request));
        } else if (const auto *error = std::get_if<Error>(&step)) {
            if (isCommandRefused(*error))
                return *error;
            if (isBusy(*error))
                m_state.refused = *error;
            unanswered(ticket.request, *error);
        } else {
            auto &look = std::get<KeySnapshot>(step);
            const auto &key = ticket.request.id.key;
            if (m_replica && !look.value.exists() && (m_cutOff || m_watchList.mayBeOverByTimeAlone(key, look.at))) {
                removedByTimeAlone(key, look.at);
                continue;
            }
            auto verdict = m_watchList.accept(ticket, look);
            m_changes += verdict.changed ? 1 : 0;
            if (!verdict.outrun && !ticket.request.knownAbsent && hearsOfCompanions(look))
                m_watchList.nothingBeside(key);
            if (verdict.deliver)
                deliveries.push_back({std::move(look), std::move(verdict)});
        }
    }
    return deliveries;
}

// No companion exists, and a new one would lead to this key by its name.
bool Feed::hearsOfCompanions(const KeySnapshot &look) const
{
    return std::ranges::all_of(look.companions, [&](const auto &companion) {
        return !companion.second.exists() && m_classifier.lockOf(companion.first) == look.id.key;
    });
}

// A replica hides a key after the deadline that it knows, although the primary may have extended the lease. A removal by the primary
// usually sends a message.
void Feed::removedByTimeAlone(const Bytes &key, ServerTime at)
{
    if (m_watchList.awaitsRemoval(key, at))
        return;
    m_watchList.drop(key);
    emit unreadable(key, "this replica shows it no more, and nothing was heard from its primary");
}

// If a key vanished without its announcement, the server's count of removed keys shows whether it may have expired.
Task<Result<void>> Feed::explain(std::vector<Delivery> &deliveries)
{
    const bool silent = m_state.source == MonitorState::Feed::Tracking && std::ranges::any_of(deliveries, changedSilently);
    if (std::exchange(m_allMayDiffer, false) || silent) {
        if (const auto asked = co_await m_askAboutData(); !asked)
            co_return asked.error();
    }
    bool unexplained = false;
    for (auto &[look, verdict] : deliveries) {
        // A replica does not remove a key whose lease was shortened to a moment, so no second message comes.
        verdict.heard.after = verdict.heard.after || (m_replica && !look.value.exists());
        unexplained = unexplained || verdict.unexplained;
    }
    if (!unexplained)
        co_return Result<void>();
    const auto removals = co_await countRemovals();
    if (!removals)
        co_return removals.error();
    for (auto &[look, verdict] : deliveries)
        verdict.removedByNobody = verdict.unexplained && *removals && noneRemoved(*verdict.heard.removals, **removals);
    co_return Result<void>();
}

void Feed::setServer(const ServerCheck &check)
{
    if (check.info.empty() && !check.infoRefused)
        return; // the server answers nothing for now
    if (check.infoRefused)
        m_state.otherDatabases = true; // unknown without INFO
    else
        noteDatabases(check.info);
    if (!check.info.empty())
        setReplica(check.info);
}

// Never reset: a database that is empty now may have announced a release earlier.
void Feed::noteDatabases(const Info &keyspace)
{
    m_keysElsewhere = m_keysElsewhere || hasKeysElsewhere(keyspace, m_links.sweep().endpoint().db);
    m_state.otherDatabases = m_keysElsewhere;
}

void Feed::setReplica(const Info &replication)
{
    m_replica = isReplica(replication);
    const bool wasCutOff = std::exchange(m_cutOff, m_replica && infoText(replication, "master_link_status") != "up");
    if (!wasCutOff || m_cutOff)
        return;
    m_watchList.readAwaited(); // a full synchronisation may have replaced all data
    wake();
}

Task<Result<CountedRemovals>> Feed::countRemovals()
{
    CountedRemovals removals;
    if (m_nextCount && m_clock.now() < *m_nextCount)
        co_return removals;
    m_nextCount.reset();
    Batch batch;
    batch.add({"INFO", "stats"}).add({"INFO", "replication"}).add({"INFO", "keyspace"});
    const auto replies = co_await m_links.broadcast().send(std::move(batch));
    if (!replies)
        co_return replies.error();
    if (const auto refused = hindrance(*replies)) {
        if (!isBusy(*refused))
            m_nextCount = m_clock.now() + betweenRefusals;
        co_return removals;
    }
    const auto replication = parseInfo(replies->at(1).text);
    setReplica(replication);
    noteDatabases(parseInfo(replies->at(2).text));
    if (auto read = ServerRemovals::from(parseInfo(replies->at(0).text), replication))
        removals = std::make_shared<const ServerRemovals>(*std::move(read));
    co_return removals;
}

// Counts regularly, so that a recent count exists before each change.
Task<void> Feed::countLoop()
{
    while (m_state.source != MonitorState::Feed::Polling) { // a polling feed counts by itself
        const auto removals = co_await countRemovals();
        const auto heard = co_await hearAll();
        if (!removals || !heard) {
            m_links.giveUp(removals ? heard.error() : removals.error());
            co_return;
        }
        m_watchList.setRemovals(*removals);
        co_await m_clock.after(m_nextCount ? *m_nextCount - m_clock.now() : betweenCounts);
    }
}

void Feed::unanswered(const LookRequest &request, const Error &error)
{
    const auto &key = request.id.key;
    if (isBusy(error)) {
        m_watchList.readAgain(key);
        return;
    }
    // Whatever the reason is: another question now would get the same answer, and a later sweep may succeed.
    m_watchList.drop(key);
    if (isTooLarge(error)) {
        m_denied.large().add(key);
        emit unreadable(key, "it has become too large to be read");
        return;
    }
    if (isKeyDenied(error)) {
        m_denied.denied(key, error.text);
        emit unreadable(key, "this user may not read it any more");
    } else if (isElsewhere(error)) {
        emit elsewhere(key);
        emit unreadable(key, "its slot has moved to another node of the cluster, which is not watched here");
    } else {
        emit unreadable(key, "it can no longer be read (" + elidedInMiddle(error.text, 120) + ")");
    }
}

Task<void> Feed::heartbeatLoop()
{
    for (;;) {
        const auto result = co_await beat();
        if (!result) {
            m_links.giveUp(result.error());
            co_return;
        }
        co_await m_clock.after(heartbeatPeriod);
    }
}

Batch Feed::heartbeat(bool tracked) const
{
    Batch batch;
    if (m_probesByRead)
        batch.add({"EXISTS", "lockscope:heartbeat"});
    else
        batch.add({"PING"});
    if (tracked)
        batch.add({"CLIENT", "TRACKINGINFO"});
    return batch;
}

// Reads a key that never exists and checks the state of the redirection. This tests the path as far as possible without writing. The
// subscriber's own PING shows whether its connection works.
Task<Result<void>> Feed::beat()
{
    const auto sent = m_clock.now();
    const bool tracks = m_state.source == MonitorState::Feed::Tracking;
    auto subscription = m_links.subscription().command("PING");
    auto watched = m_links.watched().send(heartbeat(tracks && !m_state.allNames));
    auto broadcast = m_links.broadcast().send(heartbeat(tracks));
    const auto pong = co_await subscription;
    if (!pong)
        co_return pong.error();
    m_state.roundTrip = std::chrono::duration_cast<Microseconds>(m_clock.now() - sent);
    for (auto *waiting : {&watched, &broadcast}) {
        const auto replies = co_await *waiting;
        if (!replies)
            co_return replies.error();
        if (replies->front().isError() && replies->front().toError().is("NOPERM"))
            m_probesByRead = false; // one entry in the server's ACL LOG is enough
        if (toString(replies->back()).find("broken_redirect") != std::string::npos)
            co_return Error{ErrorKind::Transport, "the server no longer redirects to our subscription", "closed"};
    }
    co_return Result<void>();
}

// Messages can be lost without a sign, so every key is read regularly, unless a change has led to a read. Many keys are read less often, so
// that the load on the server does not depend on their number.
Task<void> Feed::refreshLoop()
{
    const auto step = std::min<Duration>(mostRefreshStep, m_refreshCycle);
    const auto steps = static_cast<std::size_t>(m_refreshCycle / step);
    for (;;) {
        co_await m_clock.after(step);
        m_way.plain = false; // the server may have free memory again
        m_watchList.refresh(std::min(m_watchList.size() / steps + 1, mostRefreshed));
        wake();
    }
}

void Feed::wakeExpiry()
{
    const auto next = m_watchList.nextDeadline();
    if (!next || !m_serverClock.known())
        return;
    const auto when = m_serverClock.momentOf(*next + 1ms) + 1ms;
    if (m_expiryWake && *m_expiryWake <= when)
        return;
    m_expiryWake = when;
    m_expiry.cancel();
    m_expiry.start(expiryLoop());
}

Task<void> Feed::expiryLoop()
{
    co_await m_clock.after(*m_expiryWake - m_clock.now());
    // If no change from before this moment is heard, the deadline has ended the lock.
    const auto asked = m_clock.now();
    const bool hears = m_state.source == MonitorState::Feed::Tracking || m_state.source == MonitorState::Feed::KeyspaceEvents;
    if (hears) {
        if (const auto heard = co_await hearAll(); !heard) {
            m_links.giveUp(heard.error());
            co_return;
        }
    }
    m_expiryWake.reset();
    // Keyspace events cannot prove silence: FLUSHALL sends none, and the setting may have changed. A replica cannot prove it either,
    // because it may lag: it reports later what its primary removed before the deadline.
    const bool provesSilence = m_state.source == MonitorState::Feed::Tracking && !m_replica;
    m_watchList.expireUntil(m_serverClock.at(asked), provesSilence ? std::optional(m_serverClock.earliest(asked)) : std::nullopt);
    wake();
    // After the reads requested here, wakeExpiry() continues.
}

} // namespace lockcore
