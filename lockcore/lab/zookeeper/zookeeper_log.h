// SPDX-License-Identifier: MIT
// ZooKeeper's transaction log, as its server writes it: each transaction is in the file before its reply is sent, and their numbers (zxid)
// have no gaps. What a file says is not trusted: sizes are bounded, checksums compared. Any one thread. Source: FileTxnLog and zookeeper.jute,
// for ZooKeeper 3.8.
//
//     FileHeader: "ZKLG", version 2, database     each entry: Adler-32, length, TxnHeader, transaction, 'B'     then zeros
#pragma once

#include "lockcore/base/bytes.h"
#include "lockcore/base/clock.h"
#include "lockcore/base/result.h"
#include "lockcore/process/file_descriptor.h"

#include <deque>
#include <limits>
#include <optional>
#include <vector>

namespace lockcore {

/// What a transaction did to one node.
struct NodeChange
{
    enum class What { Created, Removed, Written };

    What what = What::Created;
    Bytes path;
    bool ephemeral = false; ///< of Created: it belongs to the session
    bool operator==(const NodeChange &) const = default;
};

struct ZookeeperTransaction
{
    std::int64_t session = 0; ///< whose request it was
    std::int32_t request = 0; ///< its number (xid) in the session; 0: the server itself, such as the end of a session that has expired
    std::int64_t zxid = 0;
    std::int32_t type = 0; ///< as in zookeeper::Op
    std::vector<NodeChange> changes;
    std::optional<Milliseconds> timeout; ///< of a new session
    bool operator==(const ZookeeperTransaction &) const = default;
};

namespace zookeeper {

inline constexpr std::size_t logHeaderBytes = 16;
inline constexpr std::size_t mostTransactionBytes = 4 * 1024 * 1024;

bool isLogHeader(std::string_view bytes); ///< at least logHeaderBytes

struct LogEntry
{
    ZookeeperTransaction transaction;
    std::size_t size = 0; ///< in the file
};
/// The entry at the beginning of `bytes`. None: it is not whole (yet), or the file ends there. Error: Protocol, it can be none.
Result<std::optional<LogEntry>> logEntry(std::string_view bytes);

} // namespace zookeeper

/// Follows the log of one server, over its restarts.
class ZookeeperLog final
{
public:
    explicit ZookeeperLog(std::string directory) ///< with the files `log.1` …
        : m_directory(std::move(directory))
    { }

    static constexpr std::int64_t everything = std::numeric_limits<std::int64_t>::max();

    /// The transactions that are new since the last call, up to this number. Error: Protocol, such as a gap, or a file that is no log.
    Result<std::vector<ZookeeperTransaction>> read(std::int64_t upTo = everything);

    std::int64_t last() const { return m_last; } ///< zxid of the last one that read() has returned

    void forget(); ///< the server has started again without its data

private:
    Result<void> readFile();
    bool openNext();

    const std::string m_directory;
    FileDescriptor m_file;
    std::int64_t m_offset = 0;
    std::int64_t m_read = 0; ///< zxid of the last of m_waiting
    std::int64_t m_last = 0;
    std::deque<ZookeeperTransaction> m_waiting;
};

} // namespace lockcore
