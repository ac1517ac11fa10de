// SPDX-License-Identifier: MIT
// A real server behind a gate, and clients of it, all in one thread: a client's question waits in the event loop.
#pragma once

#include "lockcore/lab/gate/gate.h"
#include "lockcore/lab/resp/reply_decoding.h"
#include "lockcore/lab/resp/resp_framing.h"
#include "lockcore/redis/batch.h"
#include "lockcore/redis/event_loop.h"
#include "support/awaiting.h"
#include "support/redis_server.h"

#include <QTcpSocket>

#include <deque>

namespace lockcore::test {

/// A client of a gate that has logged in.
class GateClient final
{
public:
    explicit GateClient(int port, const std::string &password = "secret")
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(port));
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] { read(); });
        if (!password.empty() && ask({"AUTH", password}) != Reply::status("OK"))
            qFatal("AUTH through the gate failed");
    }

    QTcpSocket &socket() { return m_socket; }
    void sendBytes(const std::string &bytes) { m_socket.write(bytes.data(), qint64(bytes.size())); }
    void send(const Command &words) { sendBytes(Batch(words).bytes()); }
    bool has(std::size_t replies) const { return m_frames.size() >= replies; }

    ReplyFrame frame()
    {
        if (!eventually([this] { return has(1); }))
            qFatal("no reply came through the gate");
        auto first = m_frames.front();
        m_frames.pop_front();
        return first;
    }
    Reply reply() { return decoded(frame().bytes); }
    Reply ask(const Command &words)
    {
        send(words);
        return reply();
    }
    bool isClosed() const { return m_socket.state() == QAbstractSocket::UnconnectedState; }
    bool midway() const { return m_framer.midway(); }

private:
    void read()
    {
        m_framer.feed(m_socket.readAll().toStdString());
        for (;;) {
            auto frame = m_framer.next();
            if (!frame)
                qFatal("%s", frame.error().text.c_str());
            if (!*frame)
                return;
            m_frames.push_back(**frame);
        }
    }

    QTcpSocket m_socket;
    ReplyFramer m_framer;
    std::deque<ReplyFrame> m_frames;
};

struct GatedCase
{
    explicit GatedCase(ServerRecord::Options options = {})
        : server(serverOptions())
        , gated(server.endpoint(), options, clock, poller)
        , gate(gated, {7, 1})
    {
        Arriving<Result<void>> opened(loop, gated.open());
        if (const auto result = opened.get(); !result)
            qFatal("%s", result.error().text.c_str());
        if (const auto listening = gate.listen(); !listening)
            qFatal("%s", listening.error().text.c_str());
        QObject::connect(&gated, &GatedServer::turnEnded, &gated, [this](const TurnReport &report) { turns.push_back(report); });
        QObject::connect(&gated, &GatedServer::arrived, &gated, [this](const ArrivalReport &report) { arrivals.push_back(report); });
        QObject::connect(&gate, &Gate::misused, &gate, [this](std::int64_t, const Error &error) { misuses.push_back(error); });
    }

    static RedisServerOptions serverOptions()
    {
        RedisServerOptions options;
        options.config = {QStringLiteral("notify-keyspace-events EA")};
        options.password = "secret";
        return options;
    }

    int port() const { return gate.port(); }
    bool isIdle() const { return gated.turnstile().current() == 0 && gated.turnstile().waiting() == 0; }

    RedisServer server;
    EventLoop loop;
    LoopClock clock;
    Poller poller;
    GatedServer gated;
    std::vector<TurnReport> turns;
    std::vector<ArrivalReport> arrivals;
    std::vector<Error> misuses;
    Gate gate;
};

} // namespace lockcore::test
