// SPDX-License-Identifier: MIT
// A worker's lane: its requests, beliefs, work and faults are intervals that overlap. At each moment the most severe one is the worker's
// state.
#include "lockcore/report/belief_steps.h"
#include "lockcore/report/held_elements.h"
#include "lockcore/report/lane_parts.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockcore::detail {

namespace {

using State = WorkerSpan::State;

struct Interval
{
    State state;
    Microseconds begin, end;
    Number from;
};

using Intervals = std::map<std::string, std::vector<Interval>>; ///< by worker

class Collector
{
public:
    explicit Collector(const Stage &stage)
        : m_stage(stage)
    { }

    Intervals collect()
    {
        for (const auto &attempt : m_stage.run.attempts) {
            if (m_stage.isPlayed(attempt.sent))
                add(speakerOf(attempt), State::Waiting, attempt.sent, firstOf(attempt.answered, m_stage.run.lives.at(attempt.who).died));
        }
        for (const auto &claim : m_stage.run.claims) {
            const auto &first = m_stage.run.first(claim);
            if (m_stage.isPlayed(first.sent))
                add(speakerOf(first), State::Holding, claim.begin, claim.end);
        }
        for (const auto &presence : m_stage.run.presences) {
            if (m_stage.isPlayed(presence.enter))
                add(speakerOf(presence), State::Working, presence.enter, presence.end);
        }
        for (Number number = m_stage.run.begin + 1; number <= m_stage.run.size(); ++number)
            std::visit([&](const auto &what) { take(number, what); }, m_stage.run.entry(number).what);
        for (const auto &[who, number] : m_paused)
            addToAll(who, State::Paused, number, 0);
        addDeaths();
        return std::move(m_intervals);
    }

private:
    static Number firstOf(Number one, Number other) { return one == 0 || other == 0 ? std::max(one, other) : std::min(one, other); }

    // Of a process: all its owners.
    void addToAll(const Incarnation &who, State state, Number from, Number to)
    {
        addTimeToAll(who, state, m_stage.run.at(from), m_stage.endOf(to), from);
    }
    void addTimeToAll(const Incarnation &who, State state, Microseconds begin, Microseconds end, Number from)
    {
        for (const auto &name : m_stage.speakers.in(who.worker))
            addTime({name, who.number}, state, begin, end, from);
    }
    void add(const Incarnation &who, State state, Number from, Number to)
    {
        addTime(who, state, m_stage.run.at(from), m_stage.endOf(to), from);
    }
    void addTime(const Incarnation &who, State state, Microseconds begin, Microseconds end, Number from)
    {
        begin = std::max(begin, m_stage.begin);
        end = std::min(end, m_stage.end);
        if (begin < end)
            m_intervals[who.worker].push_back({state, begin, end, from});
    }

    void take(Number number, const entry::Paused &paused) { m_paused[paused.who] = number; }
    void take(Number number, const entry::Resumed &resumed) { endPause(resumed.who, number); }
    void take(Number number, const entry::Died &died) { endPause(died.who, number); }
    void take(Number number, const entry::Sent &sent)
    {
        const auto begin = m_stage.run.at(number);
        if (sent.request == entry::Request::Stall && sent.length)
            addTimeToAll(sent.who, State::Stalled, begin, begin + *sent.length, number);
    }
    void take(Number number, const entry::Stalled &stalled)
    {
        if (stalled.place == entry::Place::Worker && stalled.length > m_stage.run.header().stallLimit)
            addTimeToAll(stalled.who, State::Stalled, m_stage.run.at(number) - stalled.length, m_stage.run.at(number), number);
    }
    template <class Other>
    void take(Number, const Other &)
    { }

    void endPause(const Incarnation &who, Number number)
    {
        if (const auto paused = m_paused.extract(who))
            addToAll(who, State::Paused, paused.mapped(), number);
    }

    // A dead worker stays dead until its next incarnation starts. A worker that has said bye is not dead: it has finished.
    void addDeaths()
    {
        for (const auto &[who, life] : m_stage.run.lives) {
            if (life.died == 0 || life.death == entry::Death::Bye)
                continue;
            const auto next = m_stage.run.lives.find({who.worker, who.number + 1});
            addToAll(who, State::Dead, life.died, next == m_stage.run.lives.end() ? 0 : next->second.started);
        }
    }

