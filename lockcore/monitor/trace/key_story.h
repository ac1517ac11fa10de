// SPDX-License-Identifier: MIT
// What may have happened to one key since the last look at it: hypotheses, each a state and the steps that led there. Commands extend them;
// announcements and the next look remove those that cannot be. What is left and agrees, is sure. Pure.
//
//     look ── command ── announced, command ── … ── look: the steps that all remaining hypotheses have in common
//
// An armed key is announced at its next change: from a look until the first announcement. Then its silence, too, is evidence.
#pragma once

#include "lockcore/monitor/trace/trace_line.h"

namespace lockcore {

struct StoryStep
{
    enum class Cause {
        Command,
        Expired,
        Unshown, ///< a command that the server does not show, or an eviction
        Several, ///< the possible causes differ, or several commands cannot be told apart
    };

    Cause cause = Cause::Command;
    TraceLinePtr line; ///< Command
    ServerTime at{};
    KeyState after;
    std::vector<TraceLinePtr> perhaps; ///< Several: the commands that may have done it
    std::string_view doubt{};          ///< why it is not sure; empty: it is

    bool isSure() const { return doubt.empty(); }
};

class KeyStory
{
public:
    explicit KeyStory(Bytes key, const TraceRules &rules = {})
        : m_key(std::move(key))
        , m_rules(rules)
    { }

    /// The key was announced; the line that follows may be the reason.
    void announced();

    /// The server also announces a key of this name in another database, so its announcement says nothing about this key.
    void changedElsewhere();

    /// A command that names the key.
    void command(const TraceLinePtr &line);

    /// A command that removes all keys, or after which nothing is known of any.
    void swept(const TraceLinePtr &line, bool removed);

    /// A line that does not name the key: what was announced before it has another reason. `now`: when the server ran that line.
    void passedBy(TimeRange now);

    /// The steps since the last look, in order.
    std::vector<StoryStep> look(const KeySnapshot &look);

    /// TraceRules::looks is off: the state of the first hypothesis, as if a look had shown it.
    KeySnapshot claimed(ServerTime at, const LockId &id) const { return lookOf(m_hypotheses.front().state, id, at).value_or(*m_last); }

    bool needsLook() const { return !m_armed || m_hypotheses.size() != 1 || !m_hypotheses.front().steps.empty(); }
    bool wasLookedAt() const { return m_last.has_value(); }

private:
    struct Hypothesis
    {
        KeyState state;
        std::vector<StoryStep> steps;
        bool expiredNow = false; ///< by the line that is being judged
    };
    using Hypotheses = std::vector<Hypothesis>;

    bool isEvidence() const { return m_rules.announcements && (m_armed || m_announced); }
    Hypotheses alive(TimeRange now) const;
    void settle(Hypotheses next);
    std::vector<StoryStep> common(const KeySnapshot &look, const Hypotheses &left) const;
    std::ptrdiff_t commonEnd(const Hypotheses &left, std::ptrdiff_t begin) const;
    StoryStep difference(const KeySnapshot &look, const Hypotheses &left, std::ptrdiff_t begin, std::ptrdiff_t end) const;

    Bytes m_key;
    TraceRules m_rules;
    std::optional<KeySnapshot> m_last;
    Hypotheses m_hypotheses{{KeyState::unknown(), {}}};
    bool m_armed = false;     ///< the next change is announced
    bool m_announced = false; ///< the line that comes next may be the reason of an announcement
    bool m_mayEcho = false;   ///< the last look may have removed the expired key, and that is announced after it
    bool m_tooMany = false;   ///< hypotheses, so nothing is known until the next look
};

} // namespace lockcore
