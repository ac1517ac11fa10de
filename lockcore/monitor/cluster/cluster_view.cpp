// SPDX-License-Identifier: MIT
#include "lockcore/monitor/cluster/cluster_view.h"

#include "lockcore/monitor/cluster/time_shift.h"
#include "lockcore/monitor/transition/transition.h"
#include "lockcore/redis/key_slot.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

// Estimates of one clock differ by the round trip, on a busy machine by tens of milliseconds, and clocks drift apart. A shift that only corrects
// an estimate would make events earlier or later than what they tell of.
constexpr Milliseconds clockTolerance{200};
constexpr auto betweenQuestions = 1s;     // to the node that should have a lock
constexpr auto patience = 5s;             // until a node that serves the slot, and is asked, has shown the lock
constexpr auto patienceWhileMoving = 60s; // while the slot stays with its old node, and the key may be on either side
constexpr Milliseconds deadlineTolerance{1000};
constexpr std::size_t mostClaims = 100'000;
constexpr std::size_t mostEventsOfAClaim = 100;

std::vector<Bytes> ownersIn(const LockInfo &lock)
{
    std::vector<Bytes> owners;
    for (const auto &holder : lock.holders)
        owners.push_back(holder.owner);
    std::ranges::sort(owners);
    return owners;
}

bool isNear(const std::optional<ServerTime> &a, const std::optional<ServerTime> &b)
{
    return a && b ? std::chrono::abs(*a - *b) <= deadlineTolerance : a == b;
}

} // namespace

ClusterView::ClusterView(bool lists, std::size_t mostEvents)
    : m_lists(lists)
    , m_mostEvents(mostEvents)
{ }

std::optional<ClusterView::Node> ClusterView::nodeOf(std::string_view key) const
{
    if (m_layout.owners.empty())
        return std::nullopt;
    const auto owner = m_layout.owners.at(slotOf(key));
    return owner == ClusterLayout::nobody ? std::nullopt : std::optional<Node>(owner);
}

Milliseconds ClusterView::shiftOf(Node node) const { return m_nodes.at(node).shift.value_or(Milliseconds(0)); }

ServerTime ClusterView::shifted(ServerTime nodesTime, Node node) const { return lockcore::shifted(nodesTime, shiftOf(node)); }

ServerTime ClusterView::timeAt(Moment moment) const
{
    return m_clock ? m_clock->second + std::chrono::duration_cast<Microseconds>(moment - m_clock->first) : ServerTime();
}

bool ClusterView::isAnyLost() const
{
    return std::ranges::any_of(m_nodes, [](const Member &member) {
        const auto phase = member.watched.state.phase;
        return !member.watched.address.empty() && (phase == MonitorPhase::Lost || phase == MonitorPhase::Failed);
    });
}

// A slot that nobody serves for now stays with its last node, which may come back.
void ClusterView::setLayout(ClusterLayout layout, Moment now)
{
    m_now = std::max(m_now, now);
    const auto before = std::exchange(m_layout, std::move(layout));
    m_nodes.resize(m_layout.addresses.size());
    for (Node node = 0; node < m_nodes.size(); ++node) {
        auto &member = m_nodes[node];
        member.watched.address = m_layout.addresses[node];
        member.watched.slotsServed = std::ranges::count(m_layout.owners, static_cast<std::uint16_t>(node));
        if (member.watched.address.empty() || member.watched.address == member.name)
            continue;
        member.watched.predecessor = std::exchange(member.name, member.watched.address);
        if (!member.watched.predecessor.empty())
            promote(node, now);
    }
    std::vector<bool> moved(m_layout.owners.size());
    for (std::size_t slot = 0; slot < std::min(moved.size(), before.owners.size()); ++slot) {
        auto &owner = m_layout.owners[slot];
        if (owner == ClusterLayout::nobody && before.owners[slot] < m_nodes.size())
            owner = before.owners[slot];
        moved[slot] = owner != before.owners[slot];
    }
    if (std::ranges::find(moved, true) == moved.end())
        return;
    for (auto &[id, entry] : m_entries) {
        const auto slot = slotOf(id.key);
        if (!moved[slot])
            continue;
        if (entry.way)
            entry.way->asked.reset();
        else if (entry.node != m_layout.owners[slot])
            leave(entry, now);
    }
    settleClaims();
}

