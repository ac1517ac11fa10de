// SPDX-License-Identifier: MIT
#include "lockcore/process/pipe.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>

namespace lockcore {

int millisecondsUntil(Deadline deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(0, left));
}

Error systemFailure(std::string text, int error)
{
    if (error != 0)
        text += std::string(": ") + std::strerror(error);
    return {ErrorKind::Refused, std::move(text), {}};
}

FileDescriptor outOfTheWay(FileDescriptor old) { return FileDescriptor(::fcntl(old.get(), F_DUPFD_CLOEXEC, 10)); }

FileDescriptor nullDevice() { return outOfTheWay(FileDescriptor(::open("/dev/null", O_RDWR | O_CLOEXEC))); }

Result<Pipe> makePipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return systemFailure("cannot make a pipe", errno);
    FileDescriptor reading(ends[0]);
    FileDescriptor writing(ends[1]);
    Pipe pipe{outOfTheWay(std::move(reading)), outOfTheWay(std::move(writing))};
    if (!pipe.reading || !pipe.writing)
        return systemFailure("cannot make a pipe", errno);
    return pipe;
}

ReadText readUntil(Until until, int fd, Deadline deadline)
{
    ReadText read;
    while (until == Until::EndOfFile || !read.text.ends_with('\n')) {
        pollfd waiting = {fd, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, millisecondsUntil(deadline));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return read;
        std::array<char, 512> buffer{};
        const auto most = until == Until::LineEnd ? 1 : buffer.size();
        const auto size = ::read(fd, buffer.data(), most);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0) {
            read.ended = true;
            return read;
        }
        read.text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return read;
}

} // namespace lockcore
