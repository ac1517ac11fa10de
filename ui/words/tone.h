// SPDX-License-Identifier: MIT
// For each state and event: how bad it is, its word, its glyph and its rank. One table for the window, the terminal and the timeline.
#pragma once

#include "lockcore/monitor/model/event.h"

#include <QString>

#include <span>

namespace lockscope {

enum class Tone {
    Quiet, ///< routine; may be lighter than the rest
    Plain,
    Warning, ///< amber: the user should look at it
    Danger,  ///< vermilion: mutual exclusion may be broken, or nothing will ever end it
};

/// The shape of the glyph for a state. The window draws it, the terminal uses a character.
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

/// The facts of a lock that decide how its state is shown.
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

Glyph glyphOf(const ShownState &shown);   ///< a different glyph for each state
QString glyphText(Glyph glyph);           ///< one character
QString markOf(lockcore::EventType type); ///< "▲ " before the word of a bad event, so that colour is not the only sign; otherwise empty

/// The lowest rank needs attention first.
int rankOf(const ShownState &shown);
inline constexpr int lastRank = 10;

} // namespace lockscope
