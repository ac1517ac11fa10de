// SPDX-License-Identifier: MIT
#include "support/redis_server.h"

#include "support/test_certificates.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QThread>

#include <csignal>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

namespace lockcore::test {

using namespace Qt::Literals::StringLiterals;

namespace {

// A Unix socket's path is limited to 107 bytes, and a test may run with a long TMPDIR.
QString shortTemplate()
{
    const auto base = QDir::tempPath();
    return (base.toUtf8().size() < 60 ? base : u"/tmp"_s) + u"/lockscope-test-XXXXXX"_s;
}

QString inQuotes(const std::string &text) { return u'"' + QString::fromStdString(text) + u'"'; }

} // namespace

int freePort()
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto *raw = reinterpret_cast<sockaddr *>(&address);
    if (fd < 0 || ::bind(fd, raw, size) != 0 || ::getsockname(fd, raw, &size) != 0)
        qFatal("no free port on the loopback");
    ::close(fd);
    return ntohs(address.sin_port);
}

// A cluster node listens for other nodes on a port number that is 10,000 higher.
static int nodePort()
{
    for (;;) {
        if (const int port = freePort(); port <= 55'535)
            return port;
    }
}

RedisServer::RedisServer(const QStringList &config)
    : RedisServer([&] {
        RedisServerOptions options;
        options.config = config;
        return options;
    }())
{ }

RedisServer::RedisServer(RedisServerOptions options)
    : m_options(std::move(options))
    , m_directory(shortTemplate())
{
    // Another test may take the free port before the server listens on it, so try again.
    for (int attempt = 0; attempt < 5; ++attempt) {
        const auto port = [this] { return m_options.cluster ? nodePort() : freePort(); };
        writeConfig({m_options.cluster || m_options.tcp ? port() : 0, m_options.tls ? port() : 0});
        if (startOnce()) {
            recordIfAsked();
            return;
        }
    }
    qFatal("redis-server does not start: %s", log().constData());
}

RedisServer::~RedisServer()
{
    if (m_recorder) {
        m_recorder->closeWriteChannel();
        m_recorder->waitForFinished();
    }
    kill();
}

// A separate process, because many tests have no event loop while they use the server.
void RedisServer::recordIfAsked()
{
    const auto program = qEnvironmentVariable("LOCK_RECORDER");
    if (program.isEmpty() || !m_options.password.empty() || m_options.sentinel)
        return;
    static int number = 0;
    const auto test = QCoreApplication::applicationName();
    const auto name = u"%1-%2-server-%3.txt"_s.arg(test).arg(QCoreApplication::applicationPid()).arg(++number);
    m_recorder = std::make_unique<QProcess>();
    m_recorder->start(program, {u"unix://"_s + QString::fromStdString(endpoint().path),
                                QDir(qEnvironmentVariable("LOCK_RECORDINGS")).filePath(name), test});
    if (!m_recorder->waitForStarted())
        qFatal("%s: %s", qPrintable(program), qPrintable(m_recorder->errorString()));
}

bool RedisServer::isAtLeast(int major, int minor)
{
    static const auto version = [] {
        QProcess process;
        process.start(u"redis-server"_s, {u"--version"_s});
        process.waitForFinished();
        const auto words = QString::fromUtf8(process.readAllStandardOutput()).section(u"v="_s, 1, 1); // Redis server v=7.0.15 …
        return std::pair(words.section(u'.', 0, 0).toInt(), words.section(u'.', 1, 1).toInt());
    }();
    return version >= std::pair(major, minor);
}

Endpoint RedisServer::endpoint() const
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Unix;
    endpoint.path = m_directory.filePath(u"redis.sock"_s).toStdString();
    endpoint.password = m_options.password;
    return endpoint;
}

Endpoint RedisServer::tcpEndpoint() const
{
    Endpoint endpoint;
    endpoint.port = m_ports.tcp;
    endpoint.password = m_options.password;
    return endpoint;
}

