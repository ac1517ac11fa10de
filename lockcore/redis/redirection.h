// SPDX-License-Identifier: MIT
// To which other node a node of a cluster sends its client. Pure; any thread. Source: the Redis Cluster specification.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/redis/endpoint.h"

namespace lockcore {

struct Redirection
{
    std::size_t slot = 0;
    HostPort to; ///< as announced
    bool operator==(const Redirection &) const = default;
};

/// Of `MOVED 3999 127.0.0.1:6381` and `ASK …`; the host may be empty or `?`: then it is that of the node that answered. None: another error,
/// or not in this form.
std::optional<Redirection> redirectionIn(const Error &error, const HostPort &answering);

} // namespace lockcore
