// SPDX-License-Identifier: MIT
// The requests and replies of ZooKeeper's wire protocol. Pure; any thread. Source: zookeeper.jute and ZooDefs.OpCode, for ZooKeeper 3.8.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/lab/resp/command_kind.h"

#include <optional>

namespace lockcore {

namespace zookeeper {

/// The types of requests and of transactions that the Lab names itself.
enum Op : std::int32_t {
    Error = -1,
    Create = 1,
    Delete = 2,
    SetData = 5,
    Multi = 14,
    Create2 = 15,
    CreateContainer = 19,
    DeleteContainer = 20,
    CreateTtl = 21,
    CreateSession = -10,
    CloseSession = -11,
};

} // namespace zookeeper

/// A node whose name ends with the ten digits that ZooKeeper gives: a place in the queue that is its parent.
struct QueuePlace
{
    Bytes queue, name;
    std::int64_t number = 0;
    bool operator==(const QueuePlace &) const = default;
};
std::optional<QueuePlace> placeIn(std::string_view path);

std::string shownNumber(std::int64_t number); ///< of a session or a transaction: `0x2a`

/// The words of a request without its length: its name in capitals, its paths, and what kind of node it makes (EPHEMERAL_SEQUENTIAL …).
/// `connects`: it is the first one of its connection, a ConnectRequest. Error: Protocol.
Result<Words> zookeeperWords(std::string_view request, bool connects);

/// The nodes that a request names, after the queue in which each has a place.
std::vector<Bytes> zookeeperKeys(const Words &words);

bool makesLockNode(const Words &words); ///< an ephemeral node, or one with a number

struct ZookeeperReply
{
    bool connects = false; ///< a ConnectResponse, which has only session and timeout
    std::int64_t session = 0;
    std::int32_t timeout = 0; ///< ms; 0: the session is over
    std::int32_t xid = 0;     ///< of the request; -1: an event of a watch
    std::int64_t zxid = 0;    ///< of the last transaction that the reply knows of
    std::int32_t error = 0;   ///< 0: none
};
std::optional<ZookeeperReply> zookeeperReply(std::string_view reply); ///< with its length
std::string shown(const ZookeeperReply &reply);                       ///< `zxid 0x2a`, `NONODE, zxid 0x2a`, `session 0x1, 1000 ms`

} // namespace lockcore
