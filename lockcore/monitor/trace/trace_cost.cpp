// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/trace_cost.h"

#include <algorithm>
#include <cstdlib>

namespace lockcore {

namespace {

struct Rates
{
    double command; ///< seconds
    double byte;
};

constexpr double binaryByte = 100e-9;
constexpr double lineBytes = 45;        ///< of a line of MONITOR, beside the words of the command
constexpr double requestBytes = 20;     ///< of a request with few words, beside the words
constexpr double writing = 4e-6;        ///< seconds, if a command is written to us alone
constexpr double mostWritings = 20'000; ///< a second: a busier server has several commands for each
constexpr double stallPerByte = 100e-3 / (1 << 20);

Rates ratesOf(bool isFast) { return isFast ? Rates{0.9e-6, 12e-9} : Rates{1.1e-6, 52e-9}; }

// MONITOR repeats the words of a request, not how they are sent.
double wordsOf(const ServerLoad &load) { return std::max(0.0, load.bytesPerSecond - load.commandsPerSecond * requestBytes); }

double shareOf(double commandsPerSecond, double bytesPerSecond, bool isFast)
{
    const auto rates = ratesOf(isFast);
    return commandsPerSecond * rates.command + bytesPerSecond * rates.byte;
}

} // namespace

ServerLoad loadFrom(const Info &info)
{
    const auto decimal = [&](std::string_view name) { return std::strtod(std::string(infoText(info, name)).c_str(), nullptr); };
    ServerLoad load;
    load.known = info.contains("instantaneous_ops_per_sec");
    load.commandsPerSecond = decimal("instantaneous_ops_per_sec");
    load.bytesPerSecond = decimal("instantaneous_input_kbps") * 1024;
    load.connections = infoNumber(info, "connected_clients");
    load.largestRequest = infoNumber(info, "client_recent_max_input_buffer");
    load.isReplica = isReplica(info);
    load.isCluster = infoText(info, "redis_mode") == "cluster" || infoText(info, "cluster_enabled") == "1";
    const auto version = std::string(infoText(info, "redis_version"));
    char *rest = nullptr;
    const auto major = std::strtol(version.c_str(), &rest, 10);
    const auto minor = rest && *rest == '.' ? std::strtol(rest + 1, nullptr, 10) : 0;
    load.isFast = major > 7 || (major == 7 && minor >= 2);
    return load;
}

double shareOfLines(double commandsPerSecond, double bytesPerSecond, bool isFast)
{
    return shareOf(commandsPerSecond, std::max(0.0, bytesPerSecond - commandsPerSecond * lineBytes), isFast);
}

TraceCost costOf(const ServerLoad &load)
{
    TraceCost cost;
    const auto words = wordsOf(load);
    cost.leastShare = shareOf(load.commandsPerSecond, words, load.isFast);
    cost.mostShare =
        shareOf(load.commandsPerSecond, 0, load.isFast) + std::min(load.commandsPerSecond, mostWritings) * writing + words * binaryByte;
    cost.bytesPerSecond = words + load.commandsPerSecond * lineBytes;
    cost.stall = Milliseconds(static_cast<std::int64_t>(static_cast<double>(load.largestRequest) * stallPerByte * 1000));
    return cost;
}

TraceHindrance hindranceOf(const ServerLoad &load, const TraceLimits &limits)
{
    if (load.isReplica)
        return TraceHindrance::Replica;
    if (!load.known)
        return limits.maxLoad ? TraceHindrance::None : TraceHindrance::LoadUnknown;
    if (costOf(load).mostShare > limits.maxLoad.value_or(TraceLimits::usualLoad))
        return TraceHindrance::TooMuchLoad;
    return !limits.maxLoad && load.largestRequest > TraceLimits::mostRequest ? TraceHindrance::LargeRequests : TraceHindrance::None;
}

double mostShareOf(const TraceCost &predicted) { return std::max(2 * predicted.mostShare, TraceLimits::leastShare); }

} // namespace lockcore
