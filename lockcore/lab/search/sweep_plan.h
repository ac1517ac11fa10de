// SPDX-License-Identifier: MIT
// The boundary sweep: which runs it takes to kill, pause and deafen a worker before and after each command of its requests, while
// another one wants the lock. Pure; any thread.
//
//     dry runs ─▶ dryRunOf() ─▶ sweepCells() ─▶ sweepScenario() of each ─▶ a run ─▶ sweepFinding()
#pragma once

#include "lockcore/lab/search/dry_run.h"

namespace lockcore {

inline const std::string sweepVictim = "A";    ///< the worker that the fault meets
inline const std::string sweepContender = "B"; ///< the one that wants the lock, too

/// What is swept, and with which times.
struct SweepSubject
{
    std::string protocol = "external";          ///< of lockcore/locks, or `external`
    std::map<std::string, std::string> options; ///< of the protocol
    std::int64_t servers = 1;
    Milliseconds lease{400};
    bool operator==(const SweepSubject &) const = default;
};

/// The same with a lease that the library can take: no shorter than its least, and a multiple of its step.
SweepSubject withLeaseOf(SweepSubject subject, const entry::Ready &greeting);

enum class SweepFault {
    Kill,
    Pause,     ///< until another has the lock, or has given up
    HoldReply, ///< until the same; the process runs on
};

/// Where it strikes. Without a command: within the critical section, between reading and writing.
struct SweepPlace
{
    RequestCommand command;
    bool after = false;     ///< it is executed, and the worker does not know yet; else it never leaves the worker
    bool givesLease = true; ///< the acquire names the lease; else the library's own counts
    bool operator==(const SweepPlace &) const = default;
};

struct SweepCell
{
    SweepPlace place;
    SweepFault fault = SweepFault::Kill;
    bool operator==(const SweepCell &) const = default;
};

std::string nameOf(const SweepCell &cell); ///< for folders and JSON: `acquire-before-SET-kill`, `own-lease-release-DEL-done-pause`

/// Runs without faults, whose histories teach what the library does. The worker of interest is the victim.
enum class DryRunKind {
    GivenLease,
    OwnLease, ///< of the library, with work that lasts for most of a lease, so that renewals show
    Extending,
};
Scenario dryRunScenario(const SweepSubject &subject, DryRunKind kind);

/// Does the library do the same with its own lease as with a given one? Then that need not be swept again.
bool isSameTaking(const DryRun &given, const DryRun &own);

/// In the order of the table. `extending` counts only for its extend.
std::vector<SweepCell> sweepCells(const DryRun &given, const DryRun *own, const DryRun *extending);

/// `A` meets the fault; `B` wants the lock from then on, once it has it stays inside until `A` is done; at the end a fresh worker
/// tries. What it expects: nothing that is known before.
Scenario sweepScenario(const SweepSubject &subject, const SweepCell &cell);

template <>
inline constexpr std::array<std::string_view, 3> wordsOf<SweepFault>{"kill", "pause", "reply-held"};

} // namespace lockcore
