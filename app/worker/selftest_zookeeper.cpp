// SPDX-License-Identifier: MIT
#include "app/worker/selftest_servers.h"

#include "lockcore/lab/scenario/store_fit.h"
#include "lockcore/lab/servers/server_address.h"
#include "lockcore/lab/zookeeper/zookeeper_program.h"
#include "lockcore/lab/zookeeper/zookeeper_question.h"
#include "lockcore/lab/zookeeper/zookeeper_queues.h"
#include "lockcore/process/poller.h"
#include "lockcore/redis/private_program.h"

namespace lockscope {

using namespace lockcore;

namespace {

/// Knows from the server's own transaction log what the worker has done.
class ZookeeperSelftestServer final : public SelftestServer
{
public:
    Task<Result<void>> open() override
    {
        int port = 0;
        auto program = startZookeeper(std::string(programOf(Store::Zookeeper)), {}, &port);
        if (!program)
            co_return program.error();
        m_program = *std::move(program);
        m_log.emplace(zookeeperLogDirectory(m_program->directory()));
        m_address = addressOf(Store::Zookeeper, {}, port);
        co_return Result<void>();
    }

    // Those that changed something.
    Task<std::int64_t> commandsSeen() override
    {
        read();
        co_return m_commands;
    }

    // `Connections: 3`: with that of the question.
    Task<std::int64_t> connectionsSeen() override
    {
        const auto answer = askZookeeper(port(), "srvr", std::chrono::steady_clock::now() + std::chrono::seconds(1));
        constexpr std::string_view begin = "Connections: ";
        const auto at = answer.find(begin);
        if (at == Bytes::npos)
            co_return 1;
        const auto number = at + begin.size();
        co_return parseInteger(std::string_view(answer).substr(number, answer.find('\n', number) - number)).value_or(2) - 1;
    }

    Task<bool> hasKeys(Bytes, Bytes) override
    {
        read();
        co_return !m_queues.isEmpty();
    }

    Task<bool> has(Bytes key) override
    {
        read();
        co_return m_queues.hasQueue(key);
    }

    Task<bool> hasMark(Bytes key, Bytes mark) override
    {
        read();
        co_return m_queues.find(key, mark) != nullptr;
    }

    // The timeout of its session.
    Task<std::optional<Milliseconds>> leaseLeft(Bytes key) override
    {
        read();
        const auto *const holder = m_queues.holder(key);
        co_return holder ? m_queues.timeoutOf(holder->session) : std::nullopt;
    }

    Task<bool> remove(Bytes key) override
    {
        read();
        const auto path = m_queues.holderOf(key);
        if (!path)
            co_return false;
        auto deleting = zookeeperDelete(
            port(), *path, [] {}, m_poller.get());
        const auto deleted = co_await deleting;
        co_return deleted.ok() && deleted->starts_with("zxid");
    }

private:
    // What is new in the log.
    void read()
    {
        const auto transactions = m_log->read();
        for (std::size_t i = 0; transactions.ok() && i < transactions->size(); ++i) {
            const auto &transaction = (*transactions)[i];
            m_commands += transaction.changes.empty() ? 0 : 1;
            m_queues.take(transaction);
        }
    }

    const std::unique_ptr<Poller> m_poller = std::make_unique<Poller>();
    std::unique_ptr<PrivateProgram> m_program;
    std::optional<ZookeeperLog> m_log;
    ZookeeperQueues m_queues;
    std::int64_t m_commands = 0;
};

} // namespace

std::unique_ptr<SelftestServer> zookeeperSelftestServer() { return std::make_unique<ZookeeperSelftestServer>(); }

} // namespace lockscope
