// SPDX-License-Identifier: MIT
#include "lockcore/lab/zookeeper/zookeeper_program.h"

#include "lockcore/process/pipe.h"
#include "lockcore/redis/server_directory.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockcore {

namespace {

// Its manifest names all that it needs, apart from a logger.
constexpr const char *serverJar = "/usr/share/java/zookeeper.jar";
constexpr const char *loggerJar = "/usr/share/java/slf4j-simple.jar";

std::string configOf(const std::string &directory) { return directory + "/zoo.cfg"; }

std::string dataOf(const std::string &directory) { return directory + "/data"; }

Result<void> writeConfig(const std::string &directory, int port)
{
    std::error_code error;
    if (!std::filesystem::exists(serverJar, error))
        return Error{ErrorKind::Refused,
                     "ZooKeeper is not installed: install the Debian package libzookeeper-java (as root, type: apt install "
                     "libzookeeper-java)",
                     {}};
    std::ofstream file(configOf(directory));
    // A tick of 100 ms is how exactly a session's timeout is kept. Each line of a snapshot or an fsync would only cost time: the data lives as
    // long as the run. maxClientCnxns: all clients of a run have one address.
    file << "dataDir=" << dataOf(directory) << "\nclientPort=" << port
         << "\nclientPortAddress=127.0.0.1\ntickTime=100\nminSessionTimeout=200\nmaxSessionTimeout=3600000\nadmin.enableServer=false\n"
            "4lw.commands.whitelist=srvr\nforceSync=no\nsnapCount=1000000000\npreAllocSize=256\nmaxClientCnxns=0\n";
    file.close();
    return file ? Result<void>() : Error{ErrorKind::Refused, "cannot write " + configOf(directory), {}};
}

} // namespace

PrivateProgramOptions zookeeperProgram(const std::string &java, int port)
{
    PrivateProgramOptions options;
    options.program = java;
    options.name = "ZooKeeper";
    options.package = "default-jre-headless";
    options.prepare = [port](const std::string &directory) { return writeConfig(directory, port); };
    options.arguments = [](const std::string &directory) {
        return std::vector<std::string>{"-Xmx64m",
                                        "-Xms16m",
                                        "-XX:TieredStopAtLevel=1", // it starts faster, and never runs for long
                                        "-XX:+UseSerialGC",
                                        "-XX:-UsePerfData", // a file in /tmp that a killed JVM leaves behind
                                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                                        "-Dzookeeper.nio.sessionlessCnxnTimeout=86400000", // ms: the record's connection has no session
                                        "-cp",
                                        std::string(serverJar) + ':' + loggerJar,
                                        "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                                        configOf(directory)};
    };
    // While it starts, it may take a question and never answer it.
    options.answers = [port](const std::string &, Deadline deadline) {
        constexpr std::chrono::milliseconds patience(500);
        return !versionOfZookeeper(port, std::min(deadline, std::chrono::steady_clock::now() + patience)).empty();
    };
    options.startTimeout = std::chrono::seconds(20); // a JVM on a busy machine
    options.question = std::chrono::milliseconds(200);
    return options;
}

// Between the search for a free port and its use, another program may take it.
Result<std::unique_ptr<PrivateProgram>> startZookeeper(const std::string &java, const std::string &supervisor, int *port)
{
    for (int tries = 3;; --tries) {
        *port = freeLoopbackPort();
        auto options = zookeeperProgram(java, *port);
        options.supervisor = supervisor;
        auto started = PrivateProgram::start(std::move(options));
        if (started.ok() || tries == 1 || started.error().text.find("in use") == std::string::npos)
            return started;
    }
}

std::string zookeeperLogDirectory(const std::string &directory) { return dataOf(directory) + "/version-2"; }

Result<void> removeZookeeperData(const std::string &directory)
{
    std::error_code error;
    std::filesystem::remove_all(dataOf(directory), error);
    return error ? Result<void>(Error{ErrorKind::Refused, "cannot remove ZooKeeper's data: " + error.message(), {}}) : Result<void>();
}

Bytes askZookeeper(int port, std::string_view question, Deadline deadline)
{
    constexpr std::size_t most = 64 * 1024;
    const auto connection = connectToLoopback(port);
    if (!connection || ::send(connection.get(), question.data(), question.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(question.size()))
        return {};
    Bytes answer;
    std::array<char, 4096> buffer{};
    while (answer.size() < most) { // until it closes the connection
        pollfd waiting = {connection.get(), POLLIN, 0};
        if (::poll(&waiting, 1, millisecondsUntil(deadline)) <= 0)
            return {};
        const auto size = ::read(connection.get(), buffer.data(), buffer.size());
        if (size <= 0)
            return size == 0 ? answer : Bytes();
        answer.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return {};
}

// `Zookeeper version: 3.8.0-5a02a05, built on …`
std::string versionOfZookeeper(int port, Deadline deadline)
{
    const auto answer = askZookeeper(port, "srvr", deadline);
    constexpr std::string_view begin = "Zookeeper version: ";
    if (!answer.starts_with(begin) || answer.find("Mode: ") == Bytes::npos) // it is still reading its data
        return {};
    return answer.substr(begin.size(), answer.find_first_not_of("0123456789.", begin.size()) - begin.size());
}

} // namespace lockcore