void ClusterView::promote(Node node, Moment now)
{
    m_nodes[node].promoted = now;
    m_nodes[node].lost.reset();
    m_nodes[node].watched.state.error.reset(); // of the other server
    for (auto &[id, entry] : m_entries) {
        if (entry.node != node)
            continue;
        noteChange(entry);
        if (entry.way)
            entry.way->asked.reset();
    }
}

void ClusterView::take(Node node, MonitorChange change)
{
    if (node >= m_nodes.size() || m_nodes[node].watched.address.empty())
        return;
    m_now = std::max(m_now, change.at);
    adjustClock(node, change);
    takeState(node, std::move(change.state), change.serverNow);
    Fates fates;
    for (auto &gone : change.gone)
        takeGone(node, std::move(gone), fates);
    for (std::size_t i = 0; i < change.changed.size(); ++i)
        takeLock(node, {std::move(change.changed[i]), i < change.lookedAt.size() ? change.lookedAt[i] : change.serverNow}, fates);
    takeEvents(node, std::move(change.events), fates);
}

void ClusterView::adjustClock(Node node, const MonitorChange &change)
{
    if (change.serverNow == ServerTime())
        return;
    if (!m_clock)
        m_clock.emplace(change.at, change.serverNow);
    auto &member = m_nodes[node];
    const auto off = std::chrono::round<Milliseconds>(timeAt(change.at) - change.serverNow);
    if (std::chrono::abs(off - member.shift.value_or(Milliseconds(0))) <= clockTolerance)
        return;
    member.shift = off;
    for (auto &[id, entry] : m_entries) {
        if (entry.node == node)
            noteChange(entry);
    }
}

void ClusterView::takeState(Node node, MonitorState state, ServerTime nodeNow)
{
    auto &member = m_nodes[node];
    auto &watched = member.watched;
    const bool otherPossible = !(state.possible == member.possible);
    if (otherPossible)
        member.possible = state.possible;
    const bool lost = state.phase == MonitorPhase::Lost || state.phase == MonitorPhase::Failed;
    member.lost = lost ? member.lost.value_or(m_now) : std::optional<Moment>();
    if (!lost)
        watched.unknownSince.reset();
    else if (!watched.unknownSince && nodeNow != ServerTime() && state.everLive)
        watched.unknownSince = timeOf(node, nodeNow);
    const bool wasReading = watched.state.phase == MonitorPhase::Live && !watched.state.coverage.refused;
    m_doubt = m_doubt || (wasReading && (lost || state.coverage.refused));
    watched.state = std::move(state);
    watched.state.possible = {};
    if (otherPossible)
        joinPossible();
}

void ClusterView::joinPossible()
{
    std::vector<PossibleLocks> all;
    for (Node node = 0; node < m_nodes.size(); ++node) {
        auto possible = m_nodes[node].possible;
        std::vector<LockInfo> locks(possible.locks.begin(), possible.locks.end());
        for (auto &lock : locks) {
            shift(lock, shiftOf(node));
            lock.node = addressOf(node);
        }
        possible.locks = std::move(locks);
        all.push_back(std::move(possible));
    }
    m_possible = possibleOf(all);
}

