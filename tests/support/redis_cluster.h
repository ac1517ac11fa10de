// SPDX-License-Identifier: MIT
// A real cluster of two nodes, each with half of the slots; and what it takes to hand a slot over between them.
#pragma once

#include "support/redis_server.h"

#include <array>

namespace lockcore::test {

/// Waits until the node answers for the slots `first` to `last`. False, in time: it does not.
bool takeSlots(RedisServer &node, int first, int last);
inline constexpr int lastSlot = 16'383;

class RedisCluster final
{
public:
    RedisCluster();

    RedisServer &home(const std::string &key); ///< whose the key's slot is
    RedisServer &other(const std::string &key);
    std::string address(const RedisServer &node) const; ///< as the cluster names it

    /// The slot is being handed over to the other node, and its keys are still where they were.
    void beginMove(const std::string &key);
    void moveKey(const std::string &key); ///< this one alone
    void endMove(const std::string &key); ///< the slot belongs to the other; all its keys must have gone there

private:
    std::string slot(const std::string &key);
    std::string id(RedisServer &node);

    std::array<std::unique_ptr<RedisServer>, 2> m_nodes;
};

} // namespace lockcore::test
