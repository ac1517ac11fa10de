// SPDX-License-Identifier: MIT
#include "lockcore/judge/disturbance.h"

#include <algorithm>

namespace lockcore::detail {

namespace {

constexpr auto forEver = Microseconds::max();

} // namespace

Disturbances::Disturbances(const Run &run)
    : m_run(run)
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

template <class Fault>
void Disturbances::endFault(const std::optional<Incarnation> &who, Number number)
{
    for (auto &spell : m_faults) {
        if (spell.who == who && spell.until == forEver && m_run.as<Fault>(spell.number))
            spell.until = m_run.at(number);
    }
}

void Disturbances::readFault(Number number)
{
    using enum entry::NetworkFault;
    if (const auto *const paused = m_run.as<entry::Paused>(number))
        add(paused->who, number, forEver);
    else if (const auto *const resumed = m_run.as<entry::Resumed>(number))
        endFault<entry::Paused>(resumed->who, number);
    else if (const auto *const skewed = m_run.as<entry::Skewed>(number))
        add(skewed->who, number, forEver);
    else if (const auto *const network = m_run.as<entry::NetworkFaulted>(number)) {
        if (network->fault == Healed)
            endFault<entry::NetworkFaulted>(network->who, number);
        else
            add(network->who, number, network->fault == Cut || network->fault == Reset ? m_run.at(number) : forEver);
    } else if (const auto *const server = m_run.as<entry::ServerFaulted>(number)) {
        if (server->fault == entry::ServerFault::Continued)
            endFault<entry::ServerFaulted>(std::nullopt, number);
        else
            add(std::nullopt, number, server->fault == entry::ServerFault::Stopped ? forEver : m_run.at(number));
    } else if (const auto *const sent = m_run.as<entry::Sent>(number); sent && sent->request == entry::Request::Stall)
        add(sent->who, number, m_run.at(number) + Microseconds(sent->length.value_or(Milliseconds(0))));
}

void Disturbances::add(std::optional<Incarnation> who, Number number, Microseconds until)
{
    m_faults.push_back({std::move(who), number, m_run.at(number), until});
}

Number Disturbances::find(const std::vector<Spell> &spells, const Incarnation &who, Microseconds since, Microseconds until)
{
    for (const auto &spell : spells) {
        if ((!spell.who || *spell.who == who) && spell.since <= until && spell.until >= since)
            return spell.number;
    }
    return 0;
}

Number Disturbances::fault(const Incarnation &who, Number from, Number to) const
{
    return find(m_faults, who, m_run.at(from), m_run.at(to));
}

std::optional<Microseconds> Disturbances::quietSince(const Incarnation &who, Number from, Number to) const
{
    auto since = m_run.at(from);
    for (const auto *const spells : {&m_faults, &m_stalls}) {
        for (const auto &spell : *spells) {
            if ((!spell.who || *spell.who == who) && spell.since <= m_run.at(to))
                since = std::max(since, spell.until);
        }
    }
    return since < m_run.at(to) ? std::optional(since) : std::nullopt;
}

Number Disturbances::stall(const Incarnation &who, Number from, Number to) const
{
    return find(m_stalls, who, m_run.at(from), m_run.at(to));
}

} // namespace lockcore::detail
