// SPDX-License-Identifier: MIT
#include "lockcore/monitor/transition/transition.h"

#include "lockcore/monitor/formats/owner_facts.h"
#include "lockcore/monitor/formats/record.h"
#include "lockcore/monitor/transition/events.h"

#include <algorithm>

namespace lockcore {

namespace {

// Its holder has given a record up by taking away the field that named it. What is left then names nobody, for as long as nothing new is written.
bool isLeftOver(Lazy<NamesPast> &past, const LockSnapshot *before, const KeySnapshot &look, const std::optional<LockMatch> &match)
{
    const auto *holder = before && hasOneHolder(before->match) ? firstHolder(before->match) : nullptr;
    if (match && holder && look.value != before->look.value && !grammar::looksDrawn(ownerOf(*match)) // a token that is left holds it
        && RecordChange(before->look.value, look.value).hasLost(holder->owner))
        past.own().leftOver = look.value;
    const bool stays = past->leftOver && ((match && namesNobody(*match)) || RecordChange(*past->leftOver, look.value).isOnlyLess());
    if (past->leftOver && !stays)
        past.own().leftOver.reset();
    return stays;
}

// Does what is there say by itself that nobody holds it?
bool saysFree(const KeySnapshot &look)
{
    const auto members = membersOf(look);
    return members && readRecord(*members, look.at).isFree();
}

// All that was there is there still; a number under the same deadline may have been counted up. So nobody has released anything.
bool hasOnlyMore(const LockSnapshot &before, const KeySnapshot &look)
{
    const auto &was = before.look.value;
    const auto &is = look.value;
    if (is.type != was.type)
        return false;
    if (RecordChange(was, is).isOnlyMore())
        return true;
    const bool sameDeadline = isSameDeadline(look.deadline, before.look.deadline) || (!look.deadline && !before.look.deadline);
    if (was.type == ValueType::String) // the counter of a semaphore rises with each release
        return sameDeadline && before.match.kind != LockKind::Semaphore && countsUp(was, is) && is.text != "0";
    return was.type != ValueType::Hash && !was.elements.empty() && std::ranges::all_of(was.elements, [&](const auto &element) {
               const auto *still = is.find(element.first);
               return still && *still == element.second;
           });
}

// Why the lock may still exist, although its key is not recognised any more. Empty: nothing suggests it.
std::string_view whyItMayBeThere(const LockSnapshot &before, const KeySnapshot &look)
{
    if (!look.value.whole())
        return "the value is now too large to be read";
    if (saysFree(look))
        return "";
    if (hasOnlyMore(before, look))
        return "the value has more parts than a lock, so it may never have been one";
    const RecordChange record(before.look.value, look.value);
    const auto isNamed = [&](const Holder &holder) { return record.stillNames(holder.owner); };
    return std::ranges::any_of(before.match.holders, isNamed) ? "its holder is still named there, but the rest is not that of a lock" : "";
}

// Whether one write explains this look: since the last look, or since the key was free.
bool isOneWrite(const ObservationInterval &observed, const KeyHistory &history)
{
    return !observed.firstSweep && !observed.unprompted && !observed.several && !observed.outrun && !history.beforeCut;
}

// The observation, corrected by what is known about the key.
ObservationInterval judged(ObservationInterval observed, const KeyHistory &history, const std::optional<LockMatch> &match)
{
    const auto &past = *history.past;
    if (observed.bySweep && match && match->byScriptsAlone)
        observed.firstSweep = observed.passedBy = true; // earlier sweeps saw it, and did not list it although it was held
    observed.firstSweep = (observed.firstSweep && (!past.lastFree || observed.withSlot)) || past.unlisted;
    observed.passedBy = observed.passedBy || past.unlisted;
    observed.unprompted = observed.unprompted || history.beforeCut;
    observed.announces = observed.announces && history.announces();
    if (past.lastFree)
        observed.lastFree = past.lastFree;
    return observed;
}

// A holder whose own time was over at that look: its end was reported then.
bool hadLapsed(const LockSnapshot &snapshot)
{
    return std::ranges::any_of(snapshot.match.holders, [&](const Holder &holder) { return isLapsed(holder, snapshot.look.at); });
}

} // namespace

Transition transition(KeyHistory &history, KeySnapshot look, const ObservationInterval &observed, const Recogniser &recogniser,
                      RecognitionContext around, std::optional<Classified> classified)
{
    const auto last = history.snapshot();
    const auto *before = last ? &*last : nullptr;
    const auto at = look.at;

    // The lock in this look.
    history.noteHandOvers(at, classified);
    history.addTo(around);
    auto match = recogniser.recognise(look, before, around, isOneWrite(observed, history), std::move(classified), history.past);
    const auto seen = judged(observed, history, match);
    const bool leftOver = isLeftOver(history.past, before, look, match);
    if (leftOver)
        match.reset();
    const bool isNoLock = look.value.exists() && !match;
    const bool mayBeHeld = isNoLock && look.value.type == ValueType::String && grammar::looksDrawn(look.value.text);
    if (!match && !before) {
        isNoLock && !leftOver ? history.noteUnrecognised() : history.noteStillFree(at);
        return {};
    }
    if (const auto why = isNoLock ? whyItMayBeThere(*before, look) : std::string_view(); !why.empty())
        return lossOfSight(history, at, why);

    // The events.
    const bool givenUp = leftOver || (isNoLock && saysFree(look));
    const auto id = look.id;
    auto after = match ? std::optional(LockSnapshot{std::move(look), *std::move(match)}) : std::nullopt;
    Transition result;
    result.events = EventFinder(before, after ? &*after : nullptr, id, at, history, seen, givenUp).events();
    // The counter of a semaphore stays when all its permits are free.
    if (isNoLock && !givenUp && !result.events.empty() && before->match.kind != LockKind::Semaphore)
        result.events.back().why += "; the key now holds something that is not a lock";

    // The history for the next look.
    const bool sinceOurs = history.isSinceOurs(at);
    history.notePast(result.events, at, after ? &*after : nullptr, seen.announced);
    const bool isHeld = after.has_value();
    if (isHeld)
        history.noteLock(before, *std::move(after), result.events, seen.unprompted);
    else
        result.gone = history.noteEnd(at, !result.events.empty() ? result.events.back().type
                                          : hadLapsed(*before)   ? EventType::Expired
                                                                 : EventType::Ended);
    if (mayBeHeld) // a token, which a TTL or a companion may make a lock again
        history.noteUnrecognised();
    history.afterOurRelease = !isHeld && sinceOurs;
    if (sinceOurs)
        history.past.own().releasedByUs.reset();
    return result;
}

Transition lossOfSight(KeyHistory &history, ServerTime at, std::string_view why)
{
    Transition result;
    result.events.push_back(eventOf(history.info, EventType::OutOfSight, at, std::string(why) + "; nothing is known of its end"));
    result.events.back().notBefore = history.last->at;
    result.gone = history.noteEnd(at, EventType::OutOfSight);
    history.noteUnrecognised(); // it may still exist
    return result;
}

LockEvent eventOf(const LockInfo &lock, EventType type, ServerTime at, std::string why)
{
    LockEvent event;
    event.time = at;
    event.type = type;
    event.id = lock.id;
    event.library = lock.library;
    event.kind = lock.kind;
    event.confidence = lock.confidence;
    event.why = std::move(why);
    if (!lock.holders.empty()) {
        event.owner = lock.holders.front().owner;
        event.count = lock.holders.front().count;
    }
    return event;
}

} // namespace lockcore