void ClusterView::takeLock(Node node, Shown shown, Fates &fates)
{
    const auto id = shown.lock.id;
    const auto known = m_entries.find(id);
    if (!serves(node, id.key)) {
        m_doubt = true;
        if (known == m_entries.end() || known->second.node != node) { // otherwise it lags behind the topology
            if (m_claims.size() < mostClaims || m_claims.contains(id)) {
                auto &claim = m_claims[id];
                claim.events = claim.node == node ? std::move(claim.events) : std::vector<LockEvent>();
                claim.node = node;
                claim.shown = std::move(shown);
            }
            fates[id] = {Fate::What::Claimed};
        } else {
            fates[id] = {};
        }
        return;
    }
    m_claims.erase(id);
    const bool isKnown = known != m_entries.end();
    auto &entry = isKnown ? known->second : m_entries[id];
    if (isKnown && (entry.node != node || entry.way)) {
        fates[id] = {Fate::What::Arrives, shown.at};
        arrive(entry, node, std::move(shown));
        return;
    }
    if (entry.carried && (shown.lock.heldSinceObserved || ownersIn(shown.lock) != ownersIn(entry.lock)))
        entry.carried.reset();
    entry.node = node;
    entry.lock = std::move(shown.lock);
    noteChange(entry);
}

// Between nodes, times are compared by the view's clock: a key moves with the time that is left. A promoted replica has the deadline itself.
bool ClusterView::isSame(const Entry &entry, Node node, const LockInfo &lock) const
{
    if (ownersIn(entry.lock) != ownersIn(lock))
        return false;
    auto was = entry.lock.deadline;
    auto is = lock.deadline;
    if (node != entry.node) {
        was = was ? std::optional(timeOf(entry.node, *was)) : was;
        is = is ? std::optional(timeOf(node, *is)) : is;
    }
    return isNear(was, is);
}

// Its time is that of the look which shows it there: a moment later, it may be gone again.
void ClusterView::arrive(Entry &entry, Node node, Shown there)
{
    const bool same = isSame(entry, node, there.lock);
    const bool sameOwners = ownersIn(entry.lock) == ownersIn(there.lock);
    const auto from = addressOf(entry.node);
    const auto before = shown(entry);
    const bool otherNode = entry.node != node;
    const auto why =
        otherNode ? "its slot has moved from " + from + " to " + addressOf(node) : "its slot was on its way, or its primary failed over";
    const auto at = timeOf(node, there.at);
    if (entry.way)
        --m_onTheirWay;
    entry.way.reset();
    if (!sameOwners) {
        auto event = eventOf(before, EventType::OutOfSight, at, why + ", and another owner has it; nothing is known of its end");
        event.node = from;
        report(entry.node, std::move(event));
    }
    entry.node = node;
    entry.lock = std::move(there.lock);
    entry.carried.reset();
    if (sameOwners && !entry.lock.heldSinceObserved)
        entry.carried = Carried{before.heldSince, before.heldSinceObserved, before.renewals};
    noteChange(entry);
    if (same && !otherNode)
        return; // it goes on where it was
    auto event = eventOf(shown(entry), same ? EventType::Moved : EventType::Seen, at, same ? why : why + ", and it differs since");
    event.ttl = timeLeft(shown(entry), at);
    event.node = addressOf(node);
    if (same)
        event.from = from;
    event.coalesced = !same;
    report(node, std::move(event));
}

void ClusterView::takeGone(Node node, MonitorChange::Gone gone, Fates &fates)
{
    const auto id = gone.last.id;
    if (const auto claim = m_claims.find(id); claim != m_claims.end() && claim->second.node == node)
        m_claims.erase(claim);
    const auto known = m_entries.find(id);
    if (known == m_entries.end() || known->second.node != node || known->second.way) {
        if (known != m_entries.end() || !serves(node, id.key))
            fates[id] = {};
        return;
    }
    auto &entry = known->second;
    if (gone.onItsWay || !serves(node, id.key)) {
        m_doubt = true;
        fates[id] = {};
        entry.lock = std::move(gone.last);
        leave(entry, m_now);
        return;
    }
    entry.lock = std::move(gone.last);
    gone.last = shown(entry);
    if (gone.at)
        gone.at = timeOf(node, *gone.at);
    m_gone.push_back(std::move(gone));
    m_entries.erase(known);
}

