// SPDX-License-Identifier: MIT
#include "support/naive_moment.h"

#include <algorithm>
#include <map>

namespace lockcore {

std::string toString(const WorkerMoment &worker)
{
    auto text = toString(Incarnation{worker.name, worker.incarnation}) + ": "
                + std::string(worker.state ? wordOf(*worker.state) : std::string_view("idle"));
    text += worker.believes ? ", believes " + std::to_string(worker.count) : "";
    text += worker.lock.empty() ? "" : ' ' + worker.lock;
    text += worker.contradicted ? ", contradicted" : "";
    text += worker.holds ? ", holds" : "";
    text += worker.command.empty() ? "" : ", " + worker.command;
    text += worker.at ? ", " + worker.at->first + ':' + std::to_string(worker.at->second) : "";
    return text + (worker.network ? ", " + std::string(wordOf(*worker.network)) : "");
}

std::string toString(const LockMoment &lock)
{
    auto text = lock.lock + '/' + std::to_string(lock.server) + ':';
    for (const auto &owner : lock.owners)
        text += ' ' + (owner ? toString(*owner) : std::string("?"));
    return text + (lock.left ? ' ' + std::to_string(lock.left->count()) + " ms" : "");
}

std::string toString(const RunMoment &moment)
{
    auto text = '#' + std::to_string(moment.entry);
    for (const auto &worker : moment.workers)
        text += "; " + toString(worker);
    for (const auto &lock : moment.locks)
        text += "; " + toString(lock);
    const auto number = [](const auto &value) { return value ? std::to_string(*value) : std::string("-"); };
    return text + "; version " + number(moment.version) + " stock " + number(moment.stock) + " sold " + std::to_string(moment.sold);
}

namespace test {

namespace {

using State = WorkerSpan::State;

/// One worker's state after the entries that were passed to it.
class WorkerReplay
{
public:
    WorkerReplay(std::string name, Microseconds stallLimit)
        : m_stallLimit(stallLimit)
    {
        m_moment.name = std::move(name);
    }

    template <class Kind>
    void take(const Kind &kind, bool played, Microseconds)
    {
        if constexpr (requires { kind.who.number; })
            isMine(kind.who) ? mine(kind, played) : void();
    }
    void take(const entry::Turn &turn, bool played, Microseconds)
    {
        if (turn.who && isMine(*turn.who) && played)
            m_moment.command = turn.command;
    }

    /// The entry of a stall is written when the stall is over.
    void stalled(const entry::Stalled &stalled, Microseconds at, Microseconds now, Microseconds begin)
    {
        const bool counts = stalled.place == entry::Place::Worker && stalled.who.worker == m_moment.name && stalled.length > m_stallLimit;
        m_stalled = m_stalled || (counts && std::max(at - stalled.length, begin) <= now && now < at);
    }

    WorkerMoment moment()
    {
        for (const auto &[owner, depth] : m_depths)
            m_moment.count = std::max(m_moment.count, depth);
        m_moment.believes = m_moment.count > 0;
        std::vector<State> states;
        const auto add = [&](bool is, State state) { is ? states.push_back(state) : void(); };
        add(!m_asked.empty(), State::Waiting);
        add(m_moment.believes, State::Holding);
        add(!m_inside.empty(), State::Working);
        add(m_paused, State::Paused);
        add(m_stalled, State::Stalled);
        add(m_dead && m_death != entry::Death::Bye, State::Dead);
        if (!states.empty())
            m_moment.state = *std::ranges::max_element(states);
        return m_moment;
    }

private:
    bool isMine(const Incarnation &who) const { return who.worker == m_moment.name; }
    bool isCurrent(const Incarnation &who) const { return who.number == m_moment.incarnation && !m_dead; }

