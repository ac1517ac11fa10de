// SPDX-License-Identifier: MIT
// What the Lab's gate costs: the latency of one worker alone, and the commands per second over 200 connections. Each value is compared, in
// the same run, with a bare forwarder that only frames (epoll, no Qt, no turns). Medians of interleaved rounds, because on a busy machine
// only ratios within one run mean something. All commands are SET with a TTL, so with looks enabled each command causes a look.
#include "figures.h"
#include "workplace.h"

#include "lockcore/lab/gate/gate.h"
#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/lab/resp/resp_framing.h"
#include "lockcore/redis/batch.h"
#include "lockcore/redis/event_loop.h"
#include "support/awaiting.h"
#include "support/redis_server.h"

#include <QCoreApplication>

#include <array>
#include <atomic>
#include <cerrno>
#include <map>
#include <thread>

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

using namespace lockcore;
using namespace lockcore::bench;
using namespace lockcore::test;

namespace {

constexpr int rounds = 7;
constexpr int latencyCommands = 2'000;
constexpr int connections = 200;
constexpr int rateCommands = 10'000;

using SteadyClock = std::chrono::steady_clock;

double microsecondsSince(SteadyClock::time_point begin)
{
    return std::chrono::duration<double, std::micro>(SteadyClock::now() - begin).count();
}

// Only cuts requests and replies as the gate does, on a separate thread.
class BareForwarder
{
public:
    explicit BareForwarder(std::string path)
        : m_path(std::move(path))
        , m_listener(listenOnLoopback(m_port))
        , m_epoll(::epoll_create1(EPOLL_CLOEXEC))
        , m_end(::eventfd(0, EFD_CLOEXEC))
    {
        watch(m_listener.get());
        watch(m_end.get());
        m_thread = std::thread([this] { run(); });
    }
    ~BareForwarder()
    {
        ::eventfd_write(m_end.get(), 1);
        m_thread.join();
    }
    int port() const { return m_port; }

private:
    struct Side
    {
        FileDescriptor socket;
        int other = -1;
        bool isClient = false;
        RequestFramer requests;
        ReplyFramer replies;
    };

    void watch(int fd)
    {
        epoll_event event{EPOLLIN, {}};
        event.data.fd = fd;
        ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, fd, &event);
    }

    void run()
    {
        std::array<epoll_event, 256> ready{};
        for (;;) {
            const int n = ::epoll_wait(m_epoll.get(), ready.data(), static_cast<int>(ready.size()), -1);
            for (int i = 0; i < n; ++i) {
                const int fd = ready[static_cast<std::size_t>(i)].data.fd;
                if (fd == m_end.get())
                    return;
                if (fd == m_listener.get())
                    accept();
                else
                    forward(fd);
            }
        }
    }

    void accept()
    {
        while (auto client = acceptFrom(m_listener.get())) {
            auto server = connectToUnixSocket(m_path);
            const int c = client.get();
            const int s = server.get();
            watch(c);
            watch(s);
            m_sides[c] = {std::move(client), s, true, {}, {}};
            m_sides[s] = {std::move(server), c, false, {}, {}};
        }
    }

    void forward(int fd)
    {
        const auto found = m_sides.find(fd);
        if (found == m_sides.end())
            return;
        auto &side = found->second;
        static std::array<char, 64 * 1024> buffer;
        const auto n = ::recv(fd, buffer.data(), buffer.size(), 0);
        if (n <= 0) {
            const int other = side.other;
            m_sides.erase(fd);
            m_sides.erase(other);
            return;
        }
        const std::string_view bytes(buffer.data(), static_cast<std::size_t>(n));
        if (side.isClient) {
            side.requests.feed(bytes);
            for (auto next = side.requests.next(); next.ok() && *next; next = side.requests.next())
                ::send(side.other, (*next)->bytes.data(), (*next)->bytes.size(), MSG_NOSIGNAL);
        } else {
            side.replies.feed(bytes);
            for (auto next = side.replies.next(); next.ok() && *next; next = side.replies.next())
                ::send(side.other, (*next)->bytes.data(), (*next)->bytes.size(), MSG_NOSIGNAL);
        }
    }

    const std::string m_path;
    int m_port = 0;
    FileDescriptor m_listener;
    FileDescriptor m_epoll;
    FileDescriptor m_end;
    std::map<int, Side> m_sides;
    std::thread m_thread;
};

FileDescriptor connected(int port)
{
    FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    const int on = 1;
    if (!socket || ::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        qFatal("no connection to a gate");
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket;
}

std::string command(int worker) { return Batch().add({"SET", "lock:" + std::to_string(worker), "token", "PX", "60000"}).takeBytes(); }

void sendTo(int fd, const std::string &bytes)
{
    if (::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()))
        qFatal("a gate does not take a command");
}

void readOk(int fd)
{
    std::array<char, 5> reply{};
    if (::recv(fd, reply.data(), reply.size(), MSG_WAITALL) != 5 || reply[0] != '+')
        qFatal("a gate did not bring the reply");
}

