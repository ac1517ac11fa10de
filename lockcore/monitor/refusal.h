// SPDX-License-Identifier: MIT
// What an error answer of the server means for us: wait, ask for less, or give up. Pure.
#pragma once

#include "redis/pipeline.h"

namespace lockcore {

/// For the moment it answers nothing: it loads, runs a long script, or is a replica without its master.
bool isBusy(const Error &error);

/// It is out of memory and refuses to queue a transaction, even one that only reads.
bool isOutOfMemory(const Error &error);

/// The user may not read this key (or one of the keys).
bool isKeyDenied(const Error &error);

/// Companions cannot be read together with their key, which alone perhaps can: of a cluster's node that says MOVED it is not
/// known which of the keys it means.
bool forbidsCompanions(const Error &error);

/// The user may not use this command at all, or the server (a proxy) does not have it: it will never answer.
bool isCommandRefused(const Error &error);

/// What made a script fail, without what the server says around it, which differs from version to version.
Error scriptError(const Error &error);

/// The first answer that says something of all commands of its kind, and not of its key: busy or refused.
std::optional<Error> hindrance(const Replies &replies);

} // namespace lockcore
