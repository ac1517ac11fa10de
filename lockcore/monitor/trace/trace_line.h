// SPDX-License-Identifier: MIT
// A command of the stream that concerns a traced lock, and who sent it. Values; only until the next look at the key has judged it.
#pragma once

#include "lockcore/monitor/trace/key_state.h"

#include <memory>
#include <set>
#include <string_view>

namespace lockcore {

/// A connection as MONITOR names it. It is no process, and over a Unix socket it may be any.
struct TraceActor
{
    Bytes address; ///< "10.0.3.17:51324"; the path of a Unix socket
    bool isUnix = false;
    auto operator<=>(const TraceActor &) const = default;

    std::string_view host() const { return std::string_view(address).substr(0, isUnix ? address.size() : address.rfind(':')); }
};

struct TraceLine
{
    TraceActor actor; ///< of a command in a script: who called the script
    TimeRange at;     ///< when the server ran it
    std::vector<Bytes> words;
    std::shared_ptr<const TraceLine> script; ///< the call that this command belongs to

    TraceLine() = default;
    TraceLine(const TraceLine &) = delete;
    TraceLine &operator=(const TraceLine &) = delete;
    ~TraceLine(); ///< overwrites the words: a command that names a lock may bring other things, too

    Bytes command() const; ///< its name in upper case, without arguments: "DEL", "DEL in EVALSHA"

    /// Whether it, or the call of its script, has this owner among its arguments, alone or as a part of one.
    bool sends(const Bytes &owner) const;

    /// Whether it removes what is too old, whoever owns that: ZREMRANGEBYSCORE. Semaphores do so before each acquisition.
    bool sweeps() const { return command().starts_with("ZREMRANGEBYSCORE"); }
};

using TraceLinePtr = std::shared_ptr<const TraceLine>;

/// For the tests, which require that each rule is needed: what a worse trace would do.
struct TraceRules
{
    bool announcements = true; ///< they remove hypotheses
    bool looks = true;         ///< after the first
    bool doubts = true;        ///< what is unsure is said to be

    enum class Accuse { ByDiscipline, ByConnection, ByHost, ByConfirmation, ByLateness, Never };
    Accuse accuse = Accuse::ByDiscipline;
};

} // namespace lockcore
