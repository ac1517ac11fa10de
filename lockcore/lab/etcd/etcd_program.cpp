// SPDX-License-Identifier: MIT
#include "lockcore/lab/etcd/etcd_program.h"

#include "lockcore/lab/etcd/etcd_json.h"
#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/process/pipe.h"

#include <array>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockcore {

// A short election time-out: it leads at once, and grants leases of one second. A lease of etcd lasts 3/2 of this time-out at least.
PrivateProgramOptions etcdProgram(int port)
{
    PrivateProgramOptions options;
    options.program = options.name = "etcd";
    options.package = "etcd-server";
    options.arguments = [port](const std::string &directory) {
        const auto url = "http://127.0.0.1:" + std::to_string(port);
        const std::string peer = "http://127.0.0.1:1"; // a name for the only member, which nobody calls
        return std::vector<std::string>{"--name",
                                        "lab",
                                        "--data-dir",
                                        etcdData(directory),
                                        "--listen-client-urls",
                                        url,
                                        "--advertise-client-urls",
                                        url,
                                        "--listen-peer-urls",
                                        "http://127.0.0.1:0",
                                        "--initial-advertise-peer-urls",
                                        peer,
                                        "--initial-cluster",
                                        "lab=" + peer,
                                        "--heartbeat-interval",
                                        "20",
                                        "--election-timeout",
                                        "200",
                                        "--log-level",
                                        "error",
                                        "--logger",
                                        "zap"};
    };
    options.answers = [port](const std::string &, std::chrono::steady_clock::time_point deadline) {
        return !versionOfEtcd(port, deadline).empty();
    };
    return options;
}

Result<Bytes> askEtcd(int port, std::string_view path, std::string_view json, std::chrono::steady_clock::time_point deadline)
{
    const Error silent{ErrorKind::Transport, "etcd did not answer", "closed"};
    const auto connection = connectToLoopback(port);
    const auto request = etcdRequest(path, json);
    if (!connection || ::send(connection.get(), request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
        return silent;
    constexpr std::size_t most = 8 * 1024 * 1024;
    Bytes reply;
    std::array<char, 16 * 1024> buffer{};
    while (reply.size() < most) {
        pollfd waiting = {connection.get(), POLLIN, 0};
        if (::poll(&waiting, 1, millisecondsUntil(deadline)) <= 0)
            return silent;
        const auto size = ::read(connection.get(), buffer.data(), buffer.size());
        if (size < 0)
            return silent;
        if (size == 0)
            return etcdBody(reply);
        reply.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return silent;
}

// A range is answered only by a member that has a leader, so it can serve.
std::string versionOfEtcd(int port, std::chrono::steady_clock::time_point deadline)
{
    if (!askEtcd(port, "/v3/kv/range", allKeysJson(), deadline))
        return {};
    const auto body = askEtcd(port, "/version", {}, deadline); // {"etcdserver":"3.4.23","etcdcluster":"3.4.0"}
    constexpr std::string_view begin = "\"etcdserver\":\"";
    const auto at = body ? body->find(begin) : Bytes::npos;
    return at == Bytes::npos ? std::string()
                             : escaped(body->substr(at + begin.size(), body->find('"', at + begin.size()) - at - begin.size()));
}

} // namespace lockcore
