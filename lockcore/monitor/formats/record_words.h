// SPDX-License-Identifier: MIT
// The names that the fields of a lock's record have, in JSON and in hashes alike: in any case, with and without `_`, `-` and blanks. Pure,
// without allocation.
#pragma once

#include "lockcore/monitor/model/lock.h"

#include <string_view>

namespace lockcore::record {

/// What a field says about the owner, from the surest to the vaguest.
enum class OwnerKind {
    Holder, ///< `lockedBy`: only a lock's record has it
    Owner,  ///< `owner`: doors and flats have one, too
    Token,  ///< `token`: a secret of one acquisition, or the number that fences it
    LockId, ///< `lockId`: the same, or the name of what is locked
    Worker, ///< `workerId`
    Host,   ///< `pid`, `host`: may have it again
    Vague,  ///< `user`, `thread`: other records have these, too
    Drawn,  ///< `value`: an owner only if it is drawn
    Run,    ///< `taskId`: an owner only if it is drawn and no other field can be; else what is done
    Thing,  ///< `id`: maybe of what is locked
    Name,   ///< `name`: usually of what is locked
};

/// What a field is a part of, if it is only unique within another: pids are equal in many containers.
enum class OwnerPart { None, Place, Process, Thread };

struct OwnerWord
{
    std::string_view name;
    OwnerKind kind;
    OwnerPart part = OwnerPart::None;
    bool isPerson = false; ///< what else a record says of people, no list can hold
};

/// Null if the field is none of an owner. Of two words, the surer one has the lower address.
const OwnerWord *ownerWord(std::string_view field);

bool isTime(std::string_view field);           ///< when it was locked
bool isBegin(std::string_view field);          ///< when this holding began, and not when it was renewed
bool isTimeOfLock(std::string_view field);     ///< the same in a word that only a lock's record has
bool isPlainTime(std::string_view field);      ///< when something was, in a word that any record may have
bool isDeadline(std::string_view field);       ///< when it lapses
bool isDeadlineOfLock(std::string_view field); ///< the same in a word that says of what
bool isSwitch(std::string_view field);         ///< with `false`, 0, `released` … nobody holds it
bool isEnd(std::string_view field);            ///< with `true` or a time it was given up
bool isLastRun(std::string_view field);        ///< such an end, of what was done under it: a 1 may count it, and a record may be used again
bool isVagueSwitch(std::string_view field);    ///< one that may begin with 0: the first state, the first hold

bool isDuration(std::string_view field); ///< how long it was held: it is over

bool isHoldCount(std::string_view field); ///< how often its owner holds it

bool isState(std::string_view field); ///< a switch, or another word that is no owner's text

bool isReaders(std::string_view field);     ///< how many share it
bool isSide(std::string_view field);        ///< the same, or who writes
bool isWriter(std::string_view field);      ///< who writes, or that somebody does
bool isVagueNumber(std::string_view field); ///< the same beside an owner's text
bool isFence(std::string_view field);       ///< a fencing token: without a TTL, the next one is counted up from it
bool isSerial(std::string_view field);      ///< that of an acquisition or of a version: it may fence, too
bool isNumber(std::string_view field);      ///< a fencing token, a limit, failures: a number of the lock's, but no count of holds
bool isWaiters(std::string_view field);     ///< how many wait for it: these hold nothing

bool isMode(std::string_view field);
std::optional<Mode> modeFrom(std::string_view text); ///< Read or Write; nothing: other things than locks have modes, too

std::optional<Mode> modeOf(std::string_view field, std::string_view text); ///< of a field for the mode

/// What the field for the mode says, of JSON members or of a hash's elements.
template <class Fields>
std::optional<Mode> modeIn(const Fields &fields)
{
    for (const auto &[name, text] : fields) {
        if (isMode(name))
            return modeOf(name, text);
    }
    return std::nullopt;
}

bool isReason(std::string_view field);
bool isPerson(std::string_view field);   ///< `userId`, `customer`
bool isLocker(std::string_view field);   ///< who locks, or a cupboard in a gym
bool isThing(std::string_view field);    ///< or what is locked: `seatId`, `order_id`, `quantity`
bool isWork(std::string_view field);     ///< what is done under it
bool isKnown(std::string_view field);    ///< one of these, or another that locks have
bool isOfLeases(std::string_view field); ///< known, but without a TTL the record may as well be another one

} // namespace lockcore::record
