// SPDX-License-Identifier: MIT
#include "app/command/standard_output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <poll.h>
#include <unistd.h>

namespace lockscope {

namespace {

// The number of bytes that do not block when poll() reports that writing is possible.
qsizetype pieceFor(int fileDescriptor)
{
    constexpr qsizetype onATerminal = 512;
    return ::isatty(fileDescriptor) == 1 ? onATerminal : PIPE_BUF;
}

} // namespace

int writeAll(int fileDescriptor, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const auto written = ::write(fileDescriptor, bytes.data(), static_cast<std::size_t>(bytes.size()));
        if (written >= 0) {
            bytes = bytes.sliced(written);
        } else if (errno == EAGAIN) { // another process made the terminal non-blocking
            pollfd writable{fileDescriptor, POLLOUT, 0};
            ::poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

int writeUnless(int stop, int fileDescriptor, QByteArrayView bytes)
{
    const auto piece = pieceFor(fileDescriptor);
    while (!bytes.isEmpty()) {
        std::array<pollfd, 2> either{{{fileDescriptor, POLLOUT, 0}, {stop, POLLIN, 0}}};
        ::poll(either.data(), either.size(), -1);
        if (either[0].revents == 0) {
            if (either[1].revents != 0)
                return ECANCELED;
            continue; // a signal interrupted the call
        }
        const auto written = ::write(fileDescriptor, bytes.data(), static_cast<std::size_t>(std::min(bytes.size(), piece)));
        if (written >= 0)
            bytes = bytes.sliced(written);
        else if (errno != EAGAIN && errno != EINTR)
            return errno;
    }
    return 0;
}

bool hasNoReader(int fileDescriptor)
{
    pollfd reader{fileDescriptor, 0, 0};
    return ::poll(&reader, 1, 0) > 0 && (reader.revents & (POLLERR | POLLHUP)) != 0;
}

void writeWithin(std::chrono::milliseconds most, int fileDescriptor, QByteArrayView bytes)
{
    using Clock = std::chrono::steady_clock;
    const auto piece = pieceFor(fileDescriptor);
    const auto end = Clock::now() + most;
    while (!bytes.isEmpty()) {
        pollfd writable{fileDescriptor, POLLOUT, 0};
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        if (left.count() <= 0 || ::poll(&writable, 1, static_cast<int>(left.count())) == 0)
            return;
        const auto written = ::write(fileDescriptor, bytes.data(), static_cast<std::size_t>(std::min(bytes.size(), piece)));
        if (written >= 0)
            bytes = bytes.sliced(written);
        else if (errno != EAGAIN && errno != EINTR)
            return;
    }
}

} // namespace lockscope
