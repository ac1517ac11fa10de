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
    DashedRing,
    SlashedRing,
    Clock,
    Square,
    Arrows,
};

Tone toneOf(lockcore::LockState state);
Tone toneOf(lockcore::EventType type);
inline bool isTrouble(Tone tone) { return tone >= Tone::Warning; }

std::span<const lockcore::EventType> allEventTypes();

QString stateText(lockcore::LockState state); ///< "renewal overdue"
QString eventText(lockcore::EventType type);  ///< "taken over"

Glyph glyphOf(lockcore::LockState state); ///< another one for each state
QString glyphText(Glyph glyph);           ///< one character
QString markOf(lockcore::EventType type); ///< "▲ " before the word of an event that is trouble, so that colour is not the only sign

/// What should be looked at first has the lowest rank.
int rankOf(lockcore::LockState state);
inline constexpr int lastRank = 9;

} // namespace lockscope
