// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_desk.h"

#include <atomic>

namespace lockcore {

RequestId newRequestId()
{
    static std::atomic<RequestId> last = 0;
    return ++last;
}

ReleaseDesk::~ReleaseDesk() = default;

} // namespace lockcore
