// SPDX-License-Identifier: MIT
// Keys that the operator moves from one node of a cluster to another.
#include "lockcore/lab/servers/run_server.h"

#include "lockcore/lab/gate/gate.h"
#include "lockcore/lab/record/key_book.h"

#include <algorithm>

namespace lockcore {

void RunServer::beginMove(RunServer &other, std::vector<Bytes> keys)
{
    m_receiver = &other;
    other.m_arriving = {keys.begin(), keys.end()};
}

// Links of workers have positive numbers.
bool RunServer::leavesWith(const TurnReport &report) const
{
    return m_receiver && report.request.gate < 0 && isCommand(report.request.words, "MIGRATE");
}

void RunServer::giveAway(const KeyChange &change)
{
    m_book->moveTo(*m_receiver->m_book, change.id);
    if (change.before)
        m_receiver->gated().record().adopt(*change.before);
}

// The receiver hears of a key that arrives before or after this server hears that it has left.
std::vector<ElementChange> RunServer::changesOf(const KeyChange &change, std::int64_t author)
{
    if (!change.elements.empty())
        return withLocks(change.elements);
    const bool arrives = std::ranges::find(change.events, "restore") != change.events.end();
    return arrives && m_arriving.erase(change.id.key) > 0 ? std::vector<ElementChange>() : m_book->take(change, author);
}

// A node that is not in a queue of the run's locks is nobody's lock.
std::vector<ElementChange> RunServer::withLocks(std::vector<ElementChange> elements) const
{
    for (auto &element : elements) {
        if (element.role == entry::Role::Holding)
            element.lock = m_book->lockIn(element.key);
        if (element.role == entry::Role::Holding && element.lock.empty())
            element.role = entry::Role::Other;
    }
    return elements;
}

} // namespace lockcore