void ClusterView::takeEvents(Node node, std::vector<LockEvent> events, const Fates &fates)
{
    for (auto &event : events) {
        const auto fate = fates.find(event.id);
        if (fate == fates.end()) {
            const auto known = m_entries.find(event.id);
            if (known != m_entries.end() ? known->second.node == node && !known->second.way : serves(node, event.id.key))
                report(node, std::move(event));
        } else if (fate->second.what == Fate::What::Claimed) {
            const auto claim = m_claims.find(event.id);
            if (claim != m_claims.end() && claim->second.events.size() < mostEventsOfAClaim)
                claim->second.events.push_back(std::move(event));
        } else if (fate->second.what == Fate::What::Arrives && event.time > fate->second.arrived) {
            report(node, std::move(event));
        }
    }
}

void ClusterView::settleClaims()
{
    std::vector<Claim> due;
    std::erase_if(m_claims, [&](auto &item) {
        auto &claim = item.second;
        if (m_nodes.at(claim.node).watched.address.empty())
            return true;
        if (!serves(claim.node, item.first.key))
            return false;
        due.push_back(std::move(claim));
        return true;
    });
    for (auto &claim : due) {
        Fates fates;
        takeLock(claim.node, std::move(claim.shown), fates);
        takeEvents(claim.node, std::move(claim.events), fates);
    }
}

void ClusterView::leave(Entry &entry, Moment now)
{
    entry.way = Way{now};
    ++m_onTheirWay;
}

std::vector<std::pair<ClusterView::Node, std::vector<Bytes>>> ClusterView::lookFor(Moment now)
{
    std::vector<std::pair<Node, std::vector<Bytes>>> questions;
    if (m_onTheirWay == 0)
        return questions;
    m_now = std::max(m_now, now);
    std::vector<std::vector<Bytes>> keys(m_nodes.size());
    std::vector<std::pair<LockId, std::string>> lost;
    for (auto &[id, entry] : m_entries) {
        if (!entry.way)
            continue;
        auto &way = *entry.way;
        const auto node = nodeOf(id.key);
        if (!node || !isLive(*node) || m_nodes[*node].watched.state.coverage.refused)
            continue;
        const bool isMoving = *node == entry.node && !wasPromoted(entry, *node);
        if (way.asked && now - *way.asked >= (isMoving ? Duration(patienceWhileMoving) : Duration(patience))) {
            lost.emplace_back(id, whyLost(entry, *node));
        } else if (!way.asked || now - way.askedLast >= betweenQuestions) {
            way.asked = way.asked.value_or(now);
            way.askedLast = now;
            keys[*node].push_back(id.key);
        }
    }
    for (const auto &[id, why] : lost)
        lose(id, why);
    for (Node node = 0; node < keys.size(); ++node) {
        if (!keys[node].empty())
            questions.emplace_back(node, std::move(keys[node]));
    }
    return questions;
}

// What its old primary said after the promotion, before that was known, counts, too.
bool ClusterView::wasPromoted(const Entry &entry, Node now) const
{
    const auto &promoted = m_nodes[now].promoted;
    return now == entry.node && promoted && entry.way->since <= *promoted + patience;
}

std::string ClusterView::whyLost(const Entry &entry, Node now) const
{
    if (wasPromoted(entry, now))
        return "missing after the failover: the new primary has no such lock; it was not replicated, or it ended just before";
    return now == entry.node ? "its slot is being moved, and no node shows it"
                             : "its slot has moved from " + addressOf(entry.node) + " to " + addressOf(now) + ", where it is missing";
}

void ClusterView::lose(const LockId &id, const std::string &why)
{
    const auto &entry = m_entries.at(id);
    auto event = eventOf(shown(entry), EventType::OutOfSight, timeAt(m_now), why + "; nothing is known of its end");
    event.notBefore = timeAt(entry.way->since);
    remove(id, std::move(event));
}

