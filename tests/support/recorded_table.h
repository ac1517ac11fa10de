// SPDX-License-Identifier: MIT
// A LockTable that writes down what it is asked and what it answers. A recording is text, one line for each call, and below it, indented, what
// came of it; so it can be searched, cut and compared:
//
//     recording 1795290935000000 0 "soak truth"       the server's clock in µs; all times below are seconds since then; the database; what it is
//     scripts 1 redisson                              libraries whose scripts the server knows
//     look orders:17 0.3 string 7c1f… until 30.3 found first-sweep
//       event seen library=unknown kind=lock confidence=2 owner=7c1f… ttl=30000 why="…"
//       lock orders:17 library=unknown …              how it is listed since; what was as before is left out
//       asks names="a b"                                the formats ask for these companions, and not for those that were read
//     tick 1.2                                        time has passed
//     take                                            the Monitor reported what had changed
//       gone orders:17 how=expired
//
// The words of a look: its key, its time, its value (none: no key), `until` its deadline, `with` each companion that was asked for, `found` with
// the surroundings in which the Prober classified it, and what was heard (ObservationInterval). The other calls: channels, released-by-us, restarted, failed-over,
// exchanged, jumped, cut, waiters, lost, prune. No output holds what a format made of a look before the table saw it: a player classifies again.
#pragma once

#include "support/recording_words.h"

#include <deque>
#include <functional>

namespace lockcore::test {

class RecordedTable final : public LockTable
{
public:
    /// Hears of each call: its line and those below it, each with its end of line.
    using Sink = std::function<void(const std::string &lines)>;

    RecordedTable(const Classifier &classifier, const RecordingHead &head, Sink sink);
    ~RecordedTable() override; ///< what has changed and was not taken is the end of the recording

    void setFingerprints(SharedNames libraries) override;
    void setChannels(SharedNames channels) override;
    std::vector<LockEvent> apply(KeySnapshot look, const ObservationInterval &observed, std::optional<Classified> classified = {}) override;
    void releasedByUs(const LockId &id, ServerTime at, std::vector<Bytes> owners = {}) override;
    void serverRestarted() override;
    void failedOver() override;
    void dataExchanged() override;
    void clockJumped(Microseconds by) override;
    void connectionLost() override;
    void setWaiters(const LockId &id, Waiters waiters) override;
    void tick(ServerTime now) override;
    std::optional<LockEvent> loseSight(const LockId &id, ServerTime at, std::string_view why) override;
    void prune(const Keep &keep) override;
    std::vector<LockEvent> takeAlarms() override;
    std::vector<LockInfo> takeChanged() override;
    std::vector<MonitorChange::Gone> takeGone() override;

private:
    void begin(const std::string &line) { m_lines = line + '\n'; }
    void add(const std::string &output) { m_lines += "  " + output + '\n'; }
    void end() { m_sink(m_lines); }
    void addAsked(KeySnapshot look);
    void addEvent(const LockEvent &event, const LockId &id, ServerTime at);
    void addLock(const LockId &id);
    void addGone(const MonitorChange::Gone &gone);

    const Classifier &m_classifier;
    const RecordingWords m_words;
    const Sink m_sink;
    std::string m_lines;                                         ///< of the call that is under way
    std::map<Bytes, RecordingWords::Fields> m_listed;            ///< as they were last written
    std::map<Bytes, std::deque<RecordingWords::Fields>> m_ended; ///< the same, until they are taken
    std::string m_alarms;                                        ///< events that belong to what is taken next
    bool m_taking = false;                                       ///< what had changed is written, what has gone belongs to it
};

} // namespace lockcore::test
