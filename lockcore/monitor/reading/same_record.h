// SPDX-License-Identifier: MIT
// Compares two versions of a record. Pure.
#pragma once

#include "lockcore/monitor/model/look.h"

namespace lockcore {

/// A JSON object or a hash that has all earlier fields, and perhaps more, but no new field which says that the lock was released.
bool hasOnlyMoreFields(const Value &now, const Value &before);

/// Does the record name another token (of a holding or for fencing) than before? Then its owner has acquired the lock again.
bool hasAnotherToken(const Value &now, const Value &before);

/// Has the time of locking, the process or the thread changed? Then the lock was renewed, or acquired again.
bool hasAnotherTimeOfLock(const Value &now, const Value &before);

/// Are both JSON objects, or both hashes, with the same field names?
bool hasSameFields(const Value &now, const Value &before);

/// For JSON objects or hashes: is `now` equal to `before`, or a part of it?
bool isPartOf(const Value &now, const Value &before);

/// Do all changes concern something else than an owner, a time of locking or a state? `owner`: the owner in the record now.
bool namesNobodyNew(const Value &now, const Value &before, const Bytes &owner);

/// Is `now` a part of `before`, without the field that named `owner`? This is how such a lock is released field by field.
bool isLeftOf(const Value &now, const Value &before, const Bytes &owner);

/// Is `now` the earlier record with only a sign of its end (`released_at`) added? Then the lock was released, whatever its times are.
bool isGivenUpSince(const Look &now, const Value &before);

/// Does the element that named `owner` (a field or a member) still exist unchanged, and does nothing say that the lock was released?
bool stillNames(const Look &look, const Value &before, const Bytes &owner);

} // namespace lockcore