void ClusterView::takeRelease(const ReleaseReport &report)
{
    const auto known = m_entries.find(report.order.wish.id);
    const bool frees = report.done() && report.freesAll && report.order.wish.action == ReleaseAction::Release;
    if (!frees || !report.at || known == m_entries.end() || !known->second.way
        || ownersIn(known->second.lock) != ownersIn(report.order.lock))
        return;
    auto event = eventOf(shown(known->second), EventType::ForceReleased, *report.at, "we released it while its slot was on its way");
    event.notBefore = timeAt(known->second.way->since);
    remove(report.order.wish.id, std::move(event));
}

// Of a lock that is on its way.
void ClusterView::remove(const LockId &id, LockEvent event)
{
    const auto known = m_entries.find(id);
    const auto last = shown(known->second);
    event.node = last.node;
    m_gone.push_back({last, event.type, event.type == EventType::OutOfSight ? event.notBefore : event.time});
    report(known->second.node, std::move(event));
    --m_onTheirWay;
    m_entries.erase(known);
}

// Its times are those of the node if it comes from there; then it has no node yet.
void ClusterView::report(Node node, LockEvent event)
{
    if (event.node.empty()) {
        shift(event, shiftOf(node));
        event.node = addressOf(node);
    }
    event.number = ++m_number;
    m_coalesced += event.coalesced ? 1 : 0;
    m_events.push_back(std::move(event));
}

void ClusterView::noteChange(Entry &entry)
{
    if (!std::exchange(entry.changed, true))
        m_changed.push_back(entry.lock.id);
}

LockInfo ClusterView::shown(const Entry &entry) const
{
    auto lock = entry.lock;
    shift(lock, shiftOf(entry.node));
    lock.node = addressOf(entry.node);
    if (entry.carried) {
        lock.heldSince = entry.carried->heldSince;
        lock.heldSinceObserved = entry.carried->observed;
        const auto &before = entry.carried->renewals;
        lock.renewals.count += before.count;
        lock.renewals.last = lock.renewals.last ? lock.renewals.last : before.last;
        lock.renewals.period = lock.renewals.period ? lock.renewals.period : before.period;
    }
    return lock;
}

MonitorChange ClusterView::takeChange(Moment now)
{
    MonitorChange change;
    std::vector<WatchedNode> nodes;
    for (const auto &member : m_nodes) {
        nodes.push_back(member.watched);
        nodes.back().isAwaited = member.lost && now - *member.lost < patience;
    }
    change.state = stateOf(nodes, m_lists);
    auto &state = change.state;
    state.cluster->nodes = m_layout.nodes;
    state.cluster->slotsServed = m_layout.slotsServed;
    if (m_layout.owners.empty()) {
        state.phase = m_error ? MonitorPhase::Failed : MonitorPhase::Connecting;
    }
    if (m_error && state.phase != MonitorPhase::Live)
        state.error = m_error;
    if (!m_layout.owners.empty() && m_layout.slotsServed < ClusterState::allSlots)
        state.notices.push_back({Notice::Kind::SlotsUncovered, std::to_string(ClusterState::allSlots - m_layout.slotsServed), {}});
    if (m_onTheirWay > 0)
        state.notices.push_back({Notice::Kind::SlotsMoving, std::to_string(m_onTheirWay), {}});
    state.possible = m_possible;
    change.at = now;
    change.serverNow = timeAt(now);
    for (const auto &id : std::exchange(m_changed, {})) {
        const auto known = m_entries.find(id);
        if (known == m_entries.end() || !std::exchange(known->second.changed, false))
            continue;
        change.changed.push_back(shown(known->second));
    }
    change.gone = std::exchange(m_gone, {});
    if (m_events.size() > m_mostEvents) {
        m_forgotten += static_cast<std::int64_t>(m_events.size() - m_mostEvents);
        m_events.erase(m_events.begin(), m_events.end() - static_cast<std::ptrdiff_t>(m_mostEvents));
    }
    change.events = std::exchange(m_events, {});
    state.locks = static_cast<std::int64_t>(m_entries.size());
    state.coalesced = m_coalesced;
    state.eventsForgotten += m_forgotten;
    return change;
}

} // namespace lockcore
