// SPDX-License-Identifier: MIT
#include "app/worker/selftest_servers.h"

#include "lockcore/lab/memcached/memcached_framing.h"
#include "lockcore/lab/memcached/memcached_program.h"
#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/lab/servers/server_address.h"
#include "lockcore/process/file_descriptor.h"
#include "lockcore/redis/private_program.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

namespace {

/// Asks on one connection, and waits up to a second for the answer: memcached answers at once, and nothing else happens meanwhile.
class MemcachedSelftestServer final : public SelftestServer
{
public:
    Task<Result<void>> open() override
    {
        m_address = addressOf(Store::Memcached, {}, freeLoopbackPort());
        auto program = PrivateProgram::start(memcachedProgram(port()));
        if (!program)
            co_return program.error();
        m_program = *std::move(program);
        m_connection = connectToMemcached(m_program->directory(), port());
        if (!m_connection)
            co_return Error{ErrorKind::Transport, "no connection to the self-test's memcached", "closed"};
        m_ownConnections = statistic({"curr_connections"});
        co_return Result<void>();
    }

    Task<std::int64_t> commandsSeen() override
    {
        co_return statistic({"cmd_get", "cmd_set", "cmd_touch", "cmd_meta", "cmd_flush", "delete_hits", "delete_misses", "incr_hits",
                             "incr_misses", "decr_hits", "decr_misses"});
    }

    Task<std::int64_t> connectionsSeen() override { co_return statistic({"curr_connections"}) - m_ownConnections; }

    Task<bool> hasKeys(Bytes, Bytes) override { co_return statistic({"curr_items"}) > 0; }

    Task<bool> has(Bytes key) override { co_return ask("mg " + key + "\r\n").starts_with("HD"); }

    Task<bool> hasMark(Bytes key, Bytes mark) override
    {
        co_return ask("mg " + key + " v\r\n") == "VA " + std::to_string(mark.size()) + "\r\n" + mark + "\r\n";
    }

    Task<std::optional<Milliseconds>> leaseLeft(Bytes key) override
    {
        const auto answer = ask("mg " + key + " t\r\n"); // `HD t60`; -1: for ever
        constexpr std::string_view begin = "HD t";
        const auto number = answer.starts_with(begin) ? answer.substr(begin.size(), answer.find('\r') - begin.size()) : Bytes();
        const auto left = parseInteger(number).value_or(-1);
        co_return left < 0 ? std::nullopt : std::optional(Milliseconds(std::chrono::seconds(left)));
    }

    Task<bool> remove(Bytes key) override { co_return ask("delete " + key + "\r\n") == "DELETED\r\n"; }

private:
    Bytes ask(const Bytes &request) const
    {
        return askMemcached(m_connection.get(), request, std::chrono::steady_clock::now() + std::chrono::seconds(1));
    }

    std::int64_t statistic(const std::vector<std::string_view> &names) const
    {
        std::int64_t sum = 0;
        const auto answer = ask("stats\r\n"); // `STAT cmd_get 3`
        for (std::size_t begin = 0, end = 0; (end = answer.find("\r\n", begin)) != Bytes::npos; begin = end + 2) {
            const auto words = memcachedWords(std::string_view(answer).substr(begin, end - begin));
            if (words.size() == 3 && std::find(names.begin(), names.end(), words[1]) != names.end())
                sum += parseInteger(words[2]).value_or(0);
        }
        return sum;
    }

    std::unique_ptr<PrivateProgram> m_program;
    FileDescriptor m_connection;
    std::int64_t m_ownConnections = 0; ///< memcached counts its listening sockets, too
};

} // namespace

std::unique_ptr<SelftestServer> memcachedSelftestServer() { return std::make_unique<MemcachedSelftestServer>(); }

} // namespace lockscope