// The median of one worker's round-trip times, µs.
double latency(int port)
{
    const auto socket = connected(port);
    const auto set = command(0);
    std::vector<double> times;
    for (int i = 0; i < latencyCommands; ++i) {
        const auto begin = SteadyClock::now();
        sendTo(socket.get(), set);
        readOk(socket.get());
        times.push_back(microsecondsSince(begin));
    }
    return median(std::move(times));
}

// Commands per second; each connection waits for its reply before it sends the next command.
double rate(int port)
{
    std::map<int, std::pair<FileDescriptor, std::string>> sockets;
    const FileDescriptor epoll(::epoll_create1(EPOLL_CLOEXEC));
    for (int i = 0; i < connections; ++i) {
        auto socket = connected(port);
        const int fd = socket.get();
        epoll_event event{EPOLLIN, {}};
        event.data.fd = fd;
        ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event);
        sockets.emplace(fd, std::pair(std::move(socket), command(i)));
    }
    const auto begin = SteadyClock::now();
    int sent = 0;
    for (const auto &[fd, socket] : sockets) {
        sendTo(fd, socket.second);
        ++sent;
    }
    std::array<epoll_event, 256> ready{};
    for (int received = 0; received < sent;) {
        const int n = ::epoll_wait(epoll.get(), ready.data(), static_cast<int>(ready.size()), -1);
        for (int i = 0; i < n; ++i, ++received) {
            const int fd = ready[static_cast<std::size_t>(i)].data.fd;
            readOk(fd);
            if (sent < rateCommands) {
                sendTo(fd, sockets.at(fd).second);
                ++sent;
            }
        }
    }
    return rateCommands / microsecondsSince(begin) * 1e6;
}

// Measures on a separate thread, while this thread runs the gates' event loop.
double besideTheLoop(double (*measure)(int), int port)
{
    std::atomic<bool> done = false;
    double result = 0;
    std::thread thread([&] {
        result = measure(port);
        done = true;
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [] {}, Qt::QueuedConnection);
    });
    while (!done)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    thread.join();
    return result;
}

RedisServerOptions serverOptions()
{
    RedisServerOptions options;
    options.config = {QStringLiteral("notify-keyspace-events EA")};
    options.tcp = true;
    return options;
}

// Each gate has its own server: otherwise its record would contain the commands of the other.
struct Gated
{
    Gated(ServerRecord::Options options, EventLoop &loop, Clock &clock, Poller &poller)
        : server(serverOptions())
        , gated(server.endpoint(), options, clock, poller)
        , gate(gated, {})
    {
        Arriving<Result<void>> opened(loop, gated.open());
        if (!opened.get().ok() || !gate.listen().ok())
            qFatal("a gate does not open");
    }

    RedisServer server;
    GatedServer gated;
    Gate gate;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const Workplace workplace;
    RedisServer server(serverOptions());
    EventLoop loop;
    LoopClock clock;
    Poller poller;
    BareForwarder bare(server.endpoint().path);
    Gated turns({false, false}, loop, clock, poller);
    Gated events({true, false}, loop, clock, poller);
    Gated looks({true, true}, loop, clock, poller);
    const std::array<std::pair<const char *, int>, 5> ways = {{{"redis itself, over TCP", server.tcpEndpoint().port},
                                                               {"bare framed forwarder", bare.port()},
                                                               {"gate: turns", turns.gate.port()},
                                                               {"gate: turns, events", events.gate.port()},
                                                               {"gate: turns, events, looks", looks.gate.port()}}};
    std::array<std::vector<double>, ways.size()> latencies;
    std::array<std::vector<double>, ways.size()> rates;
    std::array<std::vector<double>, ways.size()> costs; // CPU time of this thread, which runs the gates
    for (int round = 0; round < rounds; ++round) {
        progress("round " + std::to_string(round + 1) + " of " + std::to_string(rounds));
        for (std::size_t i = 0; i < ways.size(); ++i) {
            latencies[i].push_back(besideTheLoop(latency, ways[i].second));
            const double before = threadSeconds();
            rates[i].push_back(besideTheLoop(rate, ways[i].second));
            costs[i].push_back((threadSeconds() - before) * 1e6 / rateCommands);
        }
    }
    Figures figures("The Lab's gate");
    for (std::size_t i = 0; i < ways.size(); ++i) {
        figures.told(std::string(ways[i].first) + ", latency of one worker", median(latencies[i]), "µs");
        figures.told(std::string(ways[i].first) + ", 200 connections", median(rates[i]), "commands/s");
        if (i > 1)
            figures.told(std::string(ways[i].first) + ", CPU of the gate per command", median(costs[i]), "µs");
    }
    const auto added = [&](std::size_t way) { return median(latencies[way]) - median(latencies[0]); };
    figures.atMost("latency added by turns ÷ by the bare forwarder", 2, added(2) / added(1));
    figures.told("latency added by turns and events ÷ by the bare forwarder", added(3) / added(1));
    figures.told("latency added by turns, events and looks ÷ by the bare forwarder", added(4) / added(1));
    figures.atMost("5,000 commands/s ÷ commands/s with looks", 1, 5'000 / median(rates[4]));
    return figures.print();
}
