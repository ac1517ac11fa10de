// SPDX-License-Identifier: MIT
#include "lockcore/lab/zookeeper/zookeeper_queues.h"

#include <algorithm>

namespace lockcore {

using enum entry::KeyEvent;

// A node without a number is the only one of its own queue, and has no name in it.
std::optional<ZookeeperQueues::Where> ZookeeperQueues::whereIs(const Bytes &path)
{
    if (auto place = placeIn(path))
        return Where{std::move(place->queue), {place->number, std::move(place->name)}};
    return Where{path, {0, {}}};
}

ElementChange ZookeeperQueues::changeOf(const Where &where, const Node &node, entry::KeyEvent event, std::int64_t zxid) const
{
    ElementChange change;
    change.key = where.queue;
    change.element = where.place.second;
    change.event = event;
    change.role = node.holds ? entry::Role::Holding : entry::Role::Other;
    change.maker = node.maker;
    change.session = node.session == 0 ? std::string() : shownNumber(node.session);
    change.zxid = zxid;
    return change;
}

std::vector<ElementChange> ZookeeperQueues::take(const ZookeeperTransaction &transaction)
{
    std::vector<ElementChange> changes;
    if (transaction.timeout)
        m_timeouts[transaction.session] = *transaction.timeout;
    for (const auto &change : transaction.changes) {
        if (change.what == NodeChange::What::Created)
            create(change, transaction, changes);
        else if (change.what == NodeChange::What::Removed)
            remove(change.path, Removed, transaction, changes);
    }
    if (transaction.type != zookeeper::CloseSession)
        return changes;
    for (const auto &path : std::exchange(m_ephemerals[transaction.session], {}))
        remove(path, transaction.request == 0 ? Expired : Removed, transaction, changes);
    m_ephemerals.erase(transaction.session);
    m_timeouts.erase(transaction.session);
    return changes;
}

void ZookeeperQueues::create(const NodeChange &change, const ZookeeperTransaction &by, std::vector<ElementChange> &changes)
{
    const auto where = whereIs(change.path);
    if (!change.ephemeral && where->place.second.empty()) // a queue, or what it is in
        return;
    remove(change.path, Removed, by, changes); // the server makes no node twice, but a log may say so
    auto &queue = m_queues[where->queue];
    const auto link = m_links.find(by.session);
    Node node{change.ephemeral ? by.session : 0, link == m_links.end() ? 0 : link->second, false};
    node.holds = queue.empty() || where->place < queue.begin()->first;
    if (change.ephemeral)
        m_ephemerals[by.session].insert(change.path);
    changes.push_back(changeOf(*where, queue[where->place] = node, Created, by.zxid));
}

void ZookeeperQueues::remove(const Bytes &path, entry::KeyEvent event, const ZookeeperTransaction &by, std::vector<ElementChange> &changes)
{
    const auto where = whereIs(path);
    const auto queue = m_queues.find(where->queue);
    const auto taken = queue == m_queues.end() ? Queue::node_type() : queue->second.extract(where->place);
    if (!taken)
        return;
    const auto &node = taken.mapped();
    if (event == Removed && node.session != 0)
        m_ephemerals[node.session].erase(path);
    changes.push_back(changeOf(*where, node, event, by.zxid));
    if (queue->second.empty())
        m_queues.erase(queue);
    else
        advance(where->queue, by, changes);
}

// The next one in the queue has the lock now. Its place is the lock.
void ZookeeperQueues::advance(const Bytes &name, const ZookeeperTransaction &by, std::vector<ElementChange> &changes)
{
    auto &[place, node] = *m_queues[name].begin();
    if (node.holds)
        return;
    const Where where{name, place};
    for (const auto event : {Removed, Created}) {
        node.holds = event == Created;
        changes.push_back(changeOf(where, node, event, by.zxid));
        changes.back().advanced = true;
    }
}

std::vector<ElementChange> ZookeeperQueues::endAll(entry::KeyEvent event)
{
    std::vector<ElementChange> changes;
    for (const auto &[name, queue] : m_queues) {
        for (const auto &[place, node] : queue)
            changes.push_back(changeOf({name, place}, node, event, 0));
    }
    m_queues.clear();
    m_links.clear();
    m_timeouts.clear();
    m_ephemerals.clear();
    return changes;
}

const ZookeeperQueues::Node *ZookeeperQueues::find(const Bytes &name, const Bytes &element) const
{
    const auto queue = m_queues.find(name);
    if (queue == m_queues.end())
        return nullptr;
    const auto found = std::ranges::find_if(queue->second, [&](const auto &node) { return node.first.second == element; });
    return found == queue->second.end() ? nullptr : &found->second;
}

const ZookeeperQueues::Node *ZookeeperQueues::holder(const Bytes &name) const
{
    const auto queue = m_queues.find(name);
    return queue == m_queues.end() ? nullptr : &queue->second.begin()->second;
}

std::optional<Bytes> ZookeeperQueues::holderOf(const Bytes &name) const
{
    const auto queue = m_queues.find(name);
    if (queue == m_queues.end())
        return std::nullopt;
    const auto &first = queue->second.begin()->first.second;
    return first.empty() ? name : name + '/' + first;
}

std::optional<Milliseconds> ZookeeperQueues::timeoutOf(std::int64_t session) const
{
    const auto found = m_timeouts.find(session);
    return found == m_timeouts.end() ? std::nullopt : std::optional(found->second);
}

bool ZookeeperQueues::awaitsEndings() const
{
    return std::ranges::any_of(m_ephemerals, [](const auto &of) { return !of.second.empty(); });
}

} // namespace lockcore
