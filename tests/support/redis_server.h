// SPDX-License-Identifier: MIT
// A real redis-server for one test: on a Unix socket in its own temporary directory, without the machine's configuration. It ends with this
// object. It is also killed when the thread that created it ends, so that a crashed test leaves no server. If anything fails here, the test
// program ends with the server's last words.
#pragma once

#include "support/redis_client.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace lockcore::test {

class TestCertificates;

struct RedisServerOptions
{
    QStringList config;    ///< further lines of redis.conf; the last line for an option wins. ACL: `user reader on >pw ~* +@read`
    std::string password;  ///< requirepass
    bool tcp = false;      ///< also on 127.0.0.1 and a free port
    bool cluster = false;  ///< also on a port, as a node of a cluster that has no slots yet
    bool sentinel = false; ///< a Redis Sentinel; the config says what it watches
    const TestCertificates *tls = nullptr; ///< also TLS on a free port; `tls-auth-clients optional` unless the config says otherwise
    bool expiredCertificate = false;
};

class RedisServer final
{
public:
    explicit RedisServer(const QStringList &config = {});
    explicit RedisServer(RedisServerOptions options);
    ~RedisServer();
    RedisServer(const RedisServer &) = delete;
    RedisServer &operator=(const RedisServer &) = delete;

    /// The first redis-server in PATH; forks of Redis count with their own version.
    static bool isAtLeast(int major, int minor);

    Endpoint endpoint() const; ///< the Unix socket, with the password if there is one
    Endpoint tcpEndpoint() const;
    Endpoint tlsEndpoint() const; ///< trusts the test authority; add a client certificate where needed
    QString directory() const { return m_directory.path(); }
    qint64 pid() const { return m_process->processId(); }
    QByteArray log() const;

    /// Runs a command as the default user, on the fixture's connection. `server.command({"SET", "lock", "token"})`.
    Reply command(const Command &command) { return m_client->command(command); }
    std::vector<Reply> pipeline(const std::vector<Command> &commands) { return m_client->pipeline(commands); }

    enum class Data { Kept, Lost };
    void restart(Data data);                               ///< on the same socket and ports; all connections are lost
    bool isRunning() const { return m_client != nullptr; } ///< false after kill()
    void kill();                                           ///< SIGKILL; start() starts it again with the data that was last saved
    void start();
    void launch(); ///< like start(), but without waiting for the first answer: loading the data may take long

    void connectAgain(); ///< after the server has closed the fixture's connection

    void pause(); ///< SIGSTOP: the sockets stay open and silent
    void resume();

private:
    struct Ports
    {
        int tcp = 0;
        int tls = 0;
    };
    void writeConfig(Ports ports);
    bool startOnce();
    void recordIfAsked();

    RedisServerOptions m_options;
    QTemporaryDir m_directory;
    std::unique_ptr<QProcess> m_process;
    std::unique_ptr<QProcess> m_recorder; ///< records its locks, if the environment variable LOCK_RECORDER names record_locks
    std::unique_ptr<RedisClient> m_client;
    Ports m_ports;
};

/// A loopback port on which no program listens at this moment.
int freePort();

} // namespace lockcore::test
