// SPDX-License-Identifier: MIT
#include "lockcore/report/lanes.h"

#include "lockcore/judge/words.h"
#include "lockcore/report/lane_parts.h"

#include <algorithm>

namespace lockcore {

namespace detail {

namespace {

// Entries that only announce the end of the run, or that concern no lock.
bool isBeside(const What &what)
{
    if (const auto *const sent = std::get_if<entry::Sent>(&what))
        return sent->request == entry::Request::Bye;
    if (const auto *const died = std::get_if<entry::Died>(&what))
        return died->death == entry::Death::Bye;
    if (const auto *const faulted = std::get_if<entry::NetworkFaulted>(&what))
        return faulted->fault == entry::NetworkFault::Healed;
    return std::holds_alternative<entry::Ended>(what) || std::holds_alternative<entry::Stalled>(what)
           || std::holds_alternative<entry::Located>(what);
}

} // namespace

Stage::Stage(const Run &of)
    : run(of)
    , speakers(of)
    , holdings(holdingsOf(of))
{
    if (run.size() == 0)
        return;
    begin = run.at(std::max<Number>(run.begin, 1));
    Number last = run.size();
    while (last > run.begin + 1 && isBeside(run.entry(last).what))
        --last;
    end = std::max(run.at(last), begin + Microseconds(1000));
}

std::size_t Rows::take(Microseconds begin, Microseconds end)
{
    const auto free = std::ranges::find_if(m_until, [&](Microseconds until) { return until <= begin; });
    const auto row = static_cast<std::size_t>(free - m_until.begin());
    if (free == m_until.end())
        m_until.push_back(end);
    else
        *free = end;
    return row;
}

namespace {

template <class Lanes, class IsIt>
bool place(LanePlace &place, std::size_t &lane, LanePlace where, const Lanes &lanes, IsIt isIt)
{
    const auto found = std::ranges::find_if(lanes, isIt);
    if (found == lanes.end())
        return false;
    place = where;
    lane = static_cast<std::size_t>(found - lanes.begin());
    return true;
}

bool shows(const LockLane &lane, Number change)
{
    return std::ranges::any_of(lane.spans, [&](const LockSpan &span) {
        return span.created == change || span.ended == change
               || std::ranges::find(span.lease, change, &LeasePoint::number) != span.lease.end();
    });
}

// Chooses the lane in which an event is shown.
template <class Shown>
void place(Shown &shown, const What &what, const Speakers &speakers, const Lanes &lanes)
{
    using enum LanePlace;
    const auto at = [&](LanePlace where, const auto &list, auto isIt) { return place(shown.place, shown.lane, where, list, isIt); };
    if (std::holds_alternative<entry::KeyChanged>(what)) {
        at(Lock, lanes.locks, [&](const LockLane &lane) { return shows(lane, shown.number); });
        return;
    }
    if (const auto *const faulted = std::get_if<entry::ServerFaulted>(&what))
        at(Lock, lanes.locks, [&](const LockLane &lane) { return lane.server == faulted->server; });
    if (const auto *const operated = std::get_if<entry::Operated>(&what))
        at(Lock, lanes.locks, [&](const LockLane &lane) { return lane.lock == operated->lock; });
    const auto *const accessed = std::get_if<entry::Accessed>(&what);
    if (accessed && at(Resource, lanes.resources, [&](const ResourceLane &lane) { return lane.lock == accessed->lock; }))
        return;
    if (const auto who = speakers.of(shown.number))
        at(Worker, lanes.workers, [&](const WorkerLane &lane) { return lane.worker == who->worker; });
}

// A command that changed nothing is shown at the lock that it met.
void placeAtLock(LaneMark &mark, const Run &run, const Speakers &speakers, const Lanes &lanes)
{
    const auto who = speakers.of(mark.number);
    auto place = LanePlace::Worker;
    std::size_t worker = 0;
    if (who && detail::place(place, worker, LanePlace::Worker, lanes.workers, [&](const WorkerLane &lane) {
            return lane.worker == who->worker;
        }))
        mark.worker = worker;
    if (const auto *const turn = run.as<entry::Turn>(mark.number))
        detail::place(mark.place, mark.lane, LanePlace::Lock, lanes.locks,
                      [&](const LockLane &lane) { return lane.lock == mark.lock && lane.server == turn->server; });
}

bool isFault(const What &what)
{
    const auto *const sent = std::get_if<entry::Sent>(&what);
    return (sent && (sent->request == entry::Request::Throw || sent->request == entry::Request::Cancel))
           || std::holds_alternative<entry::NetworkFaulted>(what) || std::holds_alternative<entry::ServerFaulted>(what)
           || std::holds_alternative<entry::Operated>(what);
}

} // namespace

} // namespace detail

Lanes lanesOf(const HistoryIndex &run, const std::vector<Verdict> &verdicts)
{
    const detail::Stage stage(run);
    Lanes lanes;
    lanes.begin = stage.begin;
    lanes.end = stage.end;
    lanes.quorum = run.header().quorum;
    lanes.store = storeOf(run.header());
    lanes.workers = detail::workerLanes(stage);
    lanes.locks = detail::lockLanes(stage);
    lanes.resources = detail::resourceLanes(stage);
    for (auto &moment : decisiveMoments(run, verdicts)) {
        LaneMark mark{std::move(moment)};
        detail::place(mark, run.entry(mark.number).what, stage.speakers, lanes);
        if (mark.kind == Decisive::Protection)
            detail::placeAtLock(mark, run, stage.speakers, lanes);
        lanes.marks.push_back(std::move(mark));
    }
    for (auto number = run.begin + 1; number <= run.size(); ++number) {
        const auto &what = run.entry(number).what;
        if (!detail::isFault(what) || run.at(number) > lanes.end)
            continue;
        LaneFault fault{run.at(number), number, LanePlace::Run, 0, detail::faultText(run, number)};
        detail::place(fault, what, stage.speakers, lanes);
        lanes.faults.push_back(std::move(fault));
    }
    return lanes;
}

const LaneMark *findMark(const Lanes &lanes, std::uint64_t number)
{
    const auto found = std::ranges::lower_bound(lanes.marks, number, {}, &LaneMark::number);
    return found != lanes.marks.end() && found->number == number ? &*found : nullptr;
}

} // namespace lockcore
