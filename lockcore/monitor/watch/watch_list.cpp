// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/watch_list.h"

namespace lockcore {

namespace {

constexpr int mostDiscarded = 3;

constexpr std::size_t leastWorthCompacting = 1000;

std::size_t hashOf(const Look &look)
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

void WatchList::add(LookRequest request)
{
    auto key = request.id.key;
    const auto [found, inserted] = m_keys.try_emplace(key);
    if (!inserted)
        return;
    found->second.request = std::move(request);
    found->second.serial = ++m_serial;
    m_cycle.push_back({key, m_serial});
    mark(key, found->second);
}

bool WatchList::touch(const Bytes &key, std::optional<ServerTime> by, bool itself)
{
    const auto found = m_keys.find(key);
    if (found == m_keys.end())
        return false;
    ++found->second.generation;
    found->second.heard.change(itself, by);
    mark(key, found->second);
    return true;
}

void WatchList::touchAll()
{
    for (auto &[key, watched] : m_keys) {
        ++watched.generation;
        watched.heard.change(true, {});
        mark(key, watched);
    }
}

void WatchList::readAgain(const Bytes &key)
{
    if (const auto found = m_keys.find(key); found != m_keys.end())
        mark(key, found->second);
}

void WatchList::announced(const Bytes &key)
{
    if (const auto found = m_keys.find(key); found != m_keys.end())
        found->second.heard.announce(found->second.generation);
}

void WatchList::subscriptionBroken()
{
    for (auto &[key, watched] : m_keys) {
        watched.heard.forgetAnnouncements();
        watched.heard.take(false);
        watched.announces = false;
    }
}

void WatchList::mark(const Bytes &key, Watched &watched)
{
    if (std::exchange(watched.dirty, true))
        return;
    m_dirty.push_back(key);
}

std::vector<WatchList::Ticket> WatchList::take(std::size_t most)
{
    std::vector<Ticket> tickets;
    while (!m_dirty.empty() && tickets.size() < most) {
        const auto found = m_keys.find(m_dirty.front());
        m_dirty.pop_front();
        if (found == m_keys.end() || !std::exchange(found->second.dirty, false))
            continue;
        tickets.push_back({found->second.request, found->second.generation});
    }
    return tickets;
}

void WatchList::askAgain(LookRequest request)
{
    const auto found = m_keys.find(request.id.key);
    if (found == m_keys.end())
        return;
    mark(found->first, found->second);
    found->second.request = std::move(request);
}

WatchList::Verdict WatchList::accept(const Ticket &ticket, const Look &look)
{
    const auto &key = ticket.request.id.key;
    const auto found = m_keys.find(key);
    if (found == m_keys.end())
        return {};
    auto &watched = found->second;
    const bool outrun = watched.generation != ticket.generation;
    if (outrun && ++watched.discarded <= mostDiscarded)
        return {};
    watched.discarded = 0;
    noteGone(key, watched, !look.value.exists());
    // If the key was read a little too early, by an estimated server clock, it is still there: then once more.
    remind(key, watched, look.deadline ? std::optional(std::max(*look.deadline, look.at)) : std::nullopt);
    const auto hash = hashOf(look);
    const bool changed = std::exchange(watched.lookHash, hash) != hash;
    return {true, outrun, changed, false, false, watched.heard.take(outrun), ticket.generation};
}

void WatchList::remind(const Bytes &key, Watched &watched, std::optional<ServerTime> when)
{
    if (when && watched.alarm != when)
        m_deadlines.push({*when, key});
    watched.alarm = when;
    // Each renewal leaves its old deadline behind, which may be hours ahead.
    if (m_deadlines.size() < leastWorthCompacting || m_deadlines.size() < 4 * m_keys.size())
        return;
    std::vector<Deadline> valid;
    for (const auto &[other, each] : m_keys) {
        if (each.alarm)
            valid.push_back({*each.alarm, other});
    }
    m_deadlines = decltype(m_deadlines)({}, std::move(valid));
}

WatchList::Verdict WatchList::settle(const Bytes &key, Verdict verdict)
{
    if (const auto found = m_keys.find(key); found != m_keys.end()) {
        auto &watched = found->second;
        // What was announced after the key was touched again belongs to the next look; both may have been while we waited. If a look was
        // outrun, it is not known whether an announcement came before or after it; then its absence proves nothing, now or next time.
        const bool unclear = verdict.outrun || watched.heard.tooMany();
        verdict.heard.after = watched.generation != verdict.generation;
        verdict.announced = watched.heard.takeAnnounced(unclear ? watched.generation : verdict.generation);
        verdict.announces = watched.announces && !unclear;
        watched.announces = (watched.announces || verdict.announced) && !unclear;
    }
    return verdict;
}

void WatchList::remindAlso(const Bytes &key, ServerTime when)
{
    const auto found = m_keys.find(key);
    if (found != m_keys.end() && (!found->second.alarm || when < *found->second.alarm))
        remind(key, found->second, when);
}

void WatchList::noteGone(const Bytes &key, Watched &watched, bool gone)
{
    if (watched.gone)
        m_gone.erase(watched.goneEntry);
    watched.gone = gone;
    if (!gone)
        return;
    watched.goneEntry = m_gone.insert(m_gone.end(), key);
    if (m_gone.size() > mostGone)
        drop(Bytes(m_gone.front()));
}

void WatchList::drop(const Bytes &key)
{
    const auto found = m_keys.find(key);
    if (found == m_keys.end())
        return;
    if (found->second.gone)
        m_gone.erase(found->second.goneEntry);
    m_keys.erase(found);
}

std::optional<ServerTime> WatchList::nextDeadline()
{
    while (!m_deadlines.empty()) {
        const auto &next = m_deadlines.top();
        const auto found = m_keys.find(next.key);
        if (found != m_keys.end() && found->second.alarm == next.when)
            return next.when;
        m_deadlines.pop(); // renewed or gone meanwhile
    }
    return std::nullopt;
}

void WatchList::expireUntil(ServerTime now, std::optional<ServerTime> quiet)
{
    // A key exists during its deadline's millisecond; it has expired only when the clock shows a later one.
    while (const auto next = nextDeadline()) {
        if (*next + Milliseconds(1) > now)
            return;
        const auto key = m_deadlines.top().key;
        m_deadlines.pop();
        auto &watched = m_keys.at(key);
        watched.alarm.reset();
        if (quiet)
            watched.heard.quietUntil(*quiet);
        readAgain(key);
    }
}

void WatchList::refresh(std::size_t count)
{
    for (count = std::min(count, m_cycle.size()); count > 0; --count) {
        auto turn = std::move(m_cycle.front());
        m_cycle.pop_front();
        const auto found = m_keys.find(turn.key);
        if (found == m_keys.end() || found->second.serial != turn.serial)
            continue;
        mark(turn.key, found->second);
        m_cycle.push_back(std::move(turn));
    }
}

} // namespace lockcore
