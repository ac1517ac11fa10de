// SPDX-License-Identifier: MIT
#include "lockcore/report/moment_index.h"

namespace lockcore {

namespace {

template <class Span>
const Span *spanAt(const std::vector<Span> &spans, Microseconds time)
{
    const auto next = std::ranges::upper_bound(spans, time, {}, &Span::begin);
    return next == spans.begin() || time >= std::prev(next)->end ? nullptr : &*std::prev(next);
}

template <class Lease>
std::optional<Milliseconds> leftOf(const std::vector<Lease> &leases, Microseconds time)
{
    const auto next = std::ranges::upper_bound(leases, time, {}, &Lease::at);
    const auto &lease = next == leases.begin() ? leases.front() : *std::prev(next);
    if (!lease.left)
        return std::nullopt;
    const auto left = std::chrono::floor<Milliseconds>(Microseconds(*lease.left) - (time - lease.at));
    return std::max(left, Milliseconds(0));
}

} // namespace

WorkerMoment Moments::Index::worker(const Worker &worker, Microseconds time) const
{
    WorkerMoment moment;
    moment.name = worker.name;
    moment.incarnation = worker.incarnation.at(time);
    if (const auto *const span = spanAt(worker.states, time))
        moment.state = span->state;
    const auto belief = worker.belief.at(time);
    moment.believes = belief.count > 0;
    moment.contradicted = belief.contradicted;
    moment.count = belief.count;
    moment.holds = worker.holds.at(time);
    moment.locks = worker.locks.at(time);
    moment.lock = texts.text(worker.lock.at(time));
    moment.command = texts.text(worker.command.at(time));
    if (const auto place = worker.place.at(time); place.file != 0)
        moment.at.emplace(texts.text(place.file), place.line);
    moment.network = worker.network.at(time);
    return moment;
}

LockMoment Moments::Index::lock(const Lock &lock, Microseconds time) const
{
    std::vector<const Held *> there;
    for (const auto &row : lock.rows) {
        if (const auto *const held = spanAt(row, time))
            there.push_back(held);
    }
    std::ranges::stable_sort(there, {}, &Held::begin);
    LockMoment moment{lock.name, lock.server, {}, {}};
    bool endless = false;
    for (const auto *const held : there) {
        moment.owners.push_back(held->owner < 0 ? std::nullopt : std::optional(owners[static_cast<std::size_t>(held->owner)]));
        const auto left = leftOf(held->lease, time);
        endless = endless || !left;
        moment.left = std::max(moment.left, left);
    }
    if (endless)
        moment.left.reset();
    return moment;
}

Moments::Moments()
    : m_index(std::make_shared<Index>())
{ }

Moments::Moments(const HistoryIndex &history, const Lanes &lanes)
    : m_index(detail::momentIndex(history, lanes))
{ }

RunMoment Moments::at(Microseconds time) const
{
    time = std::clamp(time, m_index->begin, std::max(m_index->begin, m_index->end));
    RunMoment moment;
    const auto after = std::ranges::upper_bound(m_index->entries, time);
    moment.entry = static_cast<std::uint64_t>(after - m_index->entries.begin());
    moment.workers.reserve(m_index->workers.size());
    for (const auto &worker : m_index->workers)
        moment.workers.push_back(m_index->worker(worker, time));
    for (const auto &lock : m_index->locks)
        moment.locks.push_back(m_index->lock(lock, time));
    const auto content = m_index->content.at(time);
    moment.version = content.version;
    moment.stock = content.stock ? content.stock : m_index->stock;
    moment.sold = content.sold;
    moment.resource = m_index->resource;
    moment.severalLocks = m_index->severalLocks;
    moment.store = m_index->store;
    return moment;
}

std::size_t Moments::bytes() const
{
    std::size_t all = sizeof(Index) + m_index->entries.capacity() * sizeof(Microseconds) + m_index->content.bytes();
    for (const auto &worker : m_index->workers)
        all += sizeof(worker) + worker.states.capacity() * sizeof(Index::State) + worker.incarnation.bytes() + worker.belief.bytes()
               + worker.holds.bytes() + worker.locks.bytes() + worker.lock.bytes() + worker.command.bytes() + worker.place.bytes()
               + worker.network.bytes();
    for (const auto &lock : m_index->locks) {
        for (const auto &row : lock.rows) {
            all += row.capacity() * sizeof(Index::Held);
            for (const auto &held : row)
                all += held.lease.capacity() * sizeof(Index::Lease);
        }
    }
    return all;
}

} // namespace lockcore
