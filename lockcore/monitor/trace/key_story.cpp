// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/key_story.h"

#include "lockcore/monitor/trace/command_effect.h"

#include <algorithm>
#include <functional>

namespace lockcore {

namespace {

using Cause = StoryStep::Cause;

constexpr std::size_t mostHypotheses = 24;
constexpr std::size_t mostSteps = 1000; ///< between two looks
constexpr std::string_view tooManyThings = "too many things may have happened since the look before";
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
    const auto isLong = [](const Hypothesis &hypothesis) { return hypothesis.steps.size() > mostSteps; };
    m_tooMany = m_tooMany || next.size() > mostHypotheses || std::ranges::any_of(next, isLong);
    if (m_tooMany || next.empty()) {
        StoryStep lost{m_tooMany ? Cause::Several : Cause::Unshown, {}, {}, KeyState::unknown(), {}, {}};
        lost.doubt = m_tooMany ? tooManyThings : unexplained;
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
    for (auto &hypothesis : alive(TimeRange::at(look.at))) {
        if (agrees(hypothesis.state, look))
            left.push_back(std::move(hypothesis));
    }
    if (!m_rules.looks)
        left = {m_hypotheses.front()};
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
    m_armed = m_rules.announcements;
    m_announced = m_tooMany = false;
    return steps;
}

// The steps that all hypotheses share at the beginning and at the end, and one for what differs between them.
std::vector<StoryStep> KeyStory::common(const KeySnapshot &look, const Hypotheses &left) const
{
    const auto &first = left.front().steps;
    auto begin = std::ssize(first);
    bool differ = false;
    for (const auto &other : left) {
        differ = differ || !areSameSteps(first, other.steps);
        begin = std::min(begin, std::ranges::mismatch(first, other.steps, isSameStep).in1 - first.begin());
    }
    auto steps = std::vector(first.begin(), first.begin() + begin);
    if (differ) {
        const auto end = commonEnd(left, begin);
        steps.push_back(difference(look, left, begin, end));
        steps.insert(steps.end(), first.end() - end, first.end());
    }
    if (!steps.empty())
        steps.back().after = KeyState::of(look);
    return steps;
}

// How many steps at the end are the same in all, from the same known state on. The first `begin` steps do not count.
std::ptrdiff_t KeyStory::commonEnd(const Hypotheses &left, std::ptrdiff_t begin) const
{
    const auto &first = left.front().steps;
    std::ptrdiff_t end = std::ssize(first) - begin;
    for (const auto &other : left) {
        std::ptrdiff_t same = 0;
        const auto most = std::min(end, std::ssize(other.steps) - begin);
        while (same < most
               && isSameStep(first[first.size() - 1 - static_cast<std::size_t>(same)],
                             other.steps[other.steps.size() - 1 - static_cast<std::size_t>(same)]))
            ++same;
        end = same;
    }
    const auto before = [&](const Hypothesis &hypothesis) {
        const auto at = std::ssize(hypothesis.steps) - end - 1;
        return at >= 0 ? hypothesis.steps[static_cast<std::size_t>(at)].after : m_last ? KeyState::of(*m_last) : KeyState::unknown();
    };
    const auto state = before(left.front());
    const bool isKnown = lookOf(state, {}, {}).has_value();
    return isKnown && std::ranges::all_of(left, [&](const Hypothesis &other) { return before(other) == state; }) ? end : 0;
}

StoryStep KeyStory::difference(const KeySnapshot &look, const Hypotheses &left, std::ptrdiff_t begin, std::ptrdiff_t end) const
{
    StoryStep rest{Cause::Several, {}, look.at, KeyState::of(look), {}, {}};
    bool expired = false;
    bool tooMany = false;
    for (const auto &hypothesis : left) {
        for (auto step = hypothesis.steps.begin() + begin; step != hypothesis.steps.end() - end; ++step) {
            expired = expired || step->cause == Cause::Expired;
            tooMany = tooMany || step->cause == Cause::Several;
            if (step->line && std::ranges::find(rest.perhaps, step->line) == rest.perhaps.end())
                rest.perhaps.push_back(step->line);
            if (end > 0)
                rest.after = step->after;
        }
    }
    if (!rest.perhaps.empty())
        rest.at = rest.perhaps.back()->at.to;
    else if (end > 0)
        rest.at = (left.front().steps.end() - end)->at;
    rest.doubt = tooMany   ? tooManyThings
                 : expired ? "its deadline passed at about the same moment"
                           : "what the key held before the command is not known";
    return rest;
}

} // namespace lockcore
