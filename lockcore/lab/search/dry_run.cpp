// SPDX-License-Identifier: MIT
#include "lockcore/lab/search/dry_run.h"

#include "lockcore/lab/resp/command_kind.h"

#include <algorithm>

namespace lockcore {

namespace {

Phase phaseOf(entry::Request request)
{
    switch (request) {
    case entry::Request::Acquire: return Phase::Acquire;
    case entry::Request::Work: return Phase::Work;
    case entry::Request::Extend: return Phase::Extend;
    case entry::Request::Release: return Phase::Release;
    default: return Phase::Any;
    }
}

class Reader
{
public:
    explicit Reader(std::string who)
        : m_who(std::move(who))
    { }

    void take(const HistoryEntry &entry)
    {
        std::visit([&](const auto &what) { take(entry.number, what); }, entry.what);
    }

    DryRun result;

private:
    template <class Other>
    void take(std::uint64_t, const Other &)
    { }

    void take(std::uint64_t, const entry::Ready &ready)
    {
        if (ready.who.worker == m_who)
            result.greeting = ready;
    }
    void take(std::uint64_t, const entry::Begun &) { m_begun = true; }
    void take(std::uint64_t, const entry::Sent &sent)
    {
        const auto phase = phaseOf(sent.request);
        const bool isEnd = sent.request == entry::Request::Bye; // what its client does then belongs to no request
        if (!m_begun || sent.who.worker != m_who || (phase == Phase::Any && !isEnd))
            return;
        m_phase = phase;
        ++m_requests[phase];
        m_counts.clear();
        if (phase == Phase::Acquire)
            m_acquire = sent.id;
    }
    void take(std::uint64_t, const entry::Received &received)
    {
        if (!m_begun || received.who.worker != m_who || received.id != m_acquire)
            return;
        result.acquired = received.answer == entry::Answer::Ok;
        if (result.acquired && received.key && m_ttls.contains(*received.key))
            result.ttl = m_ttls[*received.key];
        else if (result.acquired && !received.key && m_ttls.size() == 1)
            result.ttl = m_ttls.begin()->second;
    }
    void take(std::uint64_t number, const entry::Turn &turn)
    {
        if (m_phase == Phase::Any || !turn.who || turn.who->worker != m_who)
            return;
        const auto nth = ++m_counts[{turn.server, turn.command}];
        if (m_phase == Phase::Acquire)
            m_turns.push_back(number);
        if (m_phase == Phase::Work && nth > 1)
            return;
        const std::vector<Bytes> words{turn.command};
        const auto kind = kindOf(words);
        result.commands.push_back({m_phase, turn.command, nth, turn.server, !kind.waits && !kind.subscribes, m_requests[m_phase]});
    }
    void take(std::uint64_t, const entry::KeyChanged &change)
    {
        if (m_phase == Phase::Acquire && std::find(m_turns.begin(), m_turns.end(), change.cause) != m_turns.end())
            m_ttls[change.key] = change.ttl;
    }

    const std::string m_who;
    bool m_begun = false;
    Phase m_phase = Phase::Any;
    std::uint64_t m_acquire = 0;
    std::vector<std::uint64_t> m_turns; ///< turns of the acquire
    std::map<Bytes, std::optional<Milliseconds>> m_ttls;
    std::map<std::pair<std::int64_t, std::string>, std::int64_t> m_counts;
    std::map<Phase, std::int64_t> m_requests;
};

} // namespace

DryRun dryRunOf(const History &history, const std::string &who)
{
    Reader reader(who);
    for (const auto &entry : history.entries)
        reader.take(entry);
    return std::move(reader.result);
}

} // namespace lockcore
