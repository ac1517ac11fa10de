// SPDX-License-Identifier: MIT
// The stream of the server and the looks of our own, put together: which client changed which lock. Our looks are found in the stream by
// the word that their PING carries, because our address may be another one there. Keeps nothing of keys that are not traced. No I/O, no
// clock; one thread.
#pragma once

#include "lockcore/monitor/reading/look_request.h"
#include "lockcore/monitor/trace/key_story.h"
#include "lockcore/monitor/trace/monitor_stream.h"
#include "lockcore/monitor/transition/transition.h"

#include <deque>
#include <functional>
#include <unordered_map>

namespace lockcore {

/// An event of a lock, and who did it.
struct AttributedChange
{
    LockEvent event;
    std::optional<TraceActor> by;      ///< only if it is sure; none also for what nobody does, as an expiry
    TraceLinePtr line;                 ///< the command of `by`
    Bytes command;                     ///< its name, without arguments
    std::vector<TraceLinePtr> perhaps; ///< if it is not sure: the commands that may have done it
    bool certain = true;
    bool shown = true; ///< false: no command that the server shows explains it
    std::string why;   ///< if not certain; locale-free English

    // What the judgement of findings needs.
    Bytes ownerBefore;                      ///< the first holder before the change; empty: none, or it names nobody
    std::optional<Milliseconds> leftBefore; ///< of the owner's lease; none: it had no TTL, it is not known, or nobody held the lock
    OwnerScope scope = OwnerScope::Unknown; ///< of the lock after the change, or before it
    LockInfo lock;                          ///< after the change; if it is gone, before it
};

/// A line that names a traced key, in the order of the stream.
struct AttributedUse
{
    LockId id;
    TraceLinePtr line;
};

/// These commands may have changed the lock; it is not known which of them did what.
struct AttributedDoubt
{
    LockId id;
    std::vector<TraceLinePtr> perhaps;
};

class Attribution
{
public:
    struct Options
    {
        int db = 0;
        std::function<bool(std::string_view)> follows; ///< whether a new key of this name is to be traced; null: none is
        std::size_t mostKeys = 5000;
        TraceRules rules;
    };
    Attribution(const Classifier &classifier, Options options);

    void trace(const Bytes &key); ///< from now on

    /// Bytes of the stream. Error: Protocol.
    Result<void> feed(std::string_view bytes);

    /// The keys to look at next, at most so many; each only until answered() or lost().
    std::vector<LookRequest> dueLooks(std::size_t most);
    bool hasDueLooks() const;

    /// A transaction is about to be sent: PING `word`, then so many commands until its EXEC, which is not counted.
    void sending(const Bytes &word, std::size_t commands);

    /// What the looks of that transaction showed; an error, or a look that must be repeated with another request: nothing is known of that key.
    struct Answer
    {
        LookRequest request; ///< for the next look
        std::optional<KeySnapshot> look;
    };
    Result<void> answered(const Bytes &word, std::vector<Answer> answers);
    void refused(const Bytes &word, std::vector<LookRequest> requests); ///< the transaction was not executed
    bool forget(const Bytes &key);                                      ///< it may not be read. False: it was not traced

    /// What is known since the last call, in the order of the stream.
    using Item = std::variant<AttributedChange, AttributedUse, AttributedDoubt>;
    std::vector<Item> take() { return std::exchange(m_items, {}); }

    bool hasItems() const { return !m_items.empty(); }

    bool isReady() const { return m_answers >= 2; } ///< the server has accepted MONITOR and SUBSCRIBE
    const std::optional<Error> &refusal() const { return m_refusal; }
    bool hasUnseenLook() const; ///< a look was answered, but the stream has not come that far
    std::size_t buffered() const { return m_stream.waiting(); }

