// SPDX-License-Identifier: MIT
// Interprets an error reply of the server: wait, ask for less, or give up. Pure.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/redis/pipeline.h"

namespace lockcore {

/// The server reads no keys for now: it is loading, runs a long script, or isDown().
bool isBusy(const Error &error);

/// The server reads no keys, perhaps for a long time: its cluster is down, or it is a replica that has lost its primary and does not show
/// old data.
bool isDown(const Error &error);

/// The server is out of memory and refuses to queue a transaction, even one that only reads.
bool isOutOfMemory(const Error &error);

/// The key has another type than the command expects.
bool isRetyped(const Error &error);

/// The value is larger than Lockscope reads.
bool isTooLarge(const Error &error);

/// The user may not read this key (or one of the keys).
bool isKeyDenied(const Error &error);

/// The companions cannot be read together with their key; perhaps the key alone can be read. A cluster node that answers MOVED does not say
/// which of the keys it means.
bool forbidsCompanions(const Error &error);

/// Another node of the cluster has the key, or had it a moment ago: its slot has moved, or is moving.
bool isElsewhere(const Error &error);

/// The slot moves: isElsewhere(), or some of the keys are on the old node and some on the new one.
bool isOnItsWay(const Error &error);

/// The keys of one transaction are in different slots.
bool forbidsTransactions(const Error &error);

/// The user may not use this command, or the server (a proxy) does not know it: repeating it is useless.
bool isCommandRefused(const Error &error);

/// The notice for such an error: `command` is not permitted, or the server does not know it.
Notice noticeOfRefused(const Error &error, std::string command);

/// The server will give the same answer to the next attempt: it refuses the command or the password.
bool isRefusedForGood(const Error &error);

/// Why EXEC was refused, without the server's prefix.
Error transactionError(const Error &error);

/// Why a script failed, without the server's prefix, which differs between versions.
Error scriptError(const Error &error);

/// The error affects all commands of its kind, not only this key: the server is busy, or it refuses the command.
bool isHindrance(const Error &error);
std::optional<Error> hindrance(const Replies &replies); ///< the first one

} // namespace lockcore