    template <class Kind>
    void mine(const Kind &, bool)
    { }
    void mine(const entry::Started &started, bool)
    {
        const auto name = m_moment.name;
        *this = WorkerReplay(name, m_stallLimit);
        m_moment.incarnation = started.who.number;
    }
    void mine(const entry::Located &located, bool played)
    {
        if (played)
            m_moment.at.emplace(located.file, located.line);
    }
    void mine(const entry::NetworkFaulted &faulted, bool)
    {
        m_moment.network = faulted.fault == entry::NetworkFault::Healed ? std::nullopt : std::optional(faulted.fault);
    }
    void mine(const entry::Paused &, bool played) { m_paused = played; }
    void mine(const entry::Resumed &, bool) { m_paused = false; }
    void mine(const entry::Died &died, bool)
    {
        m_dead = true;
        m_death = died.death;
        m_asked.clear();
        m_depths.clear();
        m_inside.clear();
        m_paused = false;
        m_moment.network.reset();
    }
    void mine(const entry::Sent &sent, bool played)
    {
        if (!isCurrent(sent.who))
            return;
        m_requests[sent.id] = {sent, played};
        if (sent.request == entry::Request::Acquire && played) {
            m_asked.insert(sent.id);
            m_moment.lock = sent.lock;
        }
        const auto depth = m_depths.find(sent.owner);
        if (sent.request == entry::Request::Release && depth != m_depths.end() && --depth->second == 0)
            m_depths.erase(depth);
    }
    void mine(const entry::Received &received, bool)
    {
        const auto request = m_requests.extract(received.id);
        if (!request || !isCurrent(received.who))
            return;
        const auto &[sent, played] = request.mapped();
        m_asked.erase(received.id);
        const bool refused = received.answer == entry::Answer::No || (received.answer == entry::Answer::Error && !received.indefinite);
        if (sent.request == entry::Request::Acquire && received.answer == entry::Answer::Ok && played)
            ++m_depths[sent.owner];
        if (sent.request == entry::Request::Work)
            m_inside.erase(sent.owner);
        if (sent.request == entry::Request::Release && refused && m_depths.contains(sent.owner))
            ++m_depths[sent.owner];
        if ((sent.request == entry::Request::Extend && received.answer == entry::Answer::No)
            || (sent.request == entry::Request::Probe && received.answer == entry::Answer::Held && !received.holding))
            m_depths.erase(sent.owner);
    }
    void mine(const entry::Reported &reported, bool)
    {
        if (reported.report == entry::Report::Lost && isCurrent(reported.who))
            m_depths.erase(reported.owner);
    }
    void mine(const entry::Accessed &call, bool played)
    {
        if (!isCurrent(call.who))
            return;
        if (call.refused) {
            if (call.step != entry::Step::Enter)
                m_inside.erase(call.owner);
            return;
        }
        if (call.step == entry::Step::Enter && played)
            m_inside.insert(call.owner);
        if (call.step == entry::Step::Exit)
            m_inside.erase(call.owner);
    }

    WorkerMoment m_moment;
    Microseconds m_stallLimit;
    std::map<std::uint64_t, std::pair<entry::Sent, bool>> m_requests; ///< requests without an answer; true: after the warm-up
    std::set<std::uint64_t> m_asked;                                  ///< the acquires among them
    std::map<std::string, std::int64_t> m_depths;                     ///< hold counts that are believed, by owner
    std::set<std::string> m_inside;
    bool m_paused = false, m_stalled = false, m_dead = false;
    entry::Death m_death = entry::Death::Bye;
};

struct Held
{
    std::optional<Incarnation> owner;
    std::optional<Microseconds> until; ///< none: no TTL
};

/// The existing holdings, by server and element.
class LockReplay
{
public:
    void take(const History &history, const entry::KeyChanged &changed, Microseconds at)
    {
        using enum entry::KeyEvent;
        if (changed.role != entry::Role::Holding)
            return;
        const auto isIt = [&](const auto &one) {
            return one.first.first == changed.server && (changed.element.empty() || one.first.second == changed.element);
        };
        const auto until = changed.ttl ? std::optional<Microseconds>(at + *changed.ttl) : std::nullopt;
        if (changed.event == Changed || changed.event == Extended) {
            for (auto &one : m_held)
                isIt(one) ? void(one.second.until = until) : void();
            return;
        }
        std::erase_if(m_held, isIt);
        if (changed.event != Created)
            return;
        const auto *const turn = changed.cause == 0 ? nullptr : std::get_if<entry::Turn>(&history.entries[changed.cause - 1].what);
        m_held.push_back({{changed.server, changed.element}, {turn ? turn->who : std::nullopt, until}});
    }

