// SPDX-License-Identifier: MIT
// Does a lock's record say that it was given up, and when? No I/O.
#pragma once

#include "lockcore/monitor/formats/record_owner.h"
#include "lockcore/monitor/model/key_snapshot.h"

#include <optional>

namespace lockcore::record {

/// A number near now, or an ISO text with its zone. Nothing for one that was never set (1970, 2000) or means "never" (9999).
std::optional<ServerTime> timeOf(const JsonMember &member, ServerTime now);

/// Also without a zone, so that it is not known when it was.
bool saysWhen(const JsonMember &member, ServerTime now);

enum class GivenUp {
    No,
    Done,    ///< what was done under it; while its TTL runs, the record keeps others out
    Perhaps, ///< it was locked in the same second, the two times cannot be compared, or the end is just to come: clocks differ
    Yes,
};

struct End
{
    GivenUp givenUp = GivenUp::No;
    const JsonMember *member = nullptr; ///< that says so
};

/// `released` true; `releasedAt` a time, unless it has been locked again since. `free: 3` and `completed: 1` count something.
End endOf(const Members &members, const KeySnapshot &look);

/// Does a field say that it was given up, whatever the times of locking beside it are? Of a clock that is ahead, the end may be to come.
bool saysEnd(const JsonMember &member, const KeySnapshot &look);
bool isToCome(const JsonMember &end, ServerTime now);

} // namespace lockcore::record
