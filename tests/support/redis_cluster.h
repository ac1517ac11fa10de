// SPDX-License-Identifier: MIT
// A real cluster on the loopback, whose primaries share the slots equally. It can move a slot between two of them, replicate them, let a
// replica take over, and put the cluster into the state "down".
#pragma once

#include "support/redis_server.h"

namespace lockcore::test {

/// Waits until the node serves the slots `first` to `last`. False: this took too long.
bool takeSlots(RedisServer &node, int first, int last);
inline constexpr int lastSlot = 16'383;

struct RedisClusterOptions
{
    std::size_t primaries = 2;             ///< with less than three, no replica can take over by itself
    bool replicas = false;                 ///< one for each primary
    std::string password;                  ///< of all nodes
    QStringList config;                    ///< further lines of each node's redis.conf
    const TestCertificates *tls = nullptr; ///< the nodes announce their TLS ports; slots cannot be moved then
};

class RedisCluster final
{
public:
    explicit RedisCluster(RedisClusterOptions options = {});

    Endpoint endpoint() const; ///< redis-cluster:// with all nodes

    std::vector<RedisServer *> servers() const; ///< all that run
    RedisServer &home(const std::string &key);  ///< the node that has the key's slot
    RedisServer &other(const std::string &key); ///< always the same other primary, as long as no role changes
    RedisServer &replicaOf(RedisServer &node);  ///< a replica with all data of the node; the first call creates it

    /// `down`: removes a slot without keys from the node, so that the node reports the cluster as down. Otherwise gives the slot back.
    void setDown(RedisServer &node, bool down);

    std::string address(const RedisServer &node) const; ///< in the form that the cluster uses

    /// The slot is being moved to the other node; its keys are still on the old node.
    void beginMove(const std::string &key);
    void moveKey(const std::string &key);     ///< only this key
    void endMove(const std::string &key);     ///< the other node now has the slot; move all its keys before
    void move(const std::string &key);        ///< the whole slot with all its keys, step by step
    void abandonMove(const std::string &key); ///< after moveKey() of its slot's only key: it goes back, and the slot stays

    /// On the node that the key's slot is being moved to.
    Reply commandWhereItMoves(const std::string &key, const Command &command);

    /// The replica of the key's home takes over, as an administrator asks it to; no write is lost. Returns when all nodes say so.
    void failOver(const std::string &key);

    void stopReplication(const std::string &key); ///< the replica of the key's home receives nothing from now on

    /// Kills the key's home with what it has not replicated. Its replica takes over after a while: see waitForHome().
    void killHome(const std::string &key);
    RedisServer &waitForHome(const std::string &key); ///< until a running node serves the slot, and all running nodes say "ok"

private:
    std::unique_ptr<RedisServer> node() const;
    void meet(RedisServer &node);
    void waitUntilWhole();
    RedisServer *findHome(const std::string &key) const; ///< null: no running node serves the slot
    RedisServer *findReplica(RedisServer &primary) const;
    std::vector<RedisServer *> primaries() const;
    std::string slot(const std::string &key);
    std::string id(RedisServer &node);

    const RedisClusterOptions m_options;
    std::vector<std::unique_ptr<RedisServer>> m_servers; ///< in the beginning, the primaries are the first
    std::string m_downSlot;                              ///< that setDown() removed
};

} // namespace lockcore::test
