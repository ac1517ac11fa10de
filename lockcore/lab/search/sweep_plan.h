// SPDX-License-Identifier: MIT
// The boundary sweep: the runs that kill, pause or isolate a worker before and after each command of its requests, or lose that command or
// its reply, while another worker wants the lock: of a worker that gets the lock, of one that waits for it, of one that takes it twice, of a
// reader beside another, and of one that hands the lock over to somebody who waits. Here: which runs those are. Pure; any thread.
//
//     dry runs ─▶ dryRunOf() ─▶ SweepLessons ─▶ sweepCells() ─▶ sweepScenario() of each ─▶ a run ─▶ sweepFinding()
#pragma once

#include "lockcore/lab/search/dry_run.h"

namespace lockcore {

/// The subject of the sweep, and its times.
struct SweepSubject
{
    std::string protocol = "external";          ///< of lockcore/locks, or `external`
    std::map<std::string, std::string> options; ///< of the protocol
    std::int64_t servers = 1;
    Milliseconds lease{400};
    bool readWrite = false, extends = false, reEnters = false; ///< what the library can do
    Milliseconds keepsPlace{}; ///< its queue, of a waiter that is gone; 0: not said, or too long for a sweep
    Store store = Store::Redis;
    bool operator==(const SweepSubject &) const = default;
};

/// The same subject on this store, with a lease not shorter than the store's least.
SweepSubject onStore(SweepSubject subject, Store store);

/// The same subject as a first run showed it: with what the library can do; with a lease not shorter than its minimum, and a multiple of its
/// step; with one server if the library uses no other.
SweepSubject fittedTo(SweepSubject subject, const DryRun &run);

enum class SweepFault {
    Kill,
    Pause,       ///< until another worker has the lock, or has given up
    HoldReply,   ///< until the same moment; the process continues to run
    LoseRequest, ///< it never arrives; the process continues to run, and later commands arrive on a new connection
    LoseReply,   ///< it never returns; likewise
};

/// What the victim does with the lock.
enum class SweepPart {
    GivenLease,
    OwnLease,    ///< as GivenLease; but the library's own lease applies
    Waiting,     ///< another worker holds the lock until the fault strikes
    ReEntering,  ///< it takes the lock twice, extends it if the library can, and gives the inner one back before it works
    Sharing,     ///< it reads beside another reader, extends if the library can, and the contender wants to write
    HandingOver, ///< the contender waits from before it releases
};

/// Where the fault strikes. Without a command: inside the critical section, between reading and writing, or in the middle of the waiting.
struct SweepPlace
{
    RequestCommand command;
    /// True: the command is executed, and its reply has not reached the worker; false: the command never leaves the worker.
    bool after = false;
    SweepPart part = SweepPart::GivenLease;
    std::int64_t ways = 1; ///< on the ways to so many servers, from the command's on
    bool operator==(const SweepPlace &) const = default;
};

struct SweepCell
{
    SweepPlace place;
    SweepFault fault = SweepFault::Kill;
    bool operator==(const SweepCell &) const = default;
};

/// For folders: `acquire-before-SET-kill`, `own-lease-release-DEL-done-pause`, `waiting-acquire-inside-kill`, `inner-release-before-EVAL-kill`.
std::string nameOf(const SweepCell &cell);
/// `acquire`; of ReEntering `inner acquire`, `inner release`, `outer release`; of Sharing `shared acquire`; of HandingOver `awaited release`
std::string requestOf(const SweepPlace &place);

/// Does the library send the same commands with its own lease as with a given one? Then its own lease needs no sweep. False if no commands are
/// known.
bool isSameTaking(const DryRun &given, const DryRun &own);

/// What the dry runs showed. `given` is needed. Of the others none: the library cannot do it, or refused it, or takes its own lease as it takes
/// a given one.
struct SweepLessons
{
    std::optional<DryRun> given{}, own{}, extending{}, waiting{}, reEntering{}, sharing{}, handingOver{};
};

/// In the order of the table. A command that goes to several servers is also lost on the ways to a majority of them. Of `extending` only the
/// extend is used; of `waiting` the acquire, and of that the first command of each name; of `reEntering` all but the outer acquire; of
/// `handingOver` the release.
std::vector<SweepCell> sweepCells(const SweepLessons &lessons);

template <>
inline constexpr std::array<std::string_view, 6> wordsOf<SweepPart>{"given-lease", "own-lease", "waiting",
                                                                    "re-entering", "sharing",   "handing-over"};
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<SweepFault>{"kill", "pause", "reply-held", "request-lost", "reply-lost"};

} // namespace lockcore
