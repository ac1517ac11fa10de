// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/watch_list.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr int mostDiscarded = 3;
constexpr auto mostAwaited = std::chrono::seconds(10);

std::size_t hashOf(const KeySnapshot &look)
{
    const auto &value = look.value;
    const std::hash<std::string> hash;
    auto sum = look.deadline ? std::hash<std::int64_t>{}(look.deadline->time_since_epoch().count()) * 31 : 0;
    sum += static_cast<std::size_t>(value.type) * 31 + hash(value.text) + static_cast<std::size_t>(value.length);
    for (const auto &[first, second] : value.elements)
        sum = sum * 1099511628211u + (hash(first) ^ hash(second) * 31);
    return sum;
}

} // namespace

WatchList::Node *WatchList::find(const Bytes &key)
{
    const auto found = m_keys.find(key);
    return found == m_keys.end() ? nullptr : &*found;
}

void WatchList::add(LookRequest request)
{
    auto key = request.id.key;
    const auto [found, inserted] = m_keys.try_emplace(std::move(key));
    if (!inserted)
        return;
    ++m_newborn;
    found->second.form = std::move(request);
    found->second.heard.own() = Heard::unread();
    found->second.turn = m_cycle.insert(m_cycle.end(), &*found);
    mark(*found);
}

bool WatchList::hadCompanion(const Bytes &key) const
{
    const auto found = m_keys.find(key);
    return found != m_keys.end() && std::ranges::any_of(found->second.form.companions, [](const auto &companion) {
               return companion.second.type != ValueType::None;
           });
}

bool WatchList::mayBeOverByTimeAlone(const Bytes &key, ServerTime at) const
{
    const auto found = m_keys.find(key);
    if (found == m_keys.end() || found->second.heard->named())
        return false;
    const auto &watched = found->second;
    const bool wasRead = watched.type != ValueType::None;
    return !wasRead || (watched.deadline && *watched.deadline <= at);
}

bool WatchList::awaitsRemoval(const Bytes &key, ServerTime at)
{
    auto *node = find(key);
    if (!node)
        return false;
    const auto since = node->second.heard.own().awaitRemoval(at);
    if (at - since >= mostAwaited)
        return false;
    m_alarms.set(*node, since + mostAwaited);
    return true;
}

void WatchList::readAwaited()
{
    for (auto &node : m_keys) {
        if (node.second.heard->awaits())
            mark(node);
    }
}

bool WatchList::touch(const Bytes &key, std::optional<ServerTime> by, bool itself, bool secondHalf)
{
    auto *node = find(key);
    if (!node)
        return false;
    node->second.heard.own().change(itself, by, m_removals, secondHalf);
    node->second.form.knownAbsent = node->second.form.knownAbsent && itself;
    changed(*node);
    return true;
}

void WatchList::touchAll()
{
    for (auto &node : m_keys) {
        node.second.heard.own().suspect(m_removals);
        node.second.form.knownAbsent = false;
        changed(node);
    }
}

void WatchList::changed(Node &node)
{
    ++node.second.generation;
    if (m_hears == Hears::First)
        node.second.heard.own().maybeMore();
    mark(node);
}

void WatchList::readAgain(const Bytes &key)
{
    if (auto *node = find(key))
        mark(*node);
}

void WatchList::readFirst(const Bytes &key)
{
    auto *node = find(key);
    if (!node)
        return;
    mark(*node);
    m_dirty.splice(m_dirty.begin(), m_dirty, *node->second.dirty);
}

void WatchList::announced(const Bytes &key)
{
    auto *node = find(key);
    if (!node)
        return;
    changed(*node);
    node->second.heard.own().announce(node->second.generation);
}

void WatchList::subscriptionBroken()
{
    for (auto &[key, watched] : m_keys) {
        watched.heard = {};
        watched.announces = false;
    }
    m_removals.reset();
}

void WatchList::mark(Node &node)
{
    if (!node.second.dirty)
        node.second.dirty = m_dirty.insert(m_dirty.end(), &node);
}

std::vector<WatchList::Ticket> WatchList::take(std::size_t most)
{
    std::vector<Ticket> tickets;
    tickets.reserve(std::min(most, m_dirty.size()));
    while (!m_dirty.empty() && tickets.size() < most) {
        auto &[key, watched] = *m_dirty.front();
        m_dirty.pop_front();
        watched.dirty.reset();
        tickets.push_back({LookRequest{watched.form, {m_db, key}}, watched.generation, watched.discarded == mostDiscarded});
    }
    return tickets;
}

void WatchList::answered(std::vector<Ticket> &tickets)
{
    for (auto &ticket : tickets) {
        if (const auto *node = find(ticket.request.id.key))
            ticket.answered = node->second.generation;
    }
}

