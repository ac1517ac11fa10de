// SPDX-License-Identifier: MIT
#include "app/worker/selftest_servers.h"

#include "lockcore/lab/memcached/memcached_framing.h"
#include "lockcore/lab/memcached/memcached_program.h"
#include "lockcore/lab/resp/byte_stream.h"

#include <algorithm>

namespace lockscope {

using namespace lockcore;

Task<Result<void>> MemcachedSelftestServer::open()
{
    m_address.store = "memcached";
    m_address.host = "127.0.0.1";
    m_address.port = freeLoopbackPort();
    m_address.url = "memcached://127.0.0.1:" + std::to_string(m_address.port);
    const auto port = static_cast<int>(m_address.port);
    auto program = PrivateProgram::start(memcachedProgram(port));
    if (!program)
        co_return program.error();
    m_program = *std::move(program);
    m_connection = connectToMemcached(m_program->directory(), port);
    if (!m_connection)
        co_return Error{ErrorKind::Transport, "no connection to the self-test's memcached", "closed"};
    m_ownConnections = statistic({"curr_connections"});
    co_return Result<void>();
}

Bytes MemcachedSelftestServer::ask(const Bytes &request) const
{
    return askMemcached(m_connection.get(), request, std::chrono::steady_clock::now() + std::chrono::seconds(1));
}

std::int64_t MemcachedSelftestServer::statistic(const std::vector<std::string_view> &names) const
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

Task<std::int64_t> MemcachedSelftestServer::commandsSeen()
{
    co_return statistic({"cmd_get", "cmd_set", "cmd_touch", "cmd_meta", "cmd_flush", "delete_hits", "delete_misses", "incr_hits",
                         "incr_misses", "decr_hits", "decr_misses"});
}

Task<std::int64_t> MemcachedSelftestServer::connectionsSeen() { co_return statistic({"curr_connections"}) - m_ownConnections; }

Task<bool> MemcachedSelftestServer::hasKeys(Bytes, Bytes) { co_return statistic({"curr_items"}) > 0; }

Task<bool> MemcachedSelftestServer::has(Bytes key) { co_return ask("mg " + key + "\r\n").starts_with("HD"); }

Task<bool> MemcachedSelftestServer::hasMark(Bytes key, Bytes mark)
{
    co_return ask("mg " + key + " v\r\n") == "VA " + std::to_string(mark.size()) + "\r\n" + mark + "\r\n";
}

Task<std::optional<Milliseconds>> MemcachedSelftestServer::leaseLeft(Bytes key)
{
    const auto answer = ask("mg " + key + " t\r\n"); // `HD t60`; -1: for ever
    constexpr std::string_view begin = "HD t";
    const auto number = answer.starts_with(begin) ? answer.substr(begin.size(), answer.find('\r') - begin.size()) : Bytes();
    const auto left = parseInteger(number).value_or(-1);
    co_return left < 0 ? std::nullopt : std::optional(Milliseconds(std::chrono::seconds(left)));
}

Task<bool> MemcachedSelftestServer::remove(Bytes key) { co_return ask("delete " + key + "\r\n") == "DELETED\r\n"; }

} // namespace lockscope
