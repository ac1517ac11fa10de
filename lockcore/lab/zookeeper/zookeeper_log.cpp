// SPDX-License-Identifier: MIT
#include "lockcore/lab/zookeeper/zookeeper_log.h"

#include "lockcore/lab/zookeeper/jute.h"
#include "lockcore/lab/zookeeper/zookeeper_command.h"

#include <algorithm>

#include <fcntl.h>
#include <unistd.h>

namespace lockcore {

namespace {

using zookeeper::LogEntry;

Error badLog(std::string text) { return {ErrorKind::Protocol, "ZooKeeper's transaction log " + std::move(text), "malformed"}; }

std::uint32_t adler32(std::string_view bytes)
{
    constexpr std::uint32_t modulus = 65521;
    std::uint32_t sum = 1, sums = 0;
    for (const char byte : bytes) {
        sum = (sum + static_cast<unsigned char>(byte)) % modulus;
        sums = (sums + sum) % modulus;
    }
    return sums << 16 | sum;
}

void readCreated(JuteReader &reader, std::int32_t type, ZookeeperTransaction &transaction)
{
    NodeChange change;
    change.path = reader.text();
    reader.text();
    for (auto left = reader.count(12); left > 0; --left) { // access rights
        reader.integer();
        reader.text();
        reader.text();
    }
    if (type == zookeeper::Create || type == zookeeper::Create2)
        change.ephemeral = reader.truth();
    transaction.changes.push_back(std::move(change));
}

// The rest of a transaction is not read: versions, and a digest of the tree. The end of a session may list its nodes, which the creations say.
void readTransaction(JuteReader &reader, std::int32_t type, ZookeeperTransaction &transaction, bool isPart = false)
{
    switch (type) {
    case zookeeper::Create:
    case zookeeper::Create2:
    case zookeeper::CreateContainer:
    case zookeeper::CreateTtl: return readCreated(reader, type, transaction);
    case zookeeper::Delete:
    case zookeeper::DeleteContainer: transaction.changes.push_back({NodeChange::What::Removed, Bytes(reader.text()), false}); return;
    case zookeeper::SetData: transaction.changes.push_back({NodeChange::What::Written, Bytes(reader.text()), false}); return;
    case zookeeper::CreateSession: transaction.timeout = Milliseconds(reader.integer()); return;
    case zookeeper::Multi: break;
    default: return;
    }
    if (isPart)
        return;
    for (auto left = reader.count(8); left > 0 && reader.ok(); --left) {
        const auto part = reader.integer();
        JuteReader inner(reader.text());
        readTransaction(inner, part, transaction, true);
        if (part == zookeeper::Error) // nothing of it was done
            return transaction.changes.clear();
    }
}

} // namespace

bool zookeeper::isLogHeader(std::string_view bytes)
{
    constexpr std::string_view begin("ZKLG\0\0\0\2", 8);
    return bytes.starts_with(begin);
}

Result<std::optional<LogEntry>> zookeeper::logEntry(std::string_view bytes)
{
    constexpr std::size_t before = 12, after = 1;
    constexpr char end = 'B';
    JuteReader reader(bytes);
    const auto checksum = reader.number();
    const auto length = reader.integer();
    if (!reader.ok() || length == 0)
        return std::optional<LogEntry>();
    if (length < 0 || static_cast<std::size_t>(length) > mostTransactionBytes)
        return badLog("has an entry of " + std::to_string(length) + " bytes");
    const auto size = static_cast<std::size_t>(length);
    if (bytes.size() < before + size + after || bytes[before + size] != end)
        return std::optional<LogEntry>();
    const auto content = bytes.substr(before, size);
    if (static_cast<std::int64_t>(adler32(content)) != checksum)
        return std::optional<LogEntry>(); // perhaps it is just being written
    JuteReader entry(content);
    LogEntry read;
    auto &transaction = read.transaction;
    transaction.session = entry.number();
    transaction.request = entry.integer();
    transaction.zxid = entry.number();
    entry.number(); // the time, on the server's clock
    transaction.type = entry.integer();
    readTransaction(entry, transaction.type, transaction);
    if (!entry.ok())
        return badLog("has an entry that ends too early");
    read.size = before + size + after;
    return std::optional(std::move(read));
}

void ZookeeperLog::forget()
{
    m_file.close();
    m_offset = m_read = m_last = 0;
    m_waiting.clear();
}

// A file has the number of its first transaction. The server begins a new one when it has started again.
bool ZookeeperLog::openNext()
{
    const auto path = m_directory + "/log." + shownNumber(m_read + 1).substr(2);
    FileDescriptor next(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    Bytes header(zookeeper::logHeaderBytes, '\0');
    if (!next || ::pread(next.get(), header.data(), header.size(), 0) != static_cast<ssize_t>(header.size())
        || !zookeeper::isLogHeader(header))
        return false;
    m_file = std::move(next);
    m_offset = static_cast<std::int64_t>(header.size());
    return true;
}

// All entries that are whole.
Result<void> ZookeeperLog::readFile()
{
    constexpr std::size_t usualBytes = 16 * 1024;
    Bytes bytes;
    for (auto wanted = usualBytes; m_file; wanted *= 2) {
        bytes.resize(wanted);
        const auto size = ::pread(m_file.get(), bytes.data(), bytes.size(), m_offset);
        bytes.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
        std::size_t used = 0;
        for (;;) {
            auto entry = zookeeper::logEntry(std::string_view(bytes).substr(used));
            if (!entry)
                return entry.error();
            if (!*entry)
                break;
            auto &transaction = (*entry)->transaction;
            if (transaction.zxid != m_read + 1)
                return badLog("continues with " + shownNumber(transaction.zxid) + " after " + shownNumber(m_read));
            m_read = transaction.zxid;
            used += (*entry)->size;
            m_waiting.push_back(std::move(transaction));
        }
        m_offset += static_cast<std::int64_t>(used);
        const bool isAll = bytes.size() < wanted || wanted > 2 * zookeeper::mostTransactionBytes;
        if (used > 0)
            wanted = usualBytes / 2; // what comes next may be small again
        else if (isAll || JuteReader(bytes.substr(8)).integer() == 0)
            break;
    }
    return {};
}

Result<std::vector<ZookeeperTransaction>> ZookeeperLog::read(std::int64_t upTo)
{
    do {
        if (auto done = readFile(); !done)
            return done.error();
    } while (m_read < upTo && openNext());
    std::vector<ZookeeperTransaction> transactions;
    while (!m_waiting.empty() && m_waiting.front().zxid <= upTo) {
        m_last = m_waiting.front().zxid;
        transactions.push_back(std::move(m_waiting.front()));
        m_waiting.pop_front();
    }
    return transactions;
}

} // namespace lockcore
