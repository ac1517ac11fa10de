// SPDX-License-Identifier: MIT
// A private redis-server as the judge of what a command does: its content is set, its clock is set, the command is sent, and everything is
// read back. Linux only. It blocks; one thread.
#pragma once

#include "lockcore/explorer/oracle.h"
#include "lockcore/oracle/clock_page.h"
#include "lockcore/redis/private_server.h"

struct redisContext;

namespace lockcore {

struct ServerOracleOptions
{
    std::string program = "redis-server"; ///< or another version, or Valkey
    std::string supervisor;               ///< as in PrivateServerOptions
    bool holdsClock = true;               ///< false: its clock is that of this machine, for a replay in real time
};

class ServerOracle final : public explorer::Oracle
{
public:
    /// Error: Refused, as PrivateServer::start(), or its clock cannot be held.
    static Result<std::unique_ptr<ServerOracle>> start(const ServerOracleOptions &options);
    ~ServerOracle() override;

    using explorer::Oracle::judge;
    Result<std::vector<explorer::Judgement>> judge(std::span<const explorer::Question> questions) override;
    Result<bool> touches(const Bytes &watched, const explorer::Keyspace &before, const std::vector<Bytes> &command,
                         std::optional<int> now) override;
    std::string shown(const explorer::StoredKey &key) override;

    /// For a replay: what this command does now, after all that was done before; without a command: what is there. `own`: the worker over
    /// whose own connection it goes.
    Result<explorer::Judgement> goOn(const std::optional<std::vector<Bytes>> &command, int now, std::optional<int> own = {});
    Result<void> forgetAll(int now); ///< keeps connections
    void closeOwn();                 ///< the workers' own connections

    const std::string &version() const override { return m_version; }

private:
    using Context = std::unique_ptr<redisContext, void (*)(redisContext *)>;

    ServerOracle(ClockPage clock, std::unique_ptr<PrivateServer> server);
    Result<void> begin(bool holdsClock);
    Result<std::vector<explorer::Judgement>> judgeOnce(std::span<const explorer::Question> questions, int usualTime);
    Result<void> judgeTogether(std::span<const explorer::Question> questions, std::span<const std::size_t> which, int now,
                               std::vector<explorer::Judgement> &judged);
    void appendKeys(const explorer::Keyspace &keys, int now);
    Result<void> readLoaded(const explorer::Keyspace &keys);
    Result<void> load(const explorer::Keyspace &keys, int now);
    Result<std::vector<Message>> heard();
    Result<Reply> ask(const std::vector<Bytes> &command);
    void append(const std::vector<Bytes> &command);
    Result<redisContext *> own(int worker);
    Result<Reply> askOn(redisContext &context, const std::vector<Bytes> &command);
    Result<Reply> read(redisContext &context);

    ClockPage m_clock; // the server's: it ends first
    std::unique_ptr<PrivateServer> m_server;
    Context m_connection;
    Context m_ear;
    std::map<int, Context> m_own; ///< a worker's; nobody's watches for touches()
    Bytes m_readBack;             ///< the script's SHA-1
    std::string m_version;
};

} // namespace lockcore