    LockMoment moment(const LockLane &lane, Microseconds now) const
    {
        LockMoment moment{lane.lock, lane.server, {}, {}};
        bool endless = false;
        for (const auto &[where, held] : m_held) {
            if (where.first != lane.server)
                continue;
            moment.owners.push_back(held.owner);
            endless = endless || !held.until;
            if (held.until)
                moment.left = std::max(moment.left.value_or(Milliseconds(0)), std::chrono::floor<Milliseconds>(*held.until - now));
        }
        if (endless)
            moment.left.reset();
        return moment;
    }

    std::int64_t serversOf(const Incarnation &who) const
    {
        std::set<std::int64_t> servers;
        for (const auto &[where, held] : m_held)
            held.owner == who ? void(servers.insert(where.first)) : void();
        return static_cast<std::int64_t>(servers.size());
    }

private:
    std::vector<std::pair<std::pair<std::int64_t, Bytes>, Held>> m_held; ///< the oldest first
};

void sell(const History &history, const entry::Accessed &call, std::map<std::int64_t, std::int64_t> &values, RunMoment &moment)
{
    if (call.refused || call.step == entry::Step::Enter || call.step == entry::Step::Exit)
        return;
    moment.version = call.version;
    if (call.step == entry::Step::Write && call.based && values.contains(*call.based) && history.header.stock)
        moment.sold += values[*call.based] - *call.value;
    values[*call.version] = *call.value;
    if (history.header.stock)
        moment.stock = *call.value;
}

} // namespace

RunMoment naiveMoment(const History &history, const Lanes &lanes, Microseconds time)
{
    RunMoment moment;
    moment.stock = history.header.stock;
    std::vector<WorkerReplay> workers;
    for (const auto &lane : lanes.workers)
        workers.emplace_back(lane.worker, history.header.stallLimit);
    LockReplay locks;
    std::map<std::int64_t, std::int64_t> values;
    const bool warms = std::ranges::any_of(history.entries, [](const auto &one) { return std::holds_alternative<entry::Begun>(one.what); });
    bool played = !warms;
    for (const auto &entry : history.entries) {
        if (entry.at > time)
            break;
        moment.entry = entry.number;
        played = played || std::holds_alternative<entry::Begun>(entry.what);
        for (auto &worker : workers)
            std::visit([&](const auto &what) { worker.take(what, played, entry.at); }, entry.what);
        if (const auto *const changed = std::get_if<entry::KeyChanged>(&entry.what))
            locks.take(history, *changed, entry.at);
        if (const auto *const call = std::get_if<entry::Accessed>(&entry.what))
            sell(history, *call, values, moment);
    }
    for (const auto &entry : history.entries) {
        if (const auto *const stalled = std::get_if<entry::Stalled>(&entry.what); stalled && entry.at <= lanes.end) {
            for (auto &worker : workers)
                worker.stalled(*stalled, entry.at, time, lanes.begin);
        }
    }
    for (auto &worker : workers) {
        moment.workers.push_back(worker.moment());
        auto &last = moment.workers.back();
        last.holds = locks.serversOf({last.name, last.incarnation}) >= history.header.quorum;
    }
    for (const auto &lane : lanes.locks)
        moment.locks.push_back(locks.moment(lane, time));
    return moment;
}

} // namespace test

} // namespace lockcore
