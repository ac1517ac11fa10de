// SPDX-License-Identifier: MIT
#include "lockcore/lab/memcached/memcached_program.h"

#include "lockcore/lab/memcached/memcached_framing.h"
#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/process/pipe.h"
#include "lockcore/redis/server_directory.h"

#include <array>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockcore {

PrivateProgramOptions memcachedProgram(int port)
{
    PrivateProgramOptions options;
    options.program = options.name = options.package = "memcached";
    options.arguments = [port](const std::string &directory) {
        std::vector<std::string> words = {"-m", "16", "-t", "1", "-U", "0"};
        if (port == 0)
            words.insert(words.end(), {"-s", socketFile(directory), "-a", "0600"});
        else
            words.insert(words.end(), {"-l", "127.0.0.1", "-p", std::to_string(port)});
        if (::geteuid() == 0) // it refuses to run as root unless it is asked to
            words.insert(words.end(), {"-u", "root"});
        return words;
    };
    options.answers = [port](const std::string &directory, Deadline deadline) {
        return !versionOfMemcached(directory, port, deadline).empty();
    };
    return options;
}

FileDescriptor connectToMemcached(const std::string &directory, int port)
{
    return port == 0 ? connectToUnixSocket(socketFile(directory)) : connectToLoopback(port);
}

Bytes askMemcached(int connection, std::string_view request, Deadline deadline)
{
    if (::send(connection, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
        return {};
    MemcachedReplyFramer framer;
    std::array<char, 4096> buffer{};
    for (;;) {
        auto reply = framer.next();
        if (!reply)
            return {};
        if (*reply)
            return std::move((*reply)->bytes);
        pollfd waiting = {connection, POLLIN, 0};
        if (::poll(&waiting, 1, millisecondsUntil(deadline)) <= 0)
            return {};
        const auto size = ::read(connection, buffer.data(), buffer.size());
        if (size <= 0)
            return {};
        framer.feed({buffer.data(), static_cast<std::size_t>(size)});
    }
}

std::string versionOfMemcached(const std::string &directory, int port, Deadline deadline)
{
    const auto connection = connectToMemcached(directory, port);
    const auto answer = connection ? askMemcached(connection.get(), "version\r\n", deadline) : Bytes();
    constexpr std::string_view begin = "VERSION ";
    return answer.starts_with(begin) ? answer.substr(begin.size(), answer.find_first_of("\r\n") - begin.size()) : std::string();
}

} // namespace lockcore