    const Stage &m_stage;
    Intervals m_intervals;
    std::map<Incarnation, Number> m_paused;
};

// A later state in the order of State is more severe.
std::optional<WorkerSpan> spanOf(const std::vector<Interval> &active, Microseconds begin, Microseconds end, bool severalLocks)
{
    if (active.empty())
        return std::nullopt;
    const auto find = [&](State state) { return std::ranges::find(active, state, &Interval::state); };
    const auto has = [&](State state) { return find(state) != active.end(); };
    auto gravest = std::ranges::max_element(active, {}, &Interval::state);
    if (severalLocks && gravest->state <= State::Working && has(State::Waiting)) // for one lock, inside another
        gravest = find(State::Waiting);
    return WorkerSpan{gravest->state, begin, end, has(State::Holding), has(State::Working), gravest->from};
}

bool goesOn(const WorkerSpan &last, const WorkerSpan &next)
{
    auto same = next;
    same.begin = last.begin;
    same.end = last.end;
    return last.end == next.begin && last == same;
}

std::vector<WorkerSpan> spansOf(std::vector<Interval> intervals, bool severalLocks)
{
    std::ranges::stable_sort(intervals, {}, &Interval::begin);
    std::set<Microseconds> borders;
    for (const auto &interval : intervals)
        borders.insert({interval.begin, interval.end});
    std::vector<WorkerSpan> spans;
    std::vector<Interval> active;
    auto next = intervals.begin();
    for (auto border = borders.begin(); border != borders.end() && std::next(border) != borders.end(); ++border) {
        std::erase_if(active, [&](const Interval &interval) { return interval.end <= *border; });
        for (; next != intervals.end() && next->begin == *border; ++next)
            active.push_back(*next);
        const auto span = spanOf(active, *border, *std::next(border), severalLocks);
        if (!span)
            continue;
        if (!spans.empty() && goesOn(spans.back(), *span))
            spans.back().end = span->end;
        else
            spans.push_back(*span);
    }
    return spans;
}

std::set<Number> changingTurns(const Run &run)
{
    std::set<Number> turns;
    const auto add = [&](Number number) {
        if (const auto *const changed = run.as<entry::KeyChanged>(number))
            turns.insert(changed->cause);
    };
    for (const auto &held : heldElements(run)) {
        add(held.element->created);
        add(held.element->ended);
        std::ranges::for_each(held.element->extended, add);
    }
    return turns;
}

// The fencing tokens of the grants, by the last command before each answer.
std::map<Number, std::int64_t> tokensByTurn(const Run &run)
{
    std::map<Number, std::int64_t> tokens;
    for (const auto &attempt : run.attempts) {
        if (attempt.granted && attempt.answer.token)
            tokens[run.lastTurn(attempt.who, attempt.sent, attempt.answered)] = *attempt.answer.token;
    }
    return tokens;
}

// Steps without duration are not visible.
std::vector<BeliefSpan> beliefsOf(const Stage &stage, const std::vector<BeliefStep> &steps)
{
    std::vector<BeliefSpan> spans;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto &step = steps[i];
        const auto end = i + 1 < steps.size() ? std::min(stage.run.at(steps[i + 1].from), stage.end) : stage.end;
        BeliefSpan span{stage.run.at(step.from), end,
                        step.contradicted ? std::optional(false)
                        : step.holds      ? std::optional(true)
                                          : std::nullopt};
        for (const auto &lock : step.locks) {
            if (lock.contradicted)
                span.denied.push_back(lock.lock);
        }
        if (step.count == 0 || span.begin >= span.end)
            continue;
        if (!spans.empty() && spans.back().end == span.begin && spans.back().agrees == span.agrees && spans.back().denied == span.denied)
            spans.back().end = span.end;
        else
            spans.push_back(std::move(span));
    }
    return spans;
}

} // namespace

std::vector<WorkerLane> workerLanes(const Stage &stage)
{
    auto intervals = Collector(stage).collect();
    std::vector<WorkerLane> lanes;
    std::map<std::string, std::size_t> index;
    const bool severalLocks = stage.run.header().locks.size() > 1;
    for (Number number = 1; number <= stage.run.size(); ++number) {
        const auto *const started = stage.run.as<entry::Started>(number);
        for (const auto &name : started ? stage.speakers.in(started->who.worker) : std::vector<std::string>()) {
            if (index.emplace(name, lanes.size()).second)
                lanes.push_back({name, spansOf(intervals[name], severalLocks), {}});
        }
    }
    for (const auto &[worker, steps] : beliefSteps(stage)) {
        if (const auto found = index.find(worker); found != index.end())
            lanes[found->second].beliefs = beliefsOf(stage, steps);
    }
    const auto changing = changingTurns(stage.run);
    const auto tokens = tokensByTurn(stage.run);
    for (auto number = stage.run.begin + 1; number <= stage.run.size(); ++number) {
        const auto *const turn = stage.run.as<entry::Turn>(number);
        const auto who = turn ? stage.speakers.ofTurn(number) : std::nullopt;
        const auto found = who ? index.find(who->worker) : index.end();
        if (!turn || found == index.end() || stage.run.at(number) > stage.end)
            continue;
        LaneCommand command{stage.run.at(number), number, turn->command, changing.contains(number)};
        if (const auto token = tokens.find(number); token != tokens.end())
            command.token = token->second;
        lanes[found->second].commands.push_back(std::move(command));
    }
    return lanes;
}

} // namespace lockcore::detail
