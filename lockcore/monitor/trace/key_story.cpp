// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/key_story.h"

#include "lockcore/monitor/trace/command_effect.h"

#include <algorithm>
#include <functional>

namespace lockcore {

namespace {

using Cause = StoryStep::Cause;

constexpr std::size_t mostHypotheses = 24;
constexpr std::string_view unexplained = "no command that the server shows explains it";

bool isSameStep(const StoryStep &a, const StoryStep &b) { return a.cause == b.cause && a.line == b.line && a.after == b.after; }
bool areSameSteps(const std::vector<StoryStep> &a, const std::vector<StoryStep> &b) { return std::ranges::equal(a, b, isSameStep); }

bool isHidden(const std::vector<StoryStep> &steps)
{
    return std::ranges::any_of(steps, [](const StoryStep &step) { return step.cause == Cause::Unshown; });
}

StoryStep expiry(const KeyState &state, TimeRange now)
{
    const auto after = state.deadline ? state.deadline->to + Milliseconds(1) : now.to;
    return {Cause::Expired, {}, std::min(after, now.to), KeyState::absent(), {}, {}};
}

} // namespace

// Each hypothesis with its key alive at `now`, and expired, as far as either may be.
KeyStory::Hypotheses KeyStory::alive(TimeRange now) const
{
    Hypotheses alive;
    for (const auto &hypothesis : m_hypotheses) {
        const auto over = hypothesis.state.content == KeyState::Content::Unknown ? Passed::No : passed(hypothesis.state, now);
        if (over != Passed::Yes)
            alive.push_back({hypothesis.state, hypothesis.steps});
        if (over == Passed::No)
            continue;
        auto expired = hypothesis;
        expired.steps.push_back(expiry(expired.state, now));
        expired.state = KeyState::absent();
        expired.expiredNow = true;
        alive.push_back(std::move(expired));
    }
    return alive;
}

void KeyStory::settle(Hypotheses next)
{
    for (auto &hypothesis : next)
        hypothesis.expiredNow = false;
    m_tooMany = m_tooMany || next.size() > mostHypotheses;
    if (m_tooMany || next.empty()) {
        StoryStep lost{m_tooMany ? Cause::Several : Cause::Unshown, {}, {}, KeyState::unknown(), {}, {}};
        lost.doubt = m_tooMany ? "too many things may have happened since the look before" : unexplained;
        next = {{KeyState::unknown(), {std::move(lost)}}};
    }
    m_hypotheses = std::move(next);
}

void KeyStory::announced()
{
    if (std::exchange(m_mayEcho, false))
        m_armed = false; // and nothing has changed
    else
        m_announced = true;
}

void KeyStory::changedElsewhere()
{
    if (m_announced)
        m_armed = m_announced = false;
}

void KeyStory::command(const TraceLinePtr &line)
{
    const bool judges = isEvidence();
    const bool changed = m_announced;
    m_armed = m_armed && !m_announced;
    m_announced = m_mayEcho = false;
    Hypotheses next;
    for (const auto &hypothesis : alive(line->at)) {
        for (auto &effect : effectsOf(line->words, m_key, hypothesis.state, line->at)) {
            if (judges && changed != (effect.changed || hypothesis.expiredNow))
                continue;
            auto grown = hypothesis;
            grown.state = std::move(effect.after);
            if (effect.changed)
                grown.steps.push_back({Cause::Command, line, line->at.to, grown.state, {}, {}});
            next.push_back(std::move(grown));
        }
    }
    settle(std::move(next));
}

void KeyStory::swept(const TraceLinePtr &line, bool removed)
{
    m_armed = m_announced = false;
    auto next = alive(line->at);
    for (auto &hypothesis : next) {
        if (removed && hypothesis.state.isAbsent())
            continue;
        hypothesis.state = removed ? KeyState::absent() : KeyState::unknown();
        hypothesis.steps.push_back({Cause::Command, line, line->at.to, hypothesis.state, {}, {}});
    }
    settle(std::move(next));
}

void KeyStory::passedBy(TimeRange now)
{
    if (!m_announced)
        return;
    m_armed = m_announced = false;
    if (!m_rules.announcements)
        return;
    Hypotheses next;
    for (auto &hypothesis : alive(now)) {
        const bool explains = hypothesis.expiredNow;
        next.push_back(hypothesis);
        if (explains)
            continue;
        hypothesis.state = KeyState::unknown();
        hypothesis.steps.push_back({Cause::Unshown, {}, now.to, hypothesis.state, {}, unexplained});
        next.push_back(std::move(hypothesis));
    }
    // What has expired needs no other reason.
    const auto hasExpired = [](const Hypothesis &hypothesis) { return hypothesis.expiredNow; };
    if (std::ranges::any_of(next, hasExpired))
        std::erase_if(next, std::not_fn(hasExpired));
    settle(std::move(next));
}

std::vector<StoryStep> KeyStory::look(const KeySnapshot &look)
{
    Hypotheses left;
    for (auto &hypothesis : m_rules.looks ? alive(TimeRange::at(look.at)) : m_hypotheses) {
        if (!m_rules.looks || agrees(hypothesis.state, look))
            left.push_back(std::move(hypothesis));
    }
    // A hidden command explains everything, so it explains only what nothing else does.
    const auto isShown = [](const Hypothesis &hypothesis) { return !isHidden(hypothesis.steps); };
    if (std::ranges::any_of(left, isShown))
        std::erase_if(left, std::not_fn(isShown));
    // That an unknown value happens to be the one that a command would have written, with its deadline to the millisecond, needs no word.
    const auto isWritten = [](const Hypothesis &hypothesis) {
        return hypothesis.state.content == KeyState::Content::Known && hypothesis.state.deadlineKnown && hypothesis.state.deadline
               && !hypothesis.steps.empty();
    };
    if (std::ranges::any_of(left, isWritten))
        std::erase_if(left, [](const Hypothesis &hypothesis) { return hypothesis.state.content != KeyState::Content::Known; });
    std::vector<StoryStep> steps;
    const bool same = m_last && agrees(KeyState::of(*m_last), look);
    if (!left.empty())
        steps = common(look, left);
    else if (m_last && !same)
        steps.push_back({Cause::Unshown, {}, look.at, KeyState::of(look), {}, unexplained});
    m_mayEcho = !look.value.exists() && std::ranges::any_of(steps, [](const StoryStep &step) { return step.cause == Cause::Expired; });
    m_last = look;
    m_hypotheses = {{KeyState::of(look), {}}};
    m_armed = true;
    m_announced = m_tooMany = false;
    return steps;
}

// The steps that all hypotheses share, and then, if they differ, one for all the rest.
std::vector<StoryStep> KeyStory::common(const KeySnapshot &look, const Hypotheses &left) const
{
    auto steps = left.front().steps;
    bool differ = false;
    for (const auto &other : left) {
        if (areSameSteps(steps, other.steps))
            continue;
        const auto [mine, its] = std::ranges::mismatch(steps, other.steps, isSameStep);
        differ = true;
        steps.erase(mine, steps.end());
    }
    if (!differ) {
        if (!steps.empty())
            steps.back().after = KeyState::of(look);
        return steps;
    }
    StoryStep rest{Cause::Several, {}, look.at, KeyState::of(look), {}, {}};
    bool expired = false;
    for (const auto &hypothesis : left) {
        for (const auto &step : hypothesis.steps) {
            expired = expired || step.cause == Cause::Expired;
            const bool isKnown = !step.line || std::ranges::find(rest.perhaps, step.line) != rest.perhaps.end()
                                 || std::ranges::any_of(steps, [&](const StoryStep &sure) { return sure.line == step.line; });
            if (!isKnown)
                rest.perhaps.push_back(step.line);
        }
    }
    if (!rest.perhaps.empty())
        rest.at = rest.perhaps.back()->at.to;
    rest.doubt = expired ? "its deadline passed at about the same moment" : "what the key held before the command is not known";
    steps.push_back(std::move(rest));
    return steps;
}

} // namespace lockcore
