// SPDX-License-Identifier: MIT
#include "app/standard_output.h"

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

} // namespace lockscope
