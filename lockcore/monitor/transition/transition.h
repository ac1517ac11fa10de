// SPDX-License-Identifier: MIT
// The one step from what was known of a key to what a look shows: what is there, which kind of change that is, the events, and the history
// that the next look is compared with. Nothing else drops or alters an event. No I/O, no clock; one thread.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "lockcore/monitor/transition/observation_interval.h"
#include "lockcore/monitor/transition/recogniser.h"

namespace lockcore {

struct Transition
{
    std::vector<LockEvent> events;
    std::optional<MonitorChange::Gone> gone; ///< the lock that is there no more, or out of sight
};

/// `around`: what is known in addition to the look and the history. `classified`: by the Prober; it need not be classified again if nothing
/// more is known here. Updates the history, but for the state in its `info`.
Transition transition(KeyHistory &history, KeySnapshot look, const ObservationInterval &observed, const Recogniser &recogniser,
                      RecognitionContext around, std::optional<Classified> classified = {});

/// The lock can no longer be read: nothing is known about its end. `why` it cannot.
Transition lossOfSight(KeyHistory &history, ServerTime at, std::string_view why);

/// An event that names the first holder of a lock as it is listed.
LockEvent eventOf(const LockInfo &lock, EventType type, ServerTime at, std::string why);

} // namespace lockcore
