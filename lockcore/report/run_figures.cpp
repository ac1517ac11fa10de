// SPDX-License-Identifier: MIT
#include "lockcore/report/run_figures.h"

#include "lockcore/report/wake_ups.h"

#include <algorithm>

namespace lockcore {

namespace {

using detail::Number;
using detail::Run;

// A cancel is answered by the request that it cancels, a bye by the end of the process.
bool hasAnswer(entry::Request request) { return request != entry::Request::Cancel && request != entry::Request::Bye; }

void count(Operation &operation, const entry::Received &received)
{
    switch (received.answer) {
    case entry::Answer::Ok: ++operation.ok; return;
    case entry::Answer::No: ++operation.no; return;
    case entry::Answer::Held: ++(received.holding ? operation.ok : operation.no); return;
    case entry::Answer::Error: ++(received.indefinite ? operation.indefinite : operation.failed); return;
    }
}

class Counter
{
public:
    explicit Counter(const Run &run)
        : m_run(run)
    { }

    RunFigures count()
    {
        for (Number number = m_run.begin + 1; number <= m_run.size(); ++number)
            std::visit([&](const auto &what) { take(what); }, m_run.entry(number).what);
        for (auto &[request, operation] : m_operations) {
            operation.indefinite += operation.sent - operation.ok - operation.no - operation.failed - operation.indefinite;
            m_figures.operations.push_back(operation);
        }
        if (m_figures.commands == 0 && !m_run.header().whyNoRecord.empty())
            m_figures.commands.reset();
        m_figures.waits = waits();
        m_figures.handOvers = handOvers();
        m_figures.wakeUps = detail::wakeUpsOf(m_run);
        return std::move(m_figures);
    }

private:
    void take(const entry::Sent &sent)
    {
        if (!hasAnswer(sent.request))
            return;
        auto &operation = m_operations[sent.request];
        operation.request = sent.request;
        ++operation.sent;
        m_asked[{sent.who, sent.id}] = sent.request;
    }
    void take(const entry::Received &received)
    {
        if (const auto asked = m_asked.extract(std::pair(received.who, received.id)))
            ::lockcore::count(m_operations[asked.mapped()], received);
    }
    void take(const entry::Turn &turn) { *m_figures.commands += turn.who ? 1 : 0; }
    void take(const entry::Stalled &stalled)
    {
        if (!m_figures.worstStall || stalled.length > m_figures.worstStall->length)
            m_figures.worstStall = stalled;
    }
    template <class Other>
    void take(const Other &)
    { }

    std::vector<Microseconds> waits() const
    {
        std::vector<Microseconds> times;
        for (const auto &attempt : m_run.attempts) {
            if (attempt.granted && attempt.sent > m_run.begin)
                times.push_back(m_run.at(attempt.answered) - m_run.at(attempt.sent));
        }
        return times;
    }

    std::int64_t handOvers() const
    {
        std::int64_t count = 0;
        for (const auto &[lock, grants] : m_run.grants) {
            const Incarnation *last = nullptr;
            for (const auto index : grants) {
                const auto &grant = m_run.attempts[index];
                if (grant.sent <= m_run.begin)
                    continue;
                count += last && *last != grant.who ? 1 : 0;
                last = &grant.who;
            }
        }
        return count;
    }

    const Run &m_run;
    RunFigures m_figures;
    std::map<entry::Request, Operation> m_operations;
    std::map<std::pair<Incarnation, std::uint64_t>, entry::Request> m_asked; ///< requests without an answer
};

} // namespace

RunFigures figuresOf(const HistoryIndex &history) { return Counter(history).count(); }

} // namespace lockcore
