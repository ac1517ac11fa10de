// SPDX-License-Identifier: MIT
#include "lockcore/judge/run.h"

#include "lockcore/judge/run_builder.h"

#include <algorithm>
#include <set>

namespace lockcore::detail {

namespace {

std::optional<Milliseconds> queueTimeoutOf(const History &history)
{
    for (const auto &entry : history.entries) {
        const auto *const ready = std::get_if<entry::Ready>(&entry.what);
        if (ready && ready->queueTimeout)
            return ready->queueTimeout;
    }
    return history.header.queueTimeout;
}

} // namespace

Run::Run(const History &history)
    : queueTimeout(queueTimeoutOf(history))
    , m_history(&history)
{
    const auto &entries = history.entries;
    while (m_size < entries.size() && entries[m_size].number == m_size + 1)
        ++m_size;
    if (m_size < entries.size())
        m_gap = "the history is damaged at line " + std::to_string(m_size + 2); // line 1 is the header
    else if (entries.empty() || !std::holds_alternative<entry::Ended>(entries.back().what))
        m_gap = "the history is truncated";
    while (!complete() && m_size > 0 && (as<entry::Turn>(m_size) || as<entry::KeyChanged>(m_size)))
        --m_size; // the changes of the last turn may be incomplete
    RunBuilder(*this).read();
}

std::optional<Incarnation> Run::author(const entry::KeyChanged &change) const
{
    const auto *const turn = as<entry::Turn>(change.cause);
    return turn ? turn->who : std::nullopt;
}

std::span<const std::size_t> Run::grantsAfter(Number entry, const std::string &lock) const
{
    const auto found = grants.find(lock);
    if (found == grants.end())
        return {};
    const auto answered = [this](std::size_t index) { return attempts[index].answered; };
    return {std::ranges::upper_bound(found->second, entry, {}, answered), found->second.end()};
}

Number Run::majorityTurn(const Incarnation &who, Number from, Number to) const
{
    std::set<std::int64_t> servers;
    for (auto number = from + 1; number < to; ++number) {
        const auto *const turn = as<entry::Turn>(number);
        if (turn && turn->who == who && servers.insert(turn->server).second && std::ssize(servers) == header().quorum)
            return number;
    }
    return from;
}

bool compatible(entry::Mode one, entry::Mode other) { return one == entry::Mode::Read && other == entry::Mode::Read; }

bool sameOwner(const Attempt &one, const Attempt &other) { return one.who == other.who && one.owner == other.owner; }

bool shareWorker(const Attempt &one, const Attempt &other)
{
    return one.who == other.who && one.owner != other.owner && one.lock == other.lock;
}

bool asksBeside(const Attempt &attempt, const Attempt &other, Number number)
{
    return shareWorker(other, attempt) && other.sent < number && (other.answered == 0 || other.answered > number);
}

} // namespace lockcore::detail
