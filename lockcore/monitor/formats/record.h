// SPDX-License-Identifier: MIT
// A lock that is written as a record: a JSON object, or a hash with fields such as `owner`, `lockedBy`, `expires_at`. Read by the few words of
// model/lock_word_list.h; what else a record says is a fact about its holder. No I/O.
#pragma once

#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/model/format.h"

namespace lockcore {

struct Record
{
    std::optional<Bytes> owner; ///< joined with `:` if it is named by a host, a process and a thread; none: no field is for an owner
    std::vector<Bytes> ownerFields;
    bool ofOwner = false; ///< such a field is only an owner's: `owner`, `lockedBy`; others have a `user` or a `token`, too
    std::int64_t holds = 1;
    std::optional<Mode> mode;
    std::optional<ServerTime> lapses; ///< the latest time under a name such as `expires_at`
    Bytes lapsesField;
    bool isOver = false; ///< it says that it was released
    std::vector<OwnerFact> facts;

    bool isFree() const { return isOver || (owner && owner->empty()); } ///< it says that nobody holds it
};

/// The members of a JSON object or a hash, which was read to its end. None: it is neither, or has more fields than a lock's record.
std::optional<std::vector<JsonMember>> membersOf(const KeySnapshot &look);

Record readRecord(const std::vector<JsonMember> &members, ServerTime now);

/// Empty, or a word such as `null` or `false`: nobody, or never.
bool meansNobody(std::string_view text);

} // namespace lockcore
