// SPDX-License-Identifier: MIT
// Plays recordings (see recorded_table.h) with the current code: classifies each look again, and compares the outputs with the recorded
// ones. No server, no clock.
#pragma once

#include "support/recording_differences.h"

#include <functional>
#include <iosfwd>

namespace lockcore::test {

struct PlayedRecordings
{
    std::int64_t recordings = 0;
    std::int64_t looks = 0; ///< each one changes what is known about a key to what the look shows
    std::int64_t events = 0;
    RecordingDifferences differences;
};

/// Plays one recording or several, one after the other. `name`: for messages. `again` receives the same recording with the current outputs,
/// input by input. Throws ExampleError if a line cannot be read. A last line without a line end comes from a recorder that was killed, and
/// is left out.
PlayedRecordings playRecordings(std::istream &in, const std::string &name, std::function<void(const std::string &lines)> again = {});

} // namespace lockcore::test
