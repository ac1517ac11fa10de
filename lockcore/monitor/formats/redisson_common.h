// SPDX-License-Identifier: MIT
// Shared by the Redisson formats: holders and the fixed parts of their matches. Pure.
#pragma once

#include "lockcore/locks/redisson_names.h"
#include "lockcore/monitor/formats/grammar.h"

namespace lockcore::redisson {

inline constexpr std::string_view library = "redisson";

/// A lock of the RLock family, as its matches begin: owners per thread, a lease always set, 30 s by default.
LockMatch lockFinding(LockKind kind, std::string variant, int confidence);

/// A counter: nobody is recorded, and it usually has no TTL.
LockMatch counterFinding(LockKind kind, std::string variant, int confidence);

/// The holder in a field `<uuid4>:<thread>` with a hold count.
Holder holder(const grammar::UuidAndNumber &owner, std::string_view count, Mode mode = Mode::Exclusive);

/// Adds a sentence if the name shows that the lock belongs to a collection (`map:<22 base64>:lock`).
void explainName(LockMatch &match, std::string_view key);

/// Waiters that are counted as subscribers: one per Redisson instance.
Waiters countedByChannel();

/// PUBLISH, or SPUBLISH where the library uses it (§2: cluster mode, 7.0).
ReleaseStep tell(ReleaseWord channel, ReleaseWord payload);

} // namespace lockcore::redisson
