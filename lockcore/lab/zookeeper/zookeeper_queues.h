// SPDX-License-Identifier: MIT
// The queues of a ZooKeeper server: which node has which place, whose it is, and which of them is the lock. ZooKeeper itself has no locks:
// the rule is that of its recipes, the lowest number has the lock. An ephemeral node without a number is a lock by itself. Of shared locks
// (several readers), only the order is known. Pure, without I/O; one thread.
#pragma once

#include "lockcore/lab/resp/element_change.h"
#include "lockcore/lab/zookeeper/zookeeper_command.h"
#include "lockcore/lab/zookeeper/zookeeper_log.h"

#include <map>
#include <set>

namespace lockcore {

class ZookeeperQueues final
{
public:
    /// The session's requests come through this link from now on.
    void learn(std::int64_t session, std::int64_t link) { m_links[session] = link; }

    /// Of a queue, the key is its path and each element the name of a node. `lock` is left empty: the element with the role Holding has it.
    /// The end of a session that has expired is Expired for all its nodes; a session that its own client ended has removed them.
    std::vector<ElementChange> take(const ZookeeperTransaction &transaction);

    std::vector<ElementChange> endAll(entry::KeyEvent event); ///< all nodes and sessions are gone

    struct Node
    {
        std::int64_t session = 0; ///< whose end removes it; 0: none
        std::int64_t maker = 0;   ///< link
        bool holds = false;       ///< its number is the lowest
    };
    const Node *find(const Bytes &queue, const Bytes &name) const; ///< null: there is none

    const Node *holder(const Bytes &queue) const;                      ///< likewise
    std::optional<Bytes> holderOf(const Bytes &queue) const;           ///< the path of the node that has the lock
    std::optional<Milliseconds> timeoutOf(std::int64_t session) const; ///< none: there is no such session
    bool isEmpty() const { return m_queues.empty(); }                  ///< there are no nodes of locks
    bool hasQueue(const Bytes &queue) const { return m_queues.contains(queue); }
    bool awaitsEndings() const; ///< is there a node that a session's end would remove?

private:
    using Place = std::pair<std::int64_t, Bytes>; ///< number, name
    using Queue = std::map<Place, Node>;
    struct Where
    {
        Bytes queue;
        Place place;
    };

    static std::optional<Where> whereIs(const Bytes &path);
    void create(const NodeChange &change, const ZookeeperTransaction &by, std::vector<ElementChange> &changes);
    void remove(const Bytes &path, entry::KeyEvent event, const ZookeeperTransaction &by, std::vector<ElementChange> &changes);
    void advance(const Bytes &queue, const ZookeeperTransaction &by, std::vector<ElementChange> &changes);
    ElementChange changeOf(const Where &where, const Node &node, entry::KeyEvent event, std::int64_t zxid) const;

    std::map<Bytes, Queue> m_queues;
    std::map<std::int64_t, std::int64_t> m_links;
    std::map<std::int64_t, Milliseconds> m_timeouts;
    std::map<std::int64_t, std::set<Bytes>> m_ephemerals; ///< paths, by session
};

} // namespace lockcore
