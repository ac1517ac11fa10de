// SPDX-License-Identifier: MIT
// Plays recordings (see recorded_table.h) with the current code: classifies each look again, and compares the outputs with the recorded
// ones. No server, no clock.
#pragma once

#include "support/recorded_table.h"
#include "support/recording_differences.h"

#include <functional>
#include <iosfwd>

namespace lockcore::test {

/// One recording: its classifier and its table.
class RecordingPlayer
{
public:
    RecordingPlayer(const RecordingHead &head, const RecordedTable::Sink &sink);

    void play(ExampleLine &line); ///< A call of a recording. Throws ExampleError.
    const LockTable &table() const { return m_table; }

private:
    using Call = void (RecordingPlayer::*)(ExampleLine &);

    void look(ExampleLine &line);
    void scripts(ExampleLine &line);
    void channels(ExampleLine &line);
    void releasedByUs(ExampleLine &line);
    void restarted(ExampleLine &line);
    void failedOver(ExampleLine &line);
    void exchanged(ExampleLine &line);
    void jumped(ExampleLine &line);
    void cut(ExampleLine &line);
    void waiters(ExampleLine &line);
    void tick(ExampleLine &line);
    void lost(ExampleLine &line);
    void prune(ExampleLine &line);
    void take(ExampleLine &line);

    static const std::map<std::string, Call> calls;

    const RecordingWords m_words;
    const Classifier m_classifier;
    RecordedTable m_table;
};

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
