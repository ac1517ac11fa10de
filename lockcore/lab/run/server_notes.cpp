// SPDX-License-Identifier: MIT
#include "lockcore/lab/run/server_notes.h"

#include "lockcore/lab/gate/gated_server.h"

#include <algorithm>

namespace lockcore {

namespace {

entry::Verb verbOf(Purpose purpose)
{
    switch (purpose) {
    case Purpose::Read: return entry::Verb::Read;
    case Purpose::Take: return entry::Verb::Take;
    case Purpose::Renew: return entry::Verb::Extend;
    case Purpose::Free: return entry::Verb::Free;
    case Purpose::Any: break;
    }
    return entry::Verb::Other;
}

Happening happeningOf(entry::KeyEvent event)
{
    switch (event) {
    case entry::KeyEvent::Created: return Happening::KeyCreated;
    case entry::KeyEvent::Changed:
    case entry::KeyEvent::Extended: return Happening::KeyExtended;
    case entry::KeyEvent::Expired: return Happening::KeyExpired;
    default: return Happening::KeyRemoved;
    }
}

bool isEnding(entry::KeyEvent event) { return event >= entry::KeyEvent::Removed; }

entry::KeyChanged entryOf(std::int64_t server, const ElementChange &change, std::uint64_t cause)
{
    entry::KeyChanged entry;
    entry.server = server;
    entry.database = change.database;
    entry.key = change.key;
    entry.element = change.element;
    entry.event = change.event;
    entry.role = change.role;
    entry.lock = change.lock;
    entry.cause = change.event == entry::KeyEvent::Expired ? 0 : cause;
    entry.ttl = change.ttl;
    entry.count = change.count;
    entry.rewritten = change.rewritten;
    entry.session = change.session;
    entry.zxid = change.zxid;
    return entry;
}

} // namespace

ServerNotes::ServerNotes(RunContext &context, RunServers &servers, const RunWorkers &workers)
    : m_context(context)
    , m_servers(servers)
    , m_workers(workers)
{
    servers.turned = [this](std::int64_t server, const ServerTurn &turn) { noteTurn(server, turn); };
    servers.changed = [this](std::int64_t server, const std::vector<ElementChange> &changes) {
        noteChanges(server, changes, causeOn(server));
    };
}

void ServerNotes::begin(std::int64_t server, entry::ServerFaulted fault) { m_causes[server] = m_context.log.add(fault); }

std::uint64_t ServerNotes::causeOn(std::int64_t server) const
{
    const auto found = m_causes.find(server);
    return found == m_causes.end() ? 0 : found->second;
}

void ServerNotes::noteTurn(std::int64_t server, const ServerTurn &turn)
{
    const auto *const who = m_servers.whose(turn.link);
    if (!who) {
        const auto number = m_operating ? noteOperation(server, turn) : causeOn(server);
        return noteChanges(server, turn.changes, number);
    }
    auto &worker = m_workers.named(who->worker);
    entry::Turn entry;
    entry.server = server;
    entry.who = *who;
    const auto &protocol = m_servers.at(server).gated().protocol();
    entry.command = protocol.nameOf(turn.words);
    entry.verb = verbOf(protocol.purposeOf(turn.words, worker.doing()));
    entry.keys = protocol.keysOf(turn.words);
    m_servers.noteKeys(entry.keys);
    entry.fate = turn.known ? entry::Fate::Executed : entry::Fate::Unknown;
    if (constexpr std::size_t longest = 4096; !turn.reply.empty() && turn.reply.size() <= longest)
        entry.reply = elidedInMiddle(protocol.shownReply(turn.reply), 24);
    const auto number = m_context.log.add(std::move(entry));
    noteChanges(server, turn.changes, number);
}

// What the server replied is a part of it, where replies say more than that it was done.
std::uint64_t ServerNotes::noteOperation(std::int64_t server, const ServerTurn &turn)
{
    auto what = *std::exchange(m_operating, std::nullopt);
    auto *const operated = std::get_if<entry::Operated>(&what);
    if (operated && m_context.scenario.store == Store::Zookeeper)
        operated->text += ' ' + turn.words.back() + ": " + m_servers.at(server).gated().protocol().shownReply(turn.reply);
    return m_context.log.add(std::move(what));
}

void ServerNotes::noteChanges(std::int64_t server, const std::vector<ElementChange> &changes, std::uint64_t cause)
{
    // First write all entries into the history, then report to the script: a fault must not come between the parts of one turn.
    std::vector<Condition> happened;
    for (const auto &change : changes) {
        m_context.log.add(entryOf(server, change, change.advanced ? placeMade(server, change) : cause));
        if (change.role == entry::Role::Other && change.event == entry::KeyEvent::Created)
            m_places[{server, change.key, change.element}] = cause;
        if (const auto lock = lockOf(server, change))
            noteHolding(change, *lock, happened);
    }
    for (const auto &[what, who, nth, lock] : happened)
        m_context.happenings.happen(what, who, lock);
}

std::uint64_t ServerNotes::placeMade(std::int64_t server, const ElementChange &change) const
{
    const auto found = m_places.find({server, change.key, change.element});
    return found == m_places.end() ? 0 : found->second;
}

// No format recognises a worker's own kind of set or hash. But the worker has named the key.
std::optional<std::string> ServerNotes::lockOf(std::int64_t server, const ElementChange &change) const
{
    const auto isIt = [&](const std::string &lock) {
        return change.role == entry::Role::Holding ? change.lock == lock
                                                   : change.role == entry::Role::Unknown && change.key == m_servers.at(server).keyOf(lock);
    };
    const auto found = std::ranges::find_if(m_context.locks, isIt);
    return found == m_context.locks.end() ? std::nullopt : std::optional(*found);
}

void ServerNotes::noteHolding(const ElementChange &change, const std::string &lock, std::vector<Condition> &happened)
{
    if (const auto *const maker = m_servers.whose(change.maker))
        happened.push_back({happeningOf(change.event), maker->worker, 1, lock});
    auto &holdings = m_holdings[lock];
    holdings += change.event == entry::KeyEvent::Created ? 1 : isEnding(change.event) ? -1 : 0;
    if (isEnding(change.event) && holdings == 0)
        happened.push_back({Happening::LockFree, {}, 1, lock});
}

std::int64_t ServerNotes::holdings(const std::string &lock) const
{
    const auto found = m_holdings.find(lock);
    return found == m_holdings.end() ? 0 : found->second;
}

} // namespace lockcore
