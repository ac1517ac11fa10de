// SPDX-License-Identifier: MIT
// A real cluster of two nodes, each with half of the slots; and what a test needs to move a slot between them, to replicate one of them, and
// to let the cluster fail.
#pragma once

#include "support/redis_server.h"

#include <array>
#include <map>

namespace lockcore::test {

/// Waits until the node serves the slots `first` to `last`. False: it did not in time.
bool takeSlots(RedisServer &node, int first, int last);
inline constexpr int lastSlot = 16'383;

class RedisCluster final
{
public:
    RedisCluster();

    RedisServer &home(const std::string &key); ///< the node that has the key's slot
    RedisServer &other(const std::string &key);
    RedisServer &replicaOf(RedisServer &node); ///< one that has all its data; made by the first call for it

    /// A slot of the node, in which no key is, has no node: so the cluster is down, as this node sees it; or every slot has a node again.
    void setDown(RedisServer &node, bool down);

    std::string address(const RedisServer &node) const; ///< as the cluster names it

    /// The slot is being moved to the other node; its keys are still on the old one.
    void beginMove(const std::string &key);
    void moveKey(const std::string &key); ///< only this key
    void endMove(const std::string &key); ///< the other node now has the slot; all its keys must have been moved before

private:
    std::string slot(const std::string &key);
    std::string id(RedisServer &node);

    std::array<std::unique_ptr<RedisServer>, 2> m_nodes;
    std::map<RedisServer *, std::unique_ptr<RedisServer>> m_replicas;
};

} // namespace lockcore::test
