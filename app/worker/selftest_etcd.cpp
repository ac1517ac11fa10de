// SPDX-License-Identifier: MIT
#include "app/worker/selftest_servers.h"

#include "lockcore/lab/etcd/etcd_json.h"
#include "lockcore/lab/etcd/etcd_program.h"
#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/lab/servers/server_address.h"
#include "lockcore/redis/private_program.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <set>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

// A row of /proc/net/tcp: `0: 0100007F:5CF7 00000000:0000 0A …`, numbers in hexadecimal.
struct TcpRow
{
    int port = 0, remotePort = 0;
    bool isEstablished = false;
    QByteArray inode;
};

int portOf(const QByteArray &address) { return address.mid(address.indexOf(':') + 1).toInt(nullptr, 16); }

std::vector<TcpRow> tcpRows()
{
    std::vector<TcpRow> rows;
    QFile file(u"/proc/net/tcp"_s);
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    const auto lines = file.readAll().split('\n');
    for (const auto &line : lines.mid(1)) {
        const auto words = line.simplified().split(' ');
        constexpr qsizetype inodeAt = 9;
        if (words.size() > inodeAt)
            rows.push_back({portOf(words[1]), portOf(words[2]), words[3] == "01", words[inodeAt]});
    }
    return rows;
}

std::set<QByteArray> socketsOf(std::int64_t pid)
{
    std::set<QByteArray> inodes;
    const QDir files(u"/proc/%1/fd"_s.arg(pid));
    for (const auto &name : files.entryList(QDir::Files | QDir::System)) {
        const auto target = QFile::symLinkTarget(files.filePath(name)).toLatin1(); // …/socket:[123]
        if (const auto at = target.indexOf("socket:["); at >= 0)
            inodes.insert(target.mid(at + 8).chopped(1));
    }
    return inodes;
}

/// Asks etcd's JSON gateway, a connection for each question, and waits up to two seconds for the answer.
class EtcdSelftestServer final : public SelftestServer
{
public:
    Task<Result<void>> open() override
    {
        m_address = addressOf(Store::Etcd, {}, freeLoopbackPort());
        auto program = PrivateProgram::start(etcdProgram(port()));
        if (!program)
            co_return program.error();
        m_program = *std::move(program);
        co_return Result<void>();
    }

    // Calls of gRPC, which the questions about the metrics are not.
    Task<std::int64_t> commandsSeen() override
    {
        double sum = 0;
        const auto lines = QByteArray::fromStdString(ask("/metrics")).split('\n');
        for (const auto &line : lines) {
            if (line.startsWith("grpc_server_started_total{"))
                sum += line.mid(line.lastIndexOf(' ') + 1).toDouble();
        }
        co_return static_cast<std::int64_t>(sum);
    }

    // The gateway of etcd is a client of etcd itself.
    Task<std::int64_t> connectionsSeen() override
    {
        const auto rows = tcpRows();
        const auto ofEtcd = socketsOf(m_program->pid());
        std::set<int> itself;
        for (const auto &row : rows) {
            if (row.remotePort == m_address.port && ofEtcd.contains(row.inode))
                itself.insert(row.port);
        }
        co_return std::count_if(rows.begin(), rows.end(), [&](const TcpRow &row) {
            return row.port == m_address.port && row.isEstablished && !itself.contains(row.remotePort);
        });
    }

    Task<bool> hasKeys(Bytes, Bytes) override { co_return numberIn(ask("/v3/kv/range", allKeysJson()), "count").value_or(0) > 0; }

    Task<bool> has(Bytes key) override { co_return look(key).has_value(); }

    // etcd's own recipe marks a holding by the end of its key, which is the lease.
    Task<bool> hasMark(Bytes key, Bytes mark) override
    {
        const auto found = look(key);
        co_return found && (found->value == mark || key.ends_with('/' + mark));
    }

    Task<std::optional<Milliseconds>> leaseLeft(Bytes key) override
    {
        const auto found = look(key);
        if (!found || found->lease == 0)
            co_return std::nullopt;
        const auto seconds = numberIn(ask("/v3/lease/timetolive", leaseJson(found->lease)), "TTL").value_or(0);
        co_return Milliseconds(std::chrono::seconds(seconds));
    }

    Task<bool> remove(Bytes key) override { co_return numberIn(ask("/v3/kv/deleterange", deletionJson(key, {})), "deleted") == 1; }

private:
    Bytes ask(std::string_view path, const Bytes &json = {}) const
    {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        auto body = askEtcd(port(), path, json, deadline);
        return body ? *std::move(body) : Bytes();
    }

    std::optional<EtcdKey> look(const Bytes &key) const
    {
        auto keys = keysIn(ask("/v3/kv/range", rangeJson(key)));
        return keys.empty() ? std::nullopt : std::optional(std::move(keys.front()));
    }

    std::unique_ptr<PrivateProgram> m_program;
};

} // namespace

std::unique_ptr<SelftestServer> etcdSelftestServer() { return std::make_unique<EtcdSelftestServer>(); }

} // namespace lockscope
