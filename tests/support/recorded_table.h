// SPDX-License-Identifier: MIT
// A LockTable that records its calls and outputs. A recording is text: one line for each call and, indented below it, its outputs; so it
// can be searched, cut and compared:
//
//     recording 1795290935000000 0 "soak truth"       the server's clock in µs, the database, a description; later times are seconds
//     scripts 1 redisson                              libraries whose scripts the server knows
//     look orders:17 0.3 string 7c1f… until 30.3 found first-sweep
//       event seen library=unknown kind=lock confidence=2 owner=7c1f… ttl=30000 why="…"
//       lock orders:17 library=unknown …              the listed lock after the call; unchanged fields are left out
//       asks names="a b"                                the formats ask for these companions, which differ from those that were read
//     tick 1.2                                        time has passed
//     take                                            the Monitor has reported the changes
//       gone orders:17 how=expired
//
// The words of a look: its key, its time, its value (none: no key), `until` with its deadline, `with` for each companion that was asked
// for, `found` with the surroundings in which the Prober classified it, and the notifications (Evidence). The other calls: channels,
// released-by-us, restarted, exchanged, jumped, cut, waiters, lost, prune. No output contains a format's finding for a look before the
// table received it: a player classifies each look again.
#pragma once

#include "support/recording_words.h"

#include <deque>
#include <functional>

namespace lockcore::test {

class RecordedTable final : public LockTable
{
public:
    /// Receives each call: its line and the lines of its outputs, each with a line end.
    using Sink = std::function<void(const std::string &lines)>;

    RecordedTable(const Classifier &classifier, const RecordingHead &head, Sink sink);
    ~RecordedTable() override; ///< writes the changes that were not taken as the end of the recording

    void setFingerprints(SharedNames libraries) override;
    void setChannels(SharedNames channels) override;
    std::vector<LockEvent> apply(Look look, Evidence evidence, std::optional<Classified> classified = {}) override;
    void releasedByUs(const LockId &id, ServerTime at, std::vector<Bytes> owners = {}) override;
    void serverRestarted() override;
    void dataExchanged() override;
    void clockJumped(Microseconds by) override;
    void connectionLost() override;
    void setWaiters(const LockId &id, Waiters waiters) override;
    void tick(ServerTime now) override;
    std::optional<LockEvent> loseSight(const LockId &id, ServerTime at, std::string_view why) override;
    void prune(const Keep &keep) override;
    std::vector<LockEvent> takeStillNoLease() override;
    std::vector<LockInfo> takeChanged() override;
    std::vector<MonitorChange::Gone> takeGone() override;

private:
    void begin(const std::string &line) { m_lines = line + '\n'; }
    void add(const std::string &output) { m_lines += "  " + output + '\n'; }
    void end() { m_sink(m_lines); }
    void addAsked(Look look);
    void addEvent(const LockEvent &event, const LockId &id, ServerTime at);
    void addLock(const LockId &id);
    void addGone(const MonitorChange::Gone &gone);

    const Classifier &m_classifier;
    const RecordingWords m_words;
    const Sink m_sink;
    std::string m_lines;                                         ///< of the current call
    std::map<Bytes, RecordingWords::Fields> m_listed;            ///< the last text that was written about each lock
    std::map<Bytes, std::deque<RecordingWords::Fields>> m_ended; ///< the same for ended locks, until they are taken
    std::string m_stillNoLease;                                  ///< events that are written with the next take
    bool m_taking = false; ///< the changes are already written, and the ended locks belong to the same take
};

} // namespace lockcore::test