Endpoint RedisServer::tlsEndpoint() const
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Tls;
    endpoint.port = m_ports.tls;
    endpoint.password = m_options.password;
    if (m_options.tls)
        endpoint.tls.caFile = m_options.tls->ca().cert;
    return endpoint;
}

QByteArray RedisServer::log() const
{
    QFile file(m_directory.filePath(u"redis.log"_s));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no log)");
}

void RedisServer::restart(Data data)
{
    if (data == Data::Kept && !m_client->command({"SAVE"}).isOk())
        qFatal("redis-server cannot save: %s", log().constData());
    kill();
    if (data == Data::Lost)
        QFile::remove(m_directory.filePath(u"dump.rdb"_s));
    start();
}

void RedisServer::kill()
{
    m_client.reset();
    m_process->kill();
    m_process->waitForFinished();
}

void RedisServer::start()
{
    if (!startOnce())
        qFatal("redis-server does not start again: %s", log().constData());
}

void RedisServer::connectAgain() { m_client = std::make_unique<RedisClient>(endpoint()); }

void RedisServer::pause() { ::kill(static_cast<pid_t>(pid()), SIGSTOP); }

void RedisServer::resume() { ::kill(static_cast<pid_t>(pid()), SIGCONT); }

void RedisServer::writeConfig(Ports ports)
{
    m_ports = ports;
    QStringList lines = {u"port %1"_s.arg(ports.tcp),
                         u"bind 127.0.0.1"_s,
                         u"dir "_s + inQuotes(directory().toStdString()),
                         u"unixsocket "_s + inQuotes(endpoint().path),
                         u"unixsocketperm 700"_s,
                         u"daemonize no"_s,
                         u"save \"\""_s,
                         u"appendonly no"_s,
                         u"logfile redis.log"_s};
    if (isAtLeast(7, 0))
        lines << u"enable-debug-command yes"_s;
    if (!m_options.password.empty())
        lines << u"requirepass "_s + inQuotes(m_options.password);
    if (m_options.cluster)
        lines << u"cluster-enabled yes"_s << u"cluster-node-timeout 2000"_s;
    if (m_options.tls) {
        const auto server = m_options.expiredCertificate ? m_options.tls->expiredServer() : m_options.tls->server();
        lines << u"tls-port %1"_s.arg(ports.tls) << u"tls-auth-clients optional"_s
              << u"tls-ca-cert-file "_s + inQuotes(m_options.tls->ca().cert) << u"tls-cert-file "_s + inQuotes(server.cert)
              << u"tls-key-file "_s + inQuotes(server.key);
    }
    QFile file(m_directory.filePath(u"redis.conf"_s));
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        qFatal("cannot write %s", qPrintable(file.fileName()));
    file.write((lines + m_options.config).join(u'\n').toUtf8() + '\n');
}

void RedisServer::launch()
{
    m_process = std::make_unique<QProcess>();
    m_process->setStandardOutputFile(QProcess::nullDevice());
    m_process->setStandardErrorFile(QProcess::nullDevice());
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    QFile::remove(m_directory.filePath(u"redis.sock"_s));
    m_process->start(u"redis-server"_s, QStringList(m_directory.filePath(u"redis.conf"_s))
                                            + (m_options.sentinel ? QStringList(u"--sentinel"_s) : QStringList()));
    if (!m_process->waitForStarted())
        qFatal("redis-server: %s", qPrintable(m_process->errorString()));
}

bool RedisServer::startOnce()
{
    launch();
    const QDeadlineTimer deadline(10'000);
    while (!deadline.hasExpired() && m_process->state() == QProcess::Running) {
        m_client = std::make_unique<RedisClient>(endpoint());
        const auto reply = m_client->command({"PING"});
        if (reply == Reply::status("PONG") || reply.text.starts_with("NOPERM"))
            return true;
        m_process->waitForFinished(10);
    }
    return false;
}

} // namespace lockcore::test
