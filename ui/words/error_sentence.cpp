// SPDX-License-Identifier: MIT
#include "ui/words/error_sentence.h"

#include "ui/words/server_sentence.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QLocale>

namespace lockscope {

using lockcore::Endpoint;
using lockcore::Error;
using lockcore::ErrorKind;

namespace {

QString withParticulars(QString sentence, const Error &error)
{
    const auto particulars = asSentence(error.text);
    return particulars.isEmpty() ? sentence : sentence + u' ' + particulars;
}

QString socketSentence(const Error &error, const Endpoint &endpoint)
{
    const auto path = shownText(endpoint.path, 120);
    if (error.detail == "no-socket")
        return Words::tr("There is no socket at %1. Is redis-server running, and is this the path of `unixsocket` in its "
                         "configuration?")
            .arg(path);
    return Words::tr("You are not permitted to use the socket %1. Run Lockscope as a user of the socket's group, or set "
                     "`unixsocketperm` in the server's configuration.")
        .arg(path);
}

QString tlsSentence(const Error &error, const Endpoint &endpoint)
{
    const auto where = nameInSentences(endpoint);
    if (error.detail == "tls-untrusted")
        return Words::tr("The certificate of %1 is not signed by an authority that this machine trusts. If the server has an "
                         "authority of its own, name its file: in the URL as ?ca=/path/to/ca.pem, or in the profile.")
            .arg(where);
    if (error.detail == "tls-expired")
        return Words::tr("The certificate of %1 has expired or is not valid yet. Renew it on the server; if it is valid, "
                         "check the clock of this machine.")
            .arg(where);
    if (error.detail == "tls-hostname")
        return Words::tr("The certificate of %1 was issued for another name than \"%2\". If the server is reached by another "
                         "name here, put the certificate's name into the URL: ?server-name=NAME.")
            .arg(where, shownText(endpoint.tls.serverName.empty() ? endpoint.host : endpoint.tls.serverName, 120));
    return withParticulars(Words::tr("No TLS connection to %1 could be made. If the server speaks plain text on this port, "
                                     "write redis:// instead of rediss://.")
                               .arg(where),
                           error);
}

QString transportSentence(const Error &error, const Endpoint &endpoint)
{
    const auto where = nameInSentences(endpoint);
    const auto &detail = error.detail;
    if (detail == "host-not-found")
        return Words::tr("The host name \"%1\" is not known. Check its spelling, or whether this machine's network (a VPN?) can "
                         "look it up.")
            .arg(shownText(endpoint.host, 120));
    if (detail == "refused")
        return Words::tr("Nothing accepts connections at %1. Check the host and the port, and whether redis-server is running "
                         "and listens on that address (`bind`).")
            .arg(where);
    if (detail == "no-socket" || detail == "socket-permission")
        return socketSentence(error, endpoint);
    if (detail == "unreachable")
        return Words::tr("There is no route to %1. Check the network of this machine: a VPN, a tunnel or a firewall may be "
                         "missing or in the way.")
            .arg(where);
    if (detail == "closed") {
        const bool plain = endpoint.transport == Endpoint::Transport::Tcp;
        const auto hint = plain ? u' ' + Words::tr("If it expects TLS, write rediss:// instead of redis://.") : QString();
        return Words::tr("%1 closed the connection. The server may have been stopped, may be at its limit of clients, or may "
                         "not accept this machine.")
                   .arg(where)
               + hint;
    }
    if (detail.starts_with("tls"))
        return tlsSentence(error, endpoint);
    return withParticulars(Words::tr("The connection to %1 failed.").arg(where), error);
}

QString timeoutSentence(const Error &error, const Endpoint &endpoint, lockcore::Milliseconds timeout)
{
    const auto seconds = QLocale().toString(static_cast<double>(timeout.count()) / 1000, 'g', 4);
    if (error.detail == "connect") {
        const bool tls = endpoint.transport == Endpoint::Transport::Tls;
        const auto hint = tls ? u' ' + Words::tr("If the server speaks plain text there, write redis:// instead of rediss://.") : QString();
        return Words::tr("%1 did not answer within %2 s. The address may be wrong, or a firewall drops the connection; a "
                         "slow network may need a longer time-out.")
                   .arg(nameInSentences(endpoint), seconds)
               + hint;
    }
    if (error.detail == "handshake") {
        const bool plain = endpoint.transport == Endpoint::Transport::Tcp;
        const auto hint = plain ? u' ' + Words::tr("If it expects TLS, write rediss:// instead of redis://.") : QString();
        return Words::tr("%1 accepted the connection, but did not answer within %2 s. The server may be stopped or overloaded, or "
                         "it may not be a Redis server.")
                   .arg(nameInSentences(endpoint), seconds)
               + hint;
    }
    return Words::tr("%1 did not answer a command within %2 s. It may be overloaded, run a long script, or be stopped; it may "
                     "also not be a Redis server.")
        .arg(nameInSentences(endpoint), seconds);
}

QString protocolSentence(const Error &error, const Endpoint &endpoint)
{
    const auto where = nameInSentences(endpoint);
    if (error.detail == "http")
        return Words::tr(
                   "%1 is a web server, not a Redis server: it answered in HTTP or with a page. Check the port; Redis usually uses 6379.")
            .arg(where);
    if (error.detail == "not-redis")
        return Words::tr("%1 is not a Redis server: its answer is not in Redis' protocol. Check the host and the port; if Redis "
                         "expects TLS there, write rediss:// instead of redis://.")
            .arg(where);
    if (error.detail == "sentinel")
        return Words::tr("%1 is a Redis Sentinel: it knows where the primary is, but holds no locks. Write "
                         "redis-sentinel://%2/NAME, with the name under which it watches the primary.")
            .arg(where, shownText(toString(lockcore::HostPort{endpoint.host, endpoint.port}), 120));
    if (error.detail == "too-large")
        return withParticulars(Words::tr("An answer of %1 was larger than Lockscope accepts, so the connection was closed.").arg(where),
                               error);
    return withParticulars(Words::tr("%1 broke the rules of Redis' protocol, so the connection was closed. Something in between, "
                                     "such as a proxy, may be the cause.")
                               .arg(where),
                           error);
}

} // namespace

QString errorSentence(const Error &error, const Endpoint &endpoint, lockcore::Milliseconds timeout)
{
    if (error.detail == "sentinel")
        return protocolSentence(error, endpoint);
    if (error.detail == "another-server")
        return Words::tr("%1 is another server now than when Lockscope began to look: it was replaced, or a proxy chooses between "
                         "several. Try again, or connect to the server itself.")
            .arg(nameInSentences(endpoint));
    switch (error.kind) {
    case ErrorKind::Transport: return transportSentence(error, endpoint);
    case ErrorKind::Timeout: return timeoutSentence(error, endpoint, timeout);
    case ErrorKind::Protocol: return protocolSentence(error, endpoint);
    case ErrorKind::Server: return serverSentence(error, endpoint);
    case ErrorKind::Cancelled: return Words::tr("It was cancelled before %1 answered.").arg(nameInSentences(endpoint));
    case ErrorKind::Refused: break;
    }
    const auto sentence = asSentence(error.text);
    return sentence.isEmpty() ? Words::tr("Lockscope refused to do this.") : sentence;
}

} // namespace lockscope
