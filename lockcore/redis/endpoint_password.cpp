// SPDX-License-Identifier: MIT
#include "lockcore/redis/endpoint.h"

#include "lockcore/base/bytes.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockcore {

namespace {

// The first line, without its line end.
Result<std::string> readFirstLine(const std::string &fileName)
{
    const auto failure = [&](std::string_view what) {
        return Error{ErrorKind::Refused, "the password file " + escaped(fileName) + ' ' + std::string(what), fileName};
    };
    const int fd = ::open(fileName.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); // O_NONBLOCK: opening a FIFO must not block
    if (fd < 0)
        return failure("cannot be read: " + std::string(std::strerror(errno)));
    struct stat info
    { };
    std::array<char, 4096> buffer{};
    const bool known = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
    const auto size = known ? ::read(fd, buffer.data(), buffer.size()) : -1;
    ::close(fd);
    if (!known)
        return failure("is not a file");
    if (info.st_mode & 077)
        return failure("may be read or written by others: run chmod 600 on it");
    if (size < 0)
        return failure("cannot be read");
    const std::string_view text(buffer.data(), static_cast<std::size_t>(size));
    auto line = text.substr(0, text.find('\n'));
    if (line.size() == buffer.size())
        return failure("has a first line longer than a password can be");
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    if (line.empty())
        return failure("has an empty first line");
    return std::string(line);
}

// Leaves a password that is already known.
Result<void> fillIn(std::string &password, const std::optional<std::string> &file, const char *variable)
{
    if (!password.empty())
        return {};
    if (file) {
        auto line = readFirstLine(*file);
        if (!line)
            return line.error();
        password = *std::move(line);
    } else if (const char *value = std::getenv(variable)) {
        password = value;
    }
    return {};
}

} // namespace

Result<Endpoint> withPassword(Endpoint endpoint, const PasswordFiles &files)
{
    if (files.sentinels && !endpoint.group)
        return Error{ErrorKind::Refused, "--sentinel-password-file is for an address that names sentinels: redis-sentinel://…", "usage"};
    auto done = fillIn(endpoint.password, files.server, "LOCKSCOPE_PASSWORD");
    if (done && endpoint.group)
        done = fillIn(endpoint.group->password, files.sentinels, "LOCKSCOPE_SENTINEL_PASSWORD");
    return done ? Result<Endpoint>(std::move(endpoint)) : done.error();
}

} // namespace lockcore