    std::uint64_t commands() const { return m_commands; } ///< that the server has shown
    std::uint64_t bytes() const { return m_bytes; }
    std::size_t keys() const { return m_traced.size(); }
    std::size_t unseen() const;                                               ///< keys that have not been looked at
    std::size_t leftOut() const { return m_leftOut; }                         ///< keys that would have been too many
    const std::unordered_map<Bytes, Bytes> &names() const { return m_names; } ///< CLIENT SETNAME as clients sent it, by address

    /// The locks that are held now, as far as is known.
    std::vector<LockInfo> held() const;

private:
    struct Traced
    {
        KeyStory story;
        KeyHistory history;
        LookRequest request;
        std::map<Bytes, Value> companions;
        bool asked = false;
    };
    struct Pending
    {
        std::size_t commands = 0;
        std::optional<std::vector<Answer>> answers;
        bool seen = false;
    };
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };

    Result<void> run();
    void take(const MonitorLine &line);
    void announced(const KeysAnnounced &keys);
    bool isOurs(const MonitorLine &line, std::string_view command, MonitorWords words);
    TimeRange timeOf(const MonitorLine &line, std::string_view command);
    void noteCaller(const MonitorLine &line, std::string_view command, TimeRange at);
    void noteName(const MonitorLine &line, std::string_view command, MonitorWords words);
    void findTouched(const MonitorLine &line);
    void discover(const MonitorLine &line, std::string_view command);
    bool makeRoom();
    void elsewhere();
    TraceLinePtr lineOf(const MonitorLine &line, TimeRange at);
    void sweep(const MonitorLine &line, std::string_view command, TimeRange at);
    void passBy(TimeRange at);
    void applyAnswers(Pending &pending);
    void showFirst(Traced &traced, const KeySnapshot &look);
    void apply(Traced &traced, const KeySnapshot &look);
    struct Cause
    {
        std::vector<TraceLinePtr> lines; ///< the command, or those that may have been it
        std::vector<StoryStep> steps;    ///< of one script, to find the command that an event is about
        bool isNobodys = false;          ///< an expiry
        bool isShown = true;
        bool several = false;
        std::string_view doubt{};
    };
    void apply(Traced &traced, const StoryStep &step, const Cause &cause, const KeySnapshot &last);
    static TraceLinePtr lineOf(const Cause &cause, const LockEvent &event, const KeyState &before);

    const Classifier &m_classifier;
    const Options m_options;
    Recogniser m_recogniser;
    MonitorStream m_stream;
    std::map<Bytes, Traced> m_traced;
    std::unordered_map<Bytes, Traced *, Hash, std::equal_to<>> m_index; ///< by the name as MONITOR writes it
    std::vector<Traced *> m_touched;
    std::vector<Traced *> m_announced; ///< by what came since the last line
    std::deque<Bytes> m_discovered;    ///< keys that were not asked for; they may be forgotten once they are gone
    std::deque<Bytes> m_due;
    std::unordered_map<Bytes, Pending> m_pending; ///< looks that were sent, by their word
    bool m_waits = false;
    Bytes m_waitsFor;
    std::size_t m_skip = 0; ///< lines of our own transaction that are still to come

    // Time: between which moments the server ran a command.
    ServerTime m_lastTime{};
    ServerTime m_runFloor{}; ///< the last line before the current run of lines of one client
    Bytes m_runner;
    std::unordered_map<Bytes, ServerTime> m_transactions; ///< MULTI of each client

    // The last call of a script.
    TraceActor m_caller;
    SecretText m_callerWords;
    TimeRange m_callerAt;
    TraceLinePtr m_script;

    std::unordered_map<Bytes, Bytes> m_names;
    std::vector<Item> m_items;
    std::optional<Error> m_refusal;
    int m_answers = 0;
    std::uint64_t m_commands = 0;
    std::uint64_t m_bytes = 0;
    std::size_t m_leftOut = 0;
};

/// A word as MONITOR writes it, without the quotes.
Bytes escapedWord(std::string_view word);

} // namespace lockcore
