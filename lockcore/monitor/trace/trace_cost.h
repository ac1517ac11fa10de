// SPDX-License-Identifier: MIT
// What a trace will cost the server, from its INFO, and when that is too much. The figures were measured (docs/figures.md). Pure.
#pragma once

#include "lockcore/monitor/reading/server_check.h"

namespace lockcore {

struct ServerLoad
{
    double commandsPerSecond = 0;
    double bytesPerSecond = 0; ///< that clients send
    std::int64_t connections = 0;
    std::int64_t largestRequest = 0; ///< bytes, of those that came lately
    bool isFast = false;             ///< from 7.2 on, a byte costs less
    bool isReplica = false;
    bool isCluster = false;
    bool known = false;
};

ServerLoad loadFrom(const Info &info);

struct TraceCost
{
    double leastShare = 0;                               ///< of a core; if all is printable, and many commands come at once
    double mostShare = 0;                                ///< if all is binary, and each command comes alone
    double bytesPerSecond = 0;                           ///< that the server sends to us, at least
    Milliseconds stall{};                                ///< how long one request like the largest stops the server
    static constexpr std::int64_t mostMemory = 32 << 20; ///< of the server, whatever happens: then it cuts us off

    bool operator==(const TraceCost &) const = default;
};

TraceCost costOf(const ServerLoad &load);

/// The share of a core that the server spends on a trace, at least, if it shows so many commands per second in lines of so many bytes.
double shareOfLines(double commandsPerSecond, double bytesPerSecond, bool isFast);

struct TraceLimits
{
    static constexpr double usualLoad = 0.25;
    static constexpr std::int64_t mostRequest = 1 << 20;
    static constexpr std::int64_t mostUnread = 8 << 20; ///< bytes that wait for us on the server
    static constexpr Milliseconds mostLag{1000};
    static constexpr double leastShare = 0.05; ///< below it, a trace that costs more than predicted goes on

    std::optional<double> maxLoad; ///< of a core; none: usualLoad, and no requests above mostRequest
};

enum class TraceHindrance { None, Replica, LoadUnknown, TooMuchLoad, LargeRequests };
TraceHindrance hindranceOf(const ServerLoad &load, const TraceLimits &limits);

/// The share at which a running trace stops.
double mostShareOf(const TraceCost &predicted);

} // namespace lockcore
