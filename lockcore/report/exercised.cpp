// SPDX-License-Identifier: MIT
#include "lockcore/report/held_elements.h"
#include "lockcore/report/run_figures.h"

#include <algorithm>

namespace lockcore {

namespace {

using detail::Number;
using detail::Run;

struct Counts
{
    int waits = 0, refusals = 0, reentries = 0;
    int expired = 0, renewed = 0, removed = 0;
    int deaths = 0, pauses = 0, stalls = 0, throws = 0;
    int network = 0, servers = 0, operators = 0;
    int staleRefused = 0;
};

class Reader
{
public:
    explicit Reader(const Run &run)
        : m_run(run)
    { }

    Counts read()
    {
        for (const auto &attempt : m_run.attempts) {
            if (attempt.sent <= m_run.begin)
                continue;
            m_counts.waits += attempt.waiting != 0 ? 1 : 0;
            m_counts.refusals += attempt.answered != 0 && attempt.answer.answer == entry::Answer::No ? 1 : 0;
        }
        for (const auto &claim : m_run.claims) {
            if (m_run.first(claim).sent > m_run.begin)
                m_counts.reentries += static_cast<int>(claim.attempts.size()) - 1;
        }
        for (const auto &held : detail::heldElements(m_run))
            readEnd(*held.element);
        for (Number number = m_run.begin + 1; number <= m_run.size(); ++number)
            std::visit([&](const auto &what) { take(what); }, m_run.entry(number).what);
        return m_counts;
    }

private:
    void readEnd(const detail::Element &element)
    {
        m_counts.renewed += static_cast<int>(std::ranges::count_if(element.extended, [&](Number number) {
            return number > m_run.begin && m_run.as<entry::KeyChanged>(number)->event == entry::KeyEvent::Extended;
        }));
        const auto *const ended = m_run.as<entry::KeyChanged>(element.ended);
        if (!ended || element.ended <= m_run.begin)
            return;
        m_counts.expired += ended->event == entry::KeyEvent::Expired ? 1 : 0;
        const auto by = m_run.author(*ended);
        m_counts.removed += ended->event == entry::KeyEvent::Removed && by && by != element.by ? 1 : 0;
    }

    void take(const entry::Died &died) { m_counts.deaths += died.death == entry::Death::Bye ? 0 : 1; }
    void take(const entry::Paused &) { ++m_counts.pauses; }
    void take(const entry::Sent &sent)
    {
        m_counts.stalls += sent.request == entry::Request::Stall ? 1 : 0;
        m_counts.throws += sent.request == entry::Request::Throw ? 1 : 0;
    }
    void take(const entry::NetworkFaulted &faulted) { m_counts.network += faulted.fault == entry::NetworkFault::Healed ? 0 : 1; }
    void take(const entry::ServerFaulted &faulted) { m_counts.servers += faulted.fault == entry::ServerFault::Continued ? 0 : 1; }
    void take(const entry::Operated &) { ++m_counts.operators; }
    void take(const entry::Accessed &accessed) { m_counts.staleRefused += accessed.refused ? 1 : 0; }
    template <class Other>
    void take(const Other &)
    { }

    const Run &m_run;
    Counts m_counts;
};

} // namespace

std::vector<std::string> exercisedIn(const HistoryIndex &history)
{
    const auto counts = Reader(history).read();
    std::vector<std::string> phrases;
    const auto say = [&](int count, const char *one, const char *many) {
        if (count > 0)
            phrases.push_back(std::to_string(count) + ' ' + (count == 1 ? one : many));
    };
    say(counts.waits, "acquire waited for another holder", "acquires waited for another holder");
    say(counts.refusals, "acquire was refused", "acquires were refused");
    say(counts.reentries, "re-entry", "re-entries");
    say(counts.renewed, "renewal on the server", "renewals on the server");
    say(counts.expired, "lease ran out", "leases ran out");
    say(counts.removed, "holding was removed by another worker", "holdings were removed by another worker");
    say(counts.staleRefused, "call to the resource was refused", "calls to the resource were refused");
    say(counts.deaths, "worker died", "workers died");
    say(counts.pauses, "worker was paused", "workers were paused");
    say(counts.stalls, "worker's body was stalled", "workers' bodies were stalled");
    say(counts.throws, "worker's body threw an exception", "workers' bodies threw an exception");
    say(counts.network, "network fault", "network faults");
    say(counts.servers, "server fault", "server faults");
    say(counts.operators, "action of an operator", "actions of an operator");
    return phrases;
}

} // namespace lockcore
