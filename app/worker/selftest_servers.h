// SPDX-License-Identifier: MIT
// The servers of a self-test, one class for each store. Private to selftest_server.cpp and their own files.
#pragma once

#include "app/worker/selftest_server.h"
#include "lockcore/process/file_descriptor.h"
#include "lockcore/redis/connection.h"
#include "lockcore/redis/private_program.h"
#include "lockcore/redis/private_server.h"

namespace lockscope {

class RedisSelftestServer final : public SelftestServer
{
public:
    RedisSelftestServer(lockcore::EventLoop &loop, lockcore::Clock &clock);

    lockcore::Task<lockcore::Result<void>> open() override;
    const lockcore::worker::Server &address() const override { return m_address; }
    lockcore::Task<std::int64_t> commandsSeen() override;
    lockcore::Task<std::int64_t> connectionsSeen() override;
    lockcore::Task<bool> hasKeys(lockcore::Bytes key, lockcore::Bytes mark) override;
    lockcore::Task<bool> has(lockcore::Bytes key) override;
    lockcore::Task<bool> hasMark(lockcore::Bytes key, lockcore::Bytes mark) override;
    lockcore::Task<std::optional<lockcore::Milliseconds>> leaseLeft(lockcore::Bytes key) override;
    lockcore::Task<bool> remove(lockcore::Bytes key) override;

private:
    lockcore::Task<std::vector<lockcore::Bytes>> databases(); ///< those that have keys
    lockcore::Task<std::int64_t> integerOf(std::string command, lockcore::Bytes key);

    lockcore::EventLoop &m_loop;
    lockcore::Clock &m_clock;
    std::unique_ptr<lockcore::PrivateServer> m_server;
    lockcore::worker::Server m_address;
    std::unique_ptr<lockcore::Connection> m_connection;
};

/// Asks on one connection, and waits up to a second for the answer: memcached answers at once, and nothing else happens meanwhile.
class MemcachedSelftestServer final : public SelftestServer
{
public:
    lockcore::Task<lockcore::Result<void>> open() override;
    const lockcore::worker::Server &address() const override { return m_address; }
    lockcore::Task<std::int64_t> commandsSeen() override;
    lockcore::Task<std::int64_t> connectionsSeen() override;
    lockcore::Task<bool> hasKeys(lockcore::Bytes key, lockcore::Bytes mark) override;
    lockcore::Task<bool> has(lockcore::Bytes key) override;
    lockcore::Task<bool> hasMark(lockcore::Bytes key, lockcore::Bytes mark) override;
    lockcore::Task<std::optional<lockcore::Milliseconds>> leaseLeft(lockcore::Bytes key) override;
    lockcore::Task<bool> remove(lockcore::Bytes key) override;

private:
    lockcore::Bytes ask(const lockcore::Bytes &request) const;                ///< the whole reply; empty: none came
    std::int64_t statistic(const std::vector<std::string_view> &names) const; ///< their sum

    std::unique_ptr<lockcore::PrivateProgram> m_program;
    lockcore::worker::Server m_address;
    lockcore::FileDescriptor m_connection;
    std::int64_t m_ownConnections = 0; ///< memcached counts its listening sockets, too
};

} // namespace lockscope
