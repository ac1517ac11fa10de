// SPDX-License-Identifier: MIT
// The words of a recording (see recorded_table.h): looks and what is known beside them, as text and read again; events and locks as text. Pure.
#pragma once

#include "lockcore/monitor/reading/user_pattern.h"
#include "lockcore/monitor/watch/lock_table.h"
#include "support/example_line.h"

namespace lockcore::test {

/// The first line of a recording. All its times are distances from `begin`, in seconds.
struct RecordingHead
{
    ServerTime begin{};
    int db = 0;       ///< of all its keys
    std::string what; ///< one line: what was recorded
    std::vector<UserPattern> patterns;

    std::string line() const;
    static RecordingHead read(ExampleLine &line); ///< Throws ExampleError.
};

/// One call of LockTable::apply().
struct RecordedLook
{
    KeySnapshot look;
    ObservationInterval observed;
    std::optional<RecognitionContext> found; ///< those in which the Prober classified it; none: it did not
    bool otherScripts = false;               ///< `found` names them; usually they were those of the table
    bool otherChannels = false;
};

/// The beginning and the scale of times.
class RecordingWords
{
public:
    explicit RecordingWords(const RecordingHead &head)
        : m_begin(head.begin)
        , m_db(head.db)
    { }

    /// An output's parts in a fixed order. One without a text is left out.
    using Fields = std::vector<std::pair<std::string_view, std::string>>;

    static std::string word(std::string_view bytes); ///< in quotes if it must be; ExampleLine::next() reads it
    std::string time(ServerTime time) const;
    std::string look(const RecordedLook &look) const;
    static std::string names(const SharedNames &names);
    std::string waiters(const Waiters &waiters) const;

    /// `id`, `at`: of the input that caused it, which need not be repeated.
    Fields event(const LockEvent &event, const LockId &id, ServerTime at) const;
    Fields lock(const LockInfo &lock, const std::vector<Bytes> &waitChannels) const; ///< the channels are the last one

    /// ` name=word …`, without the fields that are the same as `before`.
    static std::string text(const Fields &fields, const Fields *before = nullptr);

    // All of these throw ExampleError.
    LockId readKey(ExampleLine &line) const;
    ServerTime readTime(ExampleLine &line) const;
    RecordedLook readLook(ExampleLine &line) const;
    static SharedNames readNames(ExampleLine &line);
    Waiters readWaiters(ExampleLine &line) const;

private:
    static std::string value(const Value &value);
    static Value readValue(ExampleLine &line);
    std::string waitersText(const Waiters &waiters) const;
    std::string holders(const std::vector<Holder> &holders) const;

    ServerTime m_begin;
    int m_db;
};

} // namespace lockcore::test
