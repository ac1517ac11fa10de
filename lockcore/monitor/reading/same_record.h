// SPDX-License-Identifier: MIT
// Does a record still say what it said before? Pure.
#pragma once

#include "lockcore/monitor/model/look.h"

namespace lockcore {

/// A JSON object or a hash with all that was in the one before, and perhaps more, but nothing that says that it was given up.
bool hasOnlyMoreFields(const Value &now, const Value &before);

/// Does a record name another token, of a holding or for fencing, than the one before? Then its owner has acquired the lock again.
bool hasAnotherToken(const Value &now, const Value &before);

/// Another time of locking, process or thread? It was renewed, or acquired again.
bool hasAnotherTimeOfLock(const Value &now, const Value &before);

/// Two JSON objects, or hashes, whose fields have the same names?
bool hasSameFields(const Value &now, const Value &before);

/// Of two JSON objects or hashes: is this the other one, or a part of it?
bool isPartOf(const Value &now, const Value &before);

/// Is all that was written since something else than an owner, a time of locking or a state? `owner`: whom the record names now.
bool namesNobodyNew(const Value &now, const Value &before, const Bytes &owner);

/// Is this a part of the record that was there, without the field that named `owner`? That is how such a lock is given up field by field.
bool isLeftOf(const Value &now, const Value &before, const Bytes &owner);

/// Is this the record that was there, with nothing written but an end (`released_at`)? Then it was given up, whatever its times are.
bool isGivenUpSince(const Look &now, const Value &before);

/// Is the element that named `owner`, a JSON object's or a hash's field or a member, there as it was, and nothing that says that it was given up?
bool stillNames(const Look &look, const Value &before, const Bytes &owner);

} // namespace lockcore
