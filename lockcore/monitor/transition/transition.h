// SPDX-License-Identifier: MIT
// One step from what was known about a key to what a look shows: the lock, the kind of change, the events, and the history that the next
// look is compared with. No other code drops or changes an event. No I/O, no clock; one thread.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/transition/observation_interval.h"
#include "lockcore/monitor/transition/recogniser.h"

namespace lockcore {

struct Transition
{
    std::vector<LockEvent> events;
    std::optional<MonitorChange::Gone> gone; ///< the lock that no longer exists or can no longer be read
};

/// `around`: what is known besides the look and the history. `classified`: the Prober's result, which is used if nothing more is known
/// here. Updates the history, except the state in its `info`.
Transition transition(KeyHistory &history, KeySnapshot look, const ObservationInterval &observed, const Recogniser &recogniser,
                      RecognitionContext around, std::optional<Classified> classified = {});

/// The lock can no longer be read: its end is unknown. `why`: the reason.
Transition lossOfSight(KeyHistory &history, ServerTime at, std::string_view why);

/// An event that names the first holder of a lock as it is listed.
LockEvent eventOf(const LockInfo &lock, EventType type, ServerTime at, std::string why);

} // namespace lockcore
