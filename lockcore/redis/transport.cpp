// SPDX-License-Identifier: MIT
#include "lockcore/redis/transport.h"

#include "lockcore/process/file_descriptor.h"
#include "lockcore/redis/certificate_names.h"

#include <QFile>
#include <QLocalSocket>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>

namespace lockcore {

namespace {

constexpr qint64 readBuffer = 4 * 1024 * 1024; // if a peer floods us, its own buffers fill, not ours

Error transportError(const QString &text, const char *detail) { return {ErrorKind::Transport, text.toStdString(), detail}; }

const char *detailOf(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError: return "refused";
    case QAbstractSocket::RemoteHostClosedError: return "closed";
    case QAbstractSocket::HostNotFoundError: return "host-not-found";
    case QAbstractSocket::SocketTimeoutError:
    case QAbstractSocket::NetworkError: return "unreachable";
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError: return "tls";
    default: return "network";
    }
}

const char *detailOf(QLocalSocket::LocalSocketError error)
{
    switch (error) {
    case QLocalSocket::ServerNotFoundError: return "no-socket";
    case QLocalSocket::ConnectionRefusedError: return "refused";
    case QLocalSocket::PeerClosedError: return "closed";
    case QLocalSocket::SocketAccessError: return "socket-permission";
    default: return "network";
    }
}

const char *detailOf(QSslError::SslError error)
{
    switch (error) {
    case QSslError::CertificateExpired:
    case QSslError::CertificateNotYetValid: return "tls-expired";
    case QSslError::HostNameMismatch: return "tls-hostname";
    default: return "tls-untrusted";
    }
}

class TcpTransport : public Transport
{
public:
    explicit TcpTransport(const Endpoint &endpoint)
        : TcpTransport(endpoint, new QTcpSocket)
    {
        connect(m_socket.get(), &QAbstractSocket::connected, this, &Transport::opened);
    }

    void open() override { m_socket->connectToHost(QString::fromStdString(m_endpoint.host), static_cast<quint16>(m_endpoint.port)); }

    void abort() override
    {
        m_socket->disconnect(this);
        m_socket->abort();
    }

protected:
    TcpTransport(const Endpoint &endpoint, QTcpSocket *socket)
        : m_endpoint(endpoint)
        , m_socket(socket)
    {
        connect(socket, &QAbstractSocket::connected, this, [this] { // the options need a connected socket
            m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
            m_socket->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
        });
        m_socket->setReadBufferSize(readBuffer);
        connect(socket, &QIODevice::readyRead, this, &Transport::received);
        connect(socket, &QAbstractSocket::errorOccurred, this,
                [this](QAbstractSocket::SocketError error) { emit failed(transportError(m_socket->errorString(), detailOf(error))); });
    }

    QIODevice &device() override { return *m_socket; }
    void flush() override { m_socket->flush(); }
    void limitReading(qint64 bytes) override { m_socket->setReadBufferSize(bytes); }
    qintptr descriptor() const override { return m_socket->socketDescriptor(); }

    const Endpoint m_endpoint;
    const std::unique_ptr<QTcpSocket> m_socket;
};

class TlsTransport final : public TcpTransport
{
public:
    explicit TlsTransport(const Endpoint &endpoint)
        : TcpTransport(endpoint, new QSslSocket)
    {
        connect(&socket(), &QSslSocket::encrypted, this, [this] {
            if (m_endpoint.tls.verify && !alternativeNamesAllow(socket().peerCertificate(), peerName()))
                emit failed(transportError(QSslError(QSslError::HostNameMismatch).errorString(), "tls-hostname"));
            else
                emit opened();
        });
        connect(&socket(), &QSslSocket::sslErrors, this, [this](const QList<QSslError> &errors) {
            if (!m_endpoint.tls.verify)
                return; // Qt reports a wrong host name although the check is off; the handshake continues
            // The error is not ignored, so the handshake fails. The following errorOccurred is dropped.
            emit failed(transportError(errors.front().errorString(), detailOf(errors.front().error())));
        });
    }

    void open() override
    {
        if (const auto problem = configure()) {
            emit failed(*problem);
            return;
        }
        socket().connectToHostEncrypted(QString::fromStdString(m_endpoint.host), static_cast<quint16>(m_endpoint.port), peerName());
    }

    bool canHold() const override { return false; }

private:
    QSslSocket &socket() { return static_cast<QSslSocket &>(*m_socket); }

    QString peerName() const
    {
        return QString::fromStdString(m_endpoint.tls.serverName.empty() ? m_endpoint.host : m_endpoint.tls.serverName);
    }

