// SPDX-License-Identifier: MIT
#include "app/standard_output.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace lockscope {

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

void writeWithin(std::chrono::milliseconds most, int fileDescriptor, QByteArrayView bytes)
{
    using Clock = std::chrono::steady_clock;
    constexpr qsizetype piece = 512; // a writable pipe takes this much (PIPE_BUF) without blocking
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
