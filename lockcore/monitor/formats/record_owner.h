// SPDX-License-Identifier: MIT
// Who holds a lock that is written as a record: which of its fields may name the owner, and which one does. No I/O.
#pragma once

#include "lockcore/monitor/formats/json_members.h"
#include "lockcore/monitor/formats/record_words.h"

#include <string_view>
#include <vector>

namespace lockcore::record {

using Members = std::vector<JsonMember>; ///< of a JSON object or a hash

struct Candidate
{
    const JsonMember *member;
    const OwnerWord *word;
    bool named; ///< it names somebody
};

using Candidates = std::vector<Candidate>;

bool meansFree(std::string_view text);     ///< `0`, `false`, `unlocked`, an empty list …
bool saysNobody(std::string_view text);    ///< the same of a field for the owner: `-`, `nobody` …
bool mayNameNobody(std::string_view text); ///< or an owner's name that its program did not know: `undefined`, -1 …
bool isUnset(std::string_view text);       ///< empty or null: it was never set
bool isSetTime(std::string_view text);     ///< and not the one from which computers count

/// Does a state say that the work is over: `done`, `failed`?
bool saysOver(std::string_view text);

/// Or that somebody is at it: `running`, `locked`?
bool saysItRuns(std::string_view text);

/// Does a field say that it is over? While a TTL runs, the record keeps others out all the same.
bool isOver(const JsonMember &member);

/// Does a switch say that nobody holds it? `owned`: the record names an owner, so 0 may be the first state or the first hold.
bool isOff(const JsonMember &member, bool owned);

bool isFlag(std::string_view text); ///< `writer` 1 or `true` says that somebody writes, but not who; an id of a process is larger
bool isToken(OwnerKind kind);
bool isDrawnIfItMustBe(const JsonMember &member);

/// Every field that may name the owner, the surest first. A serial may only if no surer field does, and the name of what is locked, which the
/// key has, too, only if no other field up to `vaguest` does.
Candidates candidatesIn(const Members &members, std::string_view key, OwnerKind vaguest);

/// Null: nobody. Where only a token is missing, a time of locking (`taken`) says that somebody holds it: then this is the next one, if it is a
/// worker. Where `owner` or the like is empty, that is what its release has left.
const Candidate *holderIn(const Candidates &candidates, bool taken);

/// The fields that together say who holds it, from the place to the thread: pid 7 of web-3 is not pid 7 of web-4. A better owner is one alone.
std::vector<const JsonMember *> ownersFields(const Candidates &candidates, const Candidate &holder);

} // namespace lockcore::record
