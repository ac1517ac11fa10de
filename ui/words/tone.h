// SPDX-License-Identifier: MIT
// How bad a state or an event is, its word, its glyph and its rank: one table for the window, the terminal and the timeline.
#pragma once

#include "lockcore/monitor/model/event.h"

#include <QString>

#include <span>

namespace lockscope {

enum class Tone {
    Quiet, ///< routine: may be lighter than the rest
    Plain,
    Warning, ///< amber: look at it
    Danger,  ///< vermilion: mutual exclusion may be broken, or nothing will ever end it
};

/// The shape of a state's sign. The window draws it, the terminal has a character for it.
enum class Glyph {
    Disc,
    HalfDisc,
    Triangle,
    DottedTriangle,
    Ring,
    DottedRing,
    DashedRing,
    SlashedRing,
    Clock,
    Square,
    Arrows,
};

/// What of a lock decides how its state is shown.
struct ShownState
{
    ShownState(lockcore::LockState state)
        : state(state)
    { }
    ShownState(const lockcore::LockInfo &lock)
        : state(lock.state)
        , noLeaseTooLong(lock.noLeaseTooLong)
    { }

    lockcore::LockState state;
    bool noLeaseTooLong = false;
    bool operator==(const ShownState &) const = default;
};

Tone toneOf(const ShownState &shown);
Tone toneOf(lockcore::EventType type);
inline bool isTrouble(Tone tone) { return tone >= Tone::Warning; }

std::span<const lockcore::EventType> allEventTypes();

QString stateText(const ShownState &shown);  ///< "renewal overdue"
QString eventText(lockcore::EventType type); ///< "taken over"

Glyph glyphOf(const ShownState &shown);   ///< another one for each state
QString glyphText(Glyph glyph);           ///< one character
QString markOf(lockcore::EventType type); ///< "▲ " before the word of an event that is trouble, so that colour is not the only sign

/// What should be looked at first has the lowest rank.
int rankOf(const ShownState &shown);
inline constexpr int lastRank = 10;

} // namespace lockscope
