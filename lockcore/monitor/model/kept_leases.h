// SPDX-License-Identifier: MIT
// Leases of single holders where the lock's deadline is that of the last writer (Traits::lastWriterSetsDeadline). Pure.
#pragma once

#include "lockcore/monitor/model/event_rules.h"

namespace lockcore {

/// Has one of the owner's elements been written since, or its last one been removed? A holder of several permits has several elements,
/// which begin with its name.
bool isWrittenSince(const Value &before, const Value &now, const Bytes &owner);

/// Gives the holders the deadlines that are known: of one who was seen to write alone, that of the lock at that time; until it writes
/// again, no later event changes it. Takes away holders whose own time is over: their elements stay until the next client comes.
/// `before`: null if there was no lock. `oneWrite`: since then, or since it was free, nobody else can have written and left.
void keepLeases(const Snapshot *before, const Look &look, bool oneWrite, Finding &finding);

} // namespace lockcore