    std::optional<Error> configure()
    {
        const auto &tls = m_endpoint.tls;
        if (!QSslSocket::supportsSsl())
            return transportError(QStringLiteral("this Qt has no TLS"), "tls");
        auto configuration = QSslConfiguration::defaultConfiguration();
        configuration.setPeerVerifyMode(tls.verify ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
        if (!tls.caFile.empty()) {
            const auto authorities = QSslCertificate::fromPath(QString::fromStdString(tls.caFile));
            if (authorities.isEmpty())
                return unreadable(tls.caFile);
            configuration.setCaCertificates(authorities);
        }
        if (!tls.certFile.empty()) {
            const auto chain = QSslCertificate::fromPath(QString::fromStdString(tls.certFile));
            if (chain.isEmpty())
                return unreadable(tls.certFile);
            configuration.setLocalCertificateChain(chain);
            const auto &keyPath = tls.keyFile.empty() ? tls.certFile : tls.keyFile;
            const auto key = readKey(QString::fromStdString(keyPath));
            if (key.isNull())
                return unreadable(keyPath);
            configuration.setPrivateKey(key);
        }
        socket().setSslConfiguration(configuration);
        return std::nullopt;
    }

    static QSslKey readKey(const QString &path)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return {};
        const auto pem = file.readAll();
        for (const auto algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
            if (QSslKey key(pem, algorithm); !key.isNull())
                return key;
        }
        return {};
    }

    static Error unreadable(const std::string &path) { return {ErrorKind::Refused, "no usable PEM data in " + path, "tls-file"}; }
};

class UnixTransport final : public Transport
{
public:
    explicit UnixTransport(const Endpoint &endpoint)
        : m_endpoint(endpoint)
    {
        m_socket.setReadBufferSize(readBuffer);
        connect(&m_socket, &QLocalSocket::connected, this, &Transport::opened);
        connect(&m_socket, &QIODevice::readyRead, this, &Transport::received);
        connect(&m_socket, &QLocalSocket::errorOccurred, this,
                [this](QLocalSocket::LocalSocketError error) { emit failed(transportError(m_socket.errorString(), detailOf(error))); });
    }

    void open() override { m_socket.connectToServer(nameFor(m_endpoint.path)); }

    void abort() override
    {
        m_socket.disconnect(this);
        m_socket.abort();
    }

    // Only a Unix socket needs this: over TCP the first write to a closed peer succeeds, and the peer's last reply is read before the
    // reset.
    void hearOut() override
    {
        pollfd socket{static_cast<int>(m_socket.socketDescriptor()), POLLIN, 0};
        if (::poll(&socket, 1, 0) > 0) // poll first: without input, Qt reports waitForReadyRead(0) as an error
            m_socket.waitForReadyRead(0);
    }

private:
    // QLocalSocket takes a QString, but a path is bytes. If a path is not UTF-8, connect through another name for it that is UTF-8.
    QString nameFor(const std::string &path)
    {
        auto text = QString::fromStdString(path);
        if (text.toStdString() == path)
            return text;
        m_alias = FileDescriptor(::open(path.c_str(), O_PATH | O_CLOEXEC));
        // If open() failed, use the unchanged name: then the file does not exist under this name either.
        return m_alias ? QStringLiteral("/proc/self/fd/%1").arg(m_alias.get()) : text;
    }

    QIODevice &device() override { return m_socket; }
    void flush() override { m_socket.flush(); }
    void limitReading(qint64 bytes) override { m_socket.setReadBufferSize(bytes); }
    qintptr descriptor() const override { return m_socket.socketDescriptor(); }

    const Endpoint m_endpoint;
    FileDescriptor m_alias;
    QLocalSocket m_socket;
};

} // namespace

std::unique_ptr<Transport> Transport::create(const Endpoint &endpoint)
{
    switch (endpoint.transport) {
    case Endpoint::Transport::Tls: return std::make_unique<TlsTransport>(endpoint);
    case Endpoint::Transport::Unix: return std::make_unique<UnixTransport>(endpoint);
    case Endpoint::Transport::Tcp: break;
    }
    return std::make_unique<TcpTransport>(endpoint);
}

void Transport::write(const std::string &bytes)
{
    device().write(bytes.data(), static_cast<qint64>(bytes.size()));
    flush();
}

// While its buffer is full, Qt does not read from the kernel.
void Transport::hold(bool held) { limitReading(held ? 1 : readBuffer); }

std::string Transport::readAll()
{
    std::string bytes(static_cast<std::size_t>(device().bytesAvailable()), '\0');
    const auto read = device().read(bytes.data(), static_cast<qint64>(bytes.size()));
    bytes.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
    return bytes;
}

// Qt holds one byte of what has arrived, and listens again when it is asked for more than that.
SecretText Transport::readHeld(std::size_t most)
{
    SecretText bytes(most, '\0');
    auto size = static_cast<std::size_t>(std::max<qint64>(0, device().read(bytes.data(), static_cast<qint64>(most))));
    while (canHold() && size < most) {
        const auto more = ::recv(static_cast<int>(descriptor()), bytes.data() + size, most - size, MSG_DONTWAIT);
        if (more <= 0)
            break;
        size += static_cast<std::size_t>(more);
    }
    bytes.resize(size);
    return bytes;
}

} // namespace lockcore
