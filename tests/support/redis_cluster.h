// SPDX-License-Identifier: MIT
// A real cluster of two nodes, each with half of the slots. It can move a slot between them, replicate one of them, and put the cluster
// into the state "down".
#pragma once

#include "support/redis_server.h"

#include <array>
#include <map>

namespace lockcore::test {

/// Waits until the node serves the slots `first` to `last`. False: this took too long.
bool takeSlots(RedisServer &node, int first, int last);
inline constexpr int lastSlot = 16'383;

class RedisCluster final
{
public:
    RedisCluster();

    RedisServer &home(const std::string &key); ///< the node that has the key's slot
    RedisServer &other(const std::string &key);
    RedisServer &replicaOf(RedisServer &node); ///< a replica with all data of the node; the first call creates it

    /// `down`: removes a slot without keys from the node, so that the node reports the cluster as down. Otherwise gives the slot back.
    void setDown(RedisServer &node, bool down);

    std::string address(const RedisServer &node) const; ///< in the form that the cluster uses

    /// The slot is being moved to the other node; its keys are still on the old node.
    void beginMove(const std::string &key);
    void moveKey(const std::string &key); ///< only this key
    void endMove(const std::string &key); ///< the other node now has the slot; move all its keys before

private:
    std::string slot(const std::string &key);
    std::string id(RedisServer &node);

    std::array<std::unique_ptr<RedisServer>, 2> m_nodes;
    std::map<RedisServer *, std::unique_ptr<RedisServer>> m_replicas;
};

} // namespace lockcore::test