void WatchList::askAgain(LookRequest request)
{
    auto *node = find(request.id.key);
    if (!node)
        return;
    mark(*node);
    request.knownAbsent = request.knownAbsent && node->second.form.knownAbsent; // a message about a companion may have arrived since
    node->second.form = std::move(request);
}

WatchList::Verdict WatchList::accept(const Ticket &ticket, const KeySnapshot &look)
{
    auto *node = find(ticket.request.id.key);
    if (!node)
        return {};
    auto &watched = node->second;
    auto &heard = watched.heard.own();
    Verdict verdict;
    const auto hash = hashOf(look);
    verdict.changed = hash != watched.lookHash;
    const bool outrun = watched.generation != ticket.generation;
    if (outrun && ticket.answered != ticket.generation && ++watched.discarded <= mostDiscarded) {
        if (!look.value.exists())
            heard.alreadyGone();
        return verdict;
    }
    verdict.deliver = true;
    verdict.outrun = outrun;
    verdict.first = !std::exchange(watched.wasDelivered, true);
    m_newborn -= verdict.first ? 1 : 0;
    watched.discarded = 0;
    watched.deadline = look.deadline;
    watched.form.bytes = look.value.bytes();
    watched.lookHash = hash;
    if (m_hears == Hears::First)
        heard.maybeMore();
    heard.awaitNoMore();
    verdict.heard = heard.take(verdict.outrun);
    watched.isFresh = watched.isFresh || verdict.heard.any;
    // If a look was outrun, an announcement may be older or newer than the look. It is then "nearby" for both looks, and a missing
    // announcement proves nothing for either.
    const auto announced = heard.takeAnnounced(ticket.generation, look.at, verdict.changed);
    verdict.announced = announced.between;
    verdict.announcedNearby = announced.nearby;
    verdict.announces = watched.announces && !verdict.outrun;
    watched.announces = (watched.announces || verdict.announced) && !verdict.outrun;
    const bool retyped = std::exchange(watched.type, look.value.type) != look.value.type;
    verdict.unexplained = retyped && verdict.announces && verdict.heard.removals && !verdict.announced && !verdict.heard.after;
    watched.heard.tidy();
    // If the server's clock was estimated a little early, the key still exists: then it is read once more.
    m_alarms.set(*node, look.deadline ? std::optional(std::max(*look.deadline, look.at)) : std::nullopt);
    noteGone(*node, !look.value.exists());
    return verdict;
}

void WatchList::nothingBeside(const Bytes &key)
{
    if (auto *node = find(key); node && m_hears != Hears::Changes && !node->second.heard->besides())
        node->second.form.knownAbsent = true;
}

void WatchList::remindAlso(const Bytes &key, ServerTime when)
{
    auto *node = find(key);
    if (node && when < m_alarms.momentOf(*node).value_or(ServerTime::max()))
        m_alarms.set(*node, when);
}

void WatchList::noteGone(Node &node, bool gone)
{
    auto &entry = node.second.gone;
    if (entry)
        m_gone.erase(*entry);
    entry.reset();
    if (!gone)
        return;
    entry = m_gone.insert(m_gone.end(), &node);
    if (m_gone.size() > mostGone)
        drop(*m_gone.front());
}

void WatchList::drop(const Bytes &key)
{
    if (auto *node = find(key))
        drop(*node);
}

void WatchList::drop(Node &node)
{
    auto &watched = node.second;
    m_newborn -= watched.wasDelivered ? 0 : 1;
    m_cycle.erase(watched.turn);
    if (watched.dirty)
        m_dirty.erase(*watched.dirty);
    if (watched.gone)
        m_gone.erase(*watched.gone);
    m_alarms.set(node, {});
    m_keys.erase(m_keys.find(node.first));
}

std::optional<ServerTime> WatchList::nextDeadline() const { return m_alarms.empty() ? std::nullopt : std::optional(m_alarms.next()); }

void WatchList::expireUntil(ServerTime now, std::optional<ServerTime> quiet)
{
    // A key exists during its deadline's millisecond; it has expired only when the clock shows a later one.
    while (!m_alarms.empty() && m_alarms.next() + Milliseconds(1) <= now) {
        auto &node = m_alarms.first();
        if (quiet)
            node.second.heard.own().quietUntil(*quiet);
        m_alarms.set(node, {});
        mark(node);
    }
}

void WatchList::refresh(std::size_t count)
{
    for (count = std::min(count, m_cycle.size()); count > 0; --count) {
        auto &node = *m_cycle.front();
        if (!std::exchange(node.second.isFresh, false)) {
            node.second.form.knownAbsent = false;
            mark(node);
        }
        m_cycle.splice(m_cycle.end(), m_cycle, m_cycle.begin());
    }
}

} // namespace lockcore
