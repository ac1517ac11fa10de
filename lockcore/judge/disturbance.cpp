// SPDX-License-Identifier: MIT
#include "lockcore/judge/disturbance.h"

#include "lockcore/judge/properties.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

constexpr auto forEver = Microseconds::max();

} // namespace

Number serverChanged(const Run &run, Number from, Number to)
{
    using enum entry::ServerFault;
    for (auto number = from; number <= to; ++number) {
        const auto *const fault = run.as<entry::ServerFaulted>(number);
        if (fault && fault->fault != ScriptsFlushed && fault->fault != Stopped && fault->fault != Continued
            && fault->fault != ReplicationCut && fault->fault != SlotMoving && fault->fault != SlotMoved)
            return number;
    }
    return 0;
}

Disturbances::Disturbances(const Run &run)
    : m_run(run)
    , m_clocksMatter(hasCapability(run, Capability::Skew))
{
    for (Number number = 1; number <= run.size(); ++number) {
        readFault(number);
        const auto *const stalled = run.as<entry::Stalled>(number);
        if (!stalled || stalled->length <= Microseconds(run.header().stallLimit))
            continue;
        const auto who = stalled->place == entry::Place::Worker ? std::optional(stalled->who) : std::nullopt;
        m_stalls.push_back({who, number, stalled->since, run.at(number)});
    }
}

template <class Fault, class Which>
void Disturbances::endFault(Number number, Which which)
{
    for (auto &spell : m_faults) {
        const auto *const fault = m_run.as<Fault>(spell.number);
        if (fault && spell.until == forEver && which(*fault))
            spell.until = m_run.at(number);
    }
}

void Disturbances::readFault(Number number)
{
    if (const auto *const paused = m_run.as<entry::Paused>(number))
        add(paused->who, number, forEver);
    else if (const auto *const resumed = m_run.as<entry::Resumed>(number))
        endFault<entry::Paused>(number, [&](const entry::Paused &fault) { return fault.who == resumed->who; });
    else if (const auto *const skewed = m_run.as<entry::Skewed>(number); skewed && m_clocksMatter)
        add(skewed->who, number, forEver);
    else if (const auto *const network = m_run.as<entry::NetworkFaulted>(number))
        readNetwork(number, *network);
    else if (const auto *const server = m_run.as<entry::ServerFaulted>(number))
        readServer(number, *server);
    else if (const auto *const sent = m_run.as<entry::Sent>(number); sent && sent->request == entry::Request::Stall)
        add(sent->who, number, m_run.at(number) + Microseconds(sent->length.value_or(Milliseconds(0))));
    else if (const auto *const turn = m_run.as<entry::Turn>(number); turn && turn->fate == entry::Fate::Executed)
        endFault<entry::ServerFaulted>(number, [&](const entry::ServerFaulted &fault) { // the server works again
            return fault.server == turn->server && fault.fault != entry::ServerFault::Stopped;
        });
}

void Disturbances::readNetwork(Number number, const entry::NetworkFaulted &network)
{
    using enum entry::NetworkFault;
    if (network.fault == Healed)
        endFault<entry::NetworkFaulted>(number, [&](const entry::NetworkFaulted &fault) { return fault.who == network.who; });
    else
        add(network.who, number, network.fault == Cut || network.fault == Reset ? m_run.at(number) : forEver);
}

void Disturbances::readServer(Number number, const entry::ServerFaulted &server)
{
    using enum entry::ServerFault;
    if (server.fault == Continued)
        return endFault<entry::ServerFaulted>(number, [&](const entry::ServerFaulted &fault) { return fault.server == server.server; });
    if (server.fault == ScriptsFlushed) // no lock may rely on them
        return;
    const bool away =
        server.fault == Stopped || server.fault == RestartedWithData || server.fault == RestartedWithoutData || server.fault == Promoted;
    add(std::nullopt, number, away ? forEver : m_run.at(number));
}

void Disturbances::add(std::optional<Incarnation> who, Number number, Microseconds until)
{
    m_faults.push_back({std::move(who), number, m_run.at(number), until});
}

Number Disturbances::find(const std::vector<Spell> &spells, const Incarnation &who, Number from, Number to, Clocks clocks) const
{
    const auto since = m_run.at(from), until = m_run.at(to);
    for (const auto &spell : spells) {
        const bool meets = (!spell.who || *spell.who == who) && spell.since <= until && spell.until >= since;
        if (meets && (clocks == Clocks::Count || !m_run.as<entry::Skewed>(spell.number)))
            return spell.number;
    }
    return 0;
}

Number Disturbances::fault(const Incarnation &who, Number from, Number to) const { return find(m_faults, who, from, to); }

Number Disturbances::delay(const Incarnation &who, Number from, Number to) const { return find(m_faults, who, from, to, Clocks::Ignore); }

std::optional<Microseconds> Disturbances::quietSince(const Incarnation &who, Number from, Number to) const
{
    auto since = m_run.at(from);
    for (const auto *const spells : {&m_faults, &m_stalls}) {
        for (const auto &spell : *spells) {
            if ((!spell.who || *spell.who == who) && spell.since <= m_run.at(to))
                since = std::max(since, missedUntil(spell));
        }
    }
    return since < m_run.at(to) ? std::optional(since) : std::nullopt;
}

Microseconds Disturbances::missedUntil(const Spell &spell) const
{
    const bool loses = m_run.as<entry::NetworkFaulted>(spell.number) || m_run.as<entry::ServerFaulted>(spell.number);
    if (!loses || spell.until == forEver)
        return spell.until;
    const auto &timeout = m_run.header().commandTimeout;
    return timeout ? spell.until + *timeout : forEver;
}

Number Disturbances::stall(const Incarnation &who, Number from, Number to) const { return find(m_stalls, who, from, to); }

} // namespace lockcore::detail
