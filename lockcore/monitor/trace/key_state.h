// SPDX-License-Identifier: MIT
// What a key may hold at one moment of a trace: read by a look, or computed from the commands since. Values without I/O or clock; any thread.
#pragma once

#include "lockcore/monitor/model/key_snapshot.h"

namespace lockcore {

/// A moment that lies between two, both included. The server writes the time of a line after it has run the command.
struct TimeRange
{
    ServerTime from{};
    ServerTime to{};

    static TimeRange at(ServerTime moment) { return {moment, moment}; }
    TimeRange operator+(Microseconds by) const { return {from + by, to + by}; }
    bool meets(const TimeRange &other) const { return from <= other.to && other.from <= to; }
    bool operator==(const TimeRange &) const = default;
};

struct KeyState
{
    enum class Content {
        Known,   ///< `value` is the whole value, or there is none
        Hidden,  ///< a value exists; its type may be known (else Other), what it holds is not
        Unknown, ///< nothing is known, not even whether the key exists
    };

    Content content = Content::Known;
    Value value;
    bool deadlineKnown = true;
    std::optional<TimeRange> deadline; ///< none: no TTL

    static KeyState absent() { return {}; }
    static KeyState unknown() { return {Content::Unknown, {}, false, {}}; }
    static KeyState hidden(ValueType type); ///< with an unknown deadline
    static KeyState of(const KeySnapshot &look);

    bool isAbsent() const { return content == Content::Known && !value.exists(); }
    bool operator==(const KeyState &) const = default;
};

/// Whether the state was, at a moment of `now`, already past its deadline. A key exists through the millisecond of its deadline.
enum class Passed { No, Perhaps, Yes };
Passed passed(const KeyState &state, TimeRange now);

/// Could a look have found this state as `look`? The deadline may differ by the noise of the server's clock.
bool agrees(const KeyState &state, const KeySnapshot &look);

/// The state as a look at that moment would have shown it; of a deadline that is not known exactly, the latest. None: not known well enough.
std::optional<KeySnapshot> lookOf(const KeyState &state, const LockId &id, ServerTime at);

std::string toString(const KeyState &state);

} // namespace lockcore
