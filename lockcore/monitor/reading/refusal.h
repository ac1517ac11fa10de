// SPDX-License-Identifier: MIT
// What an error reply of the server means: wait, ask for less, or give up. Pure.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/redis/pipeline.h"

namespace lockcore {

/// The server reads nothing for now: it loads, runs a long script, or isDown().
bool isBusy(const Error &error);

/// And perhaps for long: its cluster is down, or it is a replica that has lost its master and does not show old data.
bool isDown(const Error &error);

/// It is out of memory and refuses to queue a transaction, even one that only reads.
bool isOutOfMemory(const Error &error);

/// The key holds another type than the command is for.
bool isRetyped(const Error &error);

/// What it holds is more than Lockscope reads.
bool isTooLarge(const Error &error);

/// The user may not read this key (or one of the keys).
bool isKeyDenied(const Error &error);

/// Companions cannot be read together with their key; perhaps the key alone can. A cluster node that says MOVED does not show
/// which of the keys it means.
bool forbidsCompanions(const Error &error);

/// Another node of the cluster has the key, or had it a moment ago: its slot has moved, or is moving.
bool isElsewhere(const Error &error);

/// The keys of one transaction are in different slots.
bool forbidsTransactions(const Error &error);

/// The user may not use this command, or the server (a proxy) does not have it: it will never answer.
bool isCommandRefused(const Error &error);

/// What to report of such an error: `command` is not permitted, or the server does not have it.
Notice noticeOfRefused(const Error &error, std::string command);

/// The server will answer the next attempt in the same way: the command is refused, or the password.
bool isRefusedForGood(const Error &error);

/// Why EXEC was refused, without the server's prefix.
Error transactionError(const Error &error);

/// Why a script failed, without the server's prefix, which differs between versions.
Error scriptError(const Error &error);

/// The error concerns all commands of its kind, not just this key: the server is busy, or it refuses the command.
bool isHindrance(const Error &error);
std::optional<Error> hindrance(const Replies &replies); ///< the first one

} // namespace lockcore
