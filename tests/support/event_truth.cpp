// SPDX-License-Identifier: MIT
#include "support/event_truth.h"

#include <algorithm>
#include <array>

namespace lockcore::test {

namespace {

using namespace std::chrono_literals;

// A key exists until the end of its deadline's millisecond. Inside a transaction, Redis uses a clock reading that is older than the answer
// of TIME.
constexpr auto lastMillisecond = 1ms;
constexpr auto expirySlack = 3ms;
constexpr auto nearby = 2s; ///< for "at about that time"

bool lapsed(const TrueHolder &holder, ServerTime at) { return holder.deadline && *holder.deadline <= at; }

std::string text(const TrueState &state)
{
    std::string text = state.exists ? "held by" : "free";
    for (const auto &holder : state.holders)
        text += ' ' + escaped(holder.owner) + " x" + std::to_string(holder.count);
    if (state.deadline)
        text += " until " + std::to_string(state.deadline->time_since_epoch().count());
    return text;
}

} // namespace

const TrueHolder *TrueState::find(const Bytes &owner) const
{
    const auto found = std::ranges::find(holders, owner, &TrueHolder::owner);
    return found == holders.end() ? nullptr : &*found;
}

void EventTruth::add(TrueStep step, bool tokens)
{
    auto &history = m_histories[step.key];
    history.tokens = tokens;
    history.steps.push_back(std::move(step));
}

void EventTruth::finish()
{
    for (auto &[key, history] : m_histories) {
        std::ranges::stable_sort(history.steps, {}, &TrueStep::at);
        for (auto &step : history.steps) {
            pass(history, step.at, step.act == TrueAct::Failover ? step.after : step.before);
            const auto was = history.points.empty() ? TrueState() : history.points.back().state;
            if (step.act == TrueAct::Failover)
                step.before = was;
            std::erase_if(step.before.holders, [&](const TrueHolder &holder) { return lapsed(holder, step.at); });
            std::erase_if(step.after.holders, [&](const TrueHolder &holder) { return lapsed(holder, step.at); });
            if (was != step.before)
                m_disorder.push_back(escaped(key) + " at " + std::to_string(step.at.time_since_epoch().count()) + ": was " + text(was)
                                     + ", found " + text(step.before));
            history.points.push_back(pointOf(step));
        }
        pass(history, std::nullopt);
    }
}

// Adds the expiries before `until`. A key is not expired if the step at `until` still found it with the same deadline (`found`).
void EventTruth::pass(History &history, const std::optional<ServerTime> &until, const TrueState &found)
{
    while (!history.points.empty()) {
        const auto &state = history.points.back().state;
        std::optional<ServerTime> next = state.deadline ? std::optional(*state.deadline + lastMillisecond) : std::nullopt;
        for (const auto &holder : state.holders) {
            if (holder.deadline && (!next || *holder.deadline < *next))
                next = holder.deadline;
        }
        if (!next || (until && *next > *until))
            return;
        const bool isItsEnd = state.deadline && *next == *state.deadline + lastMillisecond;
        if (until && isItsEnd && found.exists && found.deadline == state.deadline && *until - *next < expirySlack)
            return;
        Point point;
        point.at = *next;
        point.byTime = true;
        point.state = state;
        const bool all = state.deadline && *state.deadline + lastMillisecond == *next;
        std::erase_if(point.state.holders, [&](const TrueHolder &holder) {
            const bool ends = all || lapsed(holder, *next);
            if (ends)
                point.changes.push_back({What::Ended, holder.owner, How::ByTime});
            return ends;
        });
        if (all)
            point.state = {};
        history.points.push_back(std::move(point));
    }
}

EventTruth::Point EventTruth::pointOf(const TrueStep &step)
{
    Point point;
    point.at = step.at;
    point.announced = step.announced;
    point.state = step.after;
    point.moved = step.act == TrueAct::Move;
    if (point.moved)
        return point;
    if (step.act == TrueAct::Failover) // nobody has acquired or released it then
        compareUndone(step, point.changes);
    else
        compare(step, point.changes);
    compareLease(step, point.changes);
    return point;
}

void EventTruth::compare(const TrueStep &step, std::vector<Change> &changes)
{
    const auto how = step.act == TrueAct::Release || step.act == TrueAct::Leave       ? How::ByHolder
                     : step.act == TrueAct::Acquire || step.act == TrueAct::Overwrite ? How::Overwritten
                                                                                      : How::ByOther;
    for (const auto &was : step.before.holders) {
        const auto *is = step.after.find(was.owner);
        const bool written = is && step.act == TrueAct::Overwrite;
        if (!is || written)
            changes.push_back({What::Ended, was.owner, how});
        if (written)
            changes.push_back({What::Began, was.owner, {}});
        if (is && is->count != was.count)
            changes.push_back({is->count > was.count ? What::More : What::Fewer, was.owner, {}});
    }
    for (const auto &is : step.after.holders) {
        if (!step.before.find(is.owner))
            changes.push_back({What::Began, is.owner, {}});
    }
}

void EventTruth::compareUndone(const TrueStep &step, std::vector<Change> &changes)
{
    for (const auto &was : step.before.holders) {
        if (!step.after.find(was.owner))
            changes.push_back({What::Undone, was.owner, {}});
    }
}

void EventTruth::compareLease(const TrueStep &step, std::vector<Change> &changes)
{
    const auto note = [&](const std::optional<ServerTime> &was, const std::optional<ServerTime> &is, const Bytes &owner) {
        if (was != is)
            changes.push_back({!was ? What::Leased : !is ? What::Bare : *is > *was ? What::Later : What::Sooner, owner, {}});
    };
    if (step.before.exists && step.after.exists)
        note(step.before.deadline, step.after.deadline, step.owner);
    for (const auto &was : step.before.holders) {
        if (const auto *is = step.after.find(was.owner); is && (is->deadline || was.deadline))
            note(was.deadline, is->deadline, was.owner);
    }
}

class EventTruth::Judgement
{
public:
    Judgement(const History &history, const LockEvent &event)
        : m_history(history)
        , m_event(event)
        , m_from(event.notBefore.value_or(ServerTime::min()))
        , m_first(statesAt(m_from))
        , m_last(statesAt(event.time))
    {
        for (const auto &point : history.points) {
            const auto slack = point.byTime ? expirySlack : 0ms;
            const bool after = !event.notBefore || point.at > m_from - slack;
            if (after && point.at <= event.time + slack)
                m_points.push_back(&point);
        }
    }

    std::string fault() const
    {
        switch (m_event.type) {
        case EventType::Seen: return heldLast() ? "" : "it did not hold it";
        case EventType::Acquired: return acquired();
        case EventType::TakenOver: return takenOver();
        case EventType::Released: return released();
        case EventType::Ended: return ended();
        case EventType::Expired: return expired();
        case EventType::DeletedEarly: return deletedEarly();
        case EventType::Renewed: return renewed();
        case EventType::Reentered: return counted(What::More);
        case EventType::PartlyReleased: return counted(What::Fewer);
        case EventType::LeaseSet: return leased();
        case EventType::LeaseShortened: return shortened();
        case EventType::LeaseRemoved: return bared();
        case EventType::Resurrected: return resurrected();
        case EventType::RenewalOverdue: return overdue();
        case EventType::Moved: return moved();
        case EventType::Immortal:
        case EventType::StillNoLease: return any(What::Began) || heldFirst() ? "" : "it never held it";
        default: return "nothing of the kind was done";
        }
    }

    std::string story() const
    {
        static constexpr std::array what = {"began", "ended", "later", "sooner", "bare", "leased", "more", "fewer", "undone"};
        static constexpr std::array how = {"by its holder", "by time", "by somebody else", "overwritten"};
        std::string text = "at first " + test::text(*m_first.front());
        for (const auto *point : m_points) {
            text += "; " + std::to_string(point->at.time_since_epoch().count());
            for (const auto &change : point->changes) {
                text += std::string(" ") + what[static_cast<std::size_t>(change.what)] + ' ' + escaped(change.owner);
                if (change.what == What::Ended)
                    text += std::string(" ") + how[static_cast<std::size_t>(change.how)];
            }
            text += point->announced ? " announced" : "";
        }
        return text + "; at last " + test::text(*m_last.front());
    }

private:
    const Bytes &owner() const { return m_event.owner; }

    // A look at the moment of an expiry may have seen the state before or after it.
    std::vector<const TrueState *> statesAt(ServerTime at) const
    {
        static const TrueState nothing;
        std::vector<const TrueState *> states = {&nothing};
        for (const auto &point : m_history.points) {
            const bool perhaps = point.byTime && point.at > at - expirySlack && point.at <= at + expirySlack;
            if (perhaps)
                states.push_back(&point.state);
            else if (point.at <= at)
                states = {&point.state};
            else
                break;
        }
        return states;
    }

    bool heldIn(const std::vector<const TrueState *> &states) const
    {
        return std::ranges::any_of(states, [&](const auto *state) { return state->find(owner()) != nullptr; });
    }

    bool heldFirst() const { return heldIn(m_first); }
    bool heldLast() const { return heldIn(m_last); }

    template <class Fits>
    bool any(Fits fits) const
    {
        return std::ranges::any_of(m_points, [&](const auto *point) { return std::ranges::any_of(point->changes, fits); });
    }

    bool any(What what) const
    {
        return any([&](const Change &change) { return change.what == what && change.owner == owner(); });
    }

    bool ended(How how) const
    {
        return any([&](const Change &change) { return change.what == What::Ended && change.owner == owner() && change.how == how; });
    }

    bool announced() const
    {
        return std::ranges::any_of(m_points, [](const auto *point) { return point->announced; });
    }

    bool announcedNearby() const
    {
        return std::ranges::any_of(m_history.points, [this](const Point &point) {
            const bool after = !m_event.notBefore || point.at >= *m_event.notBefore - nearby;
            return point.announced && after && point.at <= m_event.time + nearby;
        });
    }

    bool wasFree() const
    {
        const auto free = [](const auto *point) { return point->state.holders.empty(); };
        return std::ranges::any_of(m_points, free);
    }

    bool othersHeld() const
    {
        return any([&](const Change &change) { return change.what == What::Began && change.owner != owner(); });
    }

    // Was the holding ended and then begun again? An expiry at the moment of the look, which still saw the key, does not count.
    bool lostInBetween() const
    {
        bool ended = false;
        for (const auto *point : m_points) {
            for (const auto &change : point->changes) {
                if (change.owner != owner())
                    continue;
                if (change.what == What::Began && ended)
                    return true;
                ended = ended || change.what == What::Ended;
            }
        }
        return false;
    }

    // Its look may come long after the move. Where the same owner's text occurs again, it may have been released and acquired meanwhile.
    std::string moved() const
    {
        if (!heldLast())
            return "it did not hold it";
        const auto with = [this](const Point &point) {
            return point.moved && point.at <= m_event.time && (!m_history.tokens || point.state.find(owner()));
        };
        return std::ranges::any_of(m_history.points, with) ? "" : "nobody moved it";
    }

    std::string acquired() const
    {
        // A sorted set keeps a member whose time is over until the next client comes. The event then says that its lease is over.
        const bool over = m_event.coalesced && m_event.ttl && *m_event.ttl <= 0ms;
        if (!heldLast() && !over)
            return "it did not hold it";
        return any(What::Began) ? "" : "it did not acquire it in this time";
    }

    std::string takenOver() const
    {
        if (!heldLast())
            return "it did not hold it";
        if (!any(What::Began) && !any(What::Later))
            return "nobody took it over";
        if (wasFree() && !m_event.coalesced)
            return "it was free in between";
        if (wasFree() && announced())
            return "its release was announced";
        return {};
    }

    // Whoever takes the whole key away without an announcement leaves no evidence.
    std::string released() const
    {
        const bool byStranger = ended(How::ByOther) && !ended(How::ByHolder) && !announced() && m_last.back()->holders.empty();
        return byStranger && !m_event.coalesced ? "somebody else deleted it" : ended();
    }

    std::string ended() const
    {
        if (!any(What::Ended))
            return "this holding did not end";
        const auto says = [this](const char *words) { return m_event.why.find(words) != std::string::npos; };
        const bool hedged = says("perhaps an earlier one") || (says("announced at about that time") && announcedNearby());
        if (says("announced") && !hedged && !announced())
            return "nothing was announced";
        if (m_event.coalesced)
            return {};
        if (heldLast() && !heldLapsing())
            return "it still holds it";
        if (ended(How::ByHolder) || ended(How::ByOther))
            return {};
        return ended(How::ByTime) ? "it expired" : wroteOver() ? "" : "it was overwritten";
    }

    // Was the look at the moment of an expiry? Then m_last contains the states before and after it.
    bool heldLapsing() const { return m_last.size() > 1; }

    // The key is no longer a lock, and the event says so.
    bool wroteOver() const { return m_last.back()->holders.empty(); }

    std::string expired() const
    {
        // Its deadline had passed all the same, and the event says that it may have ended otherwise.
        if (!any(What::Ended) && !(m_event.coalesced && any(What::Undone)))
            return "this holding did not end";
        return ended(How::ByTime) || m_event.coalesced ? "" : "it ended before its deadline";
    }

    std::string overdue() const
    {
        const bool extended =
            any([&](const Change &change) { return change.what == What::Later && (change.owner.empty() || change.owner == owner()); });
        return extended || any(What::Began) ? "" : "it was never renewed";
    }

    std::string deletedEarly() const
    {
        // The event names no owner if several held the lock, and it is unknown which of them was still there.
        if (owner().empty()) {
            const auto destroys = [](const Change &c) {
                return c.what == What::Ended && (c.how == How::ByOther || c.how == How::Overwritten);
            };
            return announced() ? "its release was announced" : any(destroys) ? "" : "nobody deleted it";
        }
        if (!any(What::Ended))
            return "this holding did not end";
        if (announced())
            return "its release was announced";
        return ended(How::ByOther) || ended(How::Overwritten) ? "" : "nobody deleted it";
    }

    std::string renewed() const
    {
        // The event names no owner if several held the lock, and it is unknown which of them renewed.
        const auto begins = [](const Change &c) { return c.what == What::Began || c.what == What::Leased; };
        if (owner().empty()) {
            const auto renews = [&](const Change &c) { return c.what == What::Later || (m_event.coalesced && begins(c)); };
            return any(renews) ? "" : "nobody renewed";
        }
        if (!heldFirst() || !heldLast())
            return "it did not hold it all the time";
        // A stranger's extension looks like the holder's own; another holder's extension of its own lease does not.
        const bool extended =
            any([&](const Change &change) { return change.what == What::Later && (change.owner.empty() || change.owner == owner()); });
        if (m_event.coalesced)
            return extended || any(begins) ? "" : "it renewed nothing";
        const bool hedged = m_event.why.find("released and acquired again, perhaps after others") != std::string::npos;
        if (lostInBetween() && (m_history.tokens || (othersHeld() && !hedged)))
            return "it lost it in between";
        // If the lease was removed and then set to a later time, this counts as a renewal.
        return extended || any(begins) ? "" : "another holder renewed, or nobody";
    }

    std::string counted(What what) const
    {
        if (!heldFirst() || !heldLast())
            return "it did not hold it all the time";
        if (m_event.coalesced)
            return {};
        if (lostInBetween() && othersHeld())
            return "it lost it in between";
        return any(what) || any(What::Ended) ? "" : "its hold count did not change like this";
    }

    std::string leased() const
    {
        if (!anyDeadline(m_last))
            return "it has no deadline";
        return any([](const Change &c) { return c.what == What::Leased || c.what == What::Later || c.what == What::Began; })
                   ? ""
                   : "nobody changed its lease";
    }

    std::string shortened() const
    {
        if (!owner().empty() && !heldLast())
            return "it did not hold it";
        const auto shortens = [&](const Change &c) { return c.what == What::Sooner || c.what == What::Began || c.what == What::Leased; };
        return any(shortens) ? "" : "nobody shortened its lease";
    }

    std::string bared() const
    {
        if (!owner().empty() && !heldLast())
            return "it did not hold it";
        return any([](const Change &c) { return c.what == What::Bare || c.what == What::Began; }) ? "" : "nobody removed its lease";
    }

    static bool anyDeadline(const std::vector<const TrueState *> &states)
    {
        return std::ranges::any_of(states, [](const auto *state) { return state->deadline.has_value(); });
    }

    std::string resurrected() const
    {
        if (!m_history.tokens)
            return "this owner may come again";
        if (auto fault = acquired(); !fault.empty())
            return fault;
        const auto earlier = std::ranges::count_if(m_history.points, [&](const Point &point) {
            return point.at <= m_event.time && std::ranges::any_of(point.changes, [&](const Change &change) {
                       return change.what == What::Began && change.owner == owner();
                   });
        });
        return earlier > 1 ? "" : "it had never held it";
    }

    const History &m_history;
    const LockEvent &m_event;
    const ServerTime m_from;
    const std::vector<const TrueState *> m_first;
    const std::vector<const TrueState *> m_last;
    std::vector<const Point *> m_points;
};

std::string EventTruth::faultIn(const LockEvent &event) const
{
    const auto found = m_histories.find(event.id.key);
    if (found == m_histories.end())
        return "this key never was a lock";
    if (m_expectsDoubt && event.type == EventType::OutOfSight)
        return {};
    const Judgement judgement(found->second, event);
    const auto fault = judgement.fault();
    return fault.empty() ? "" : fault + ": " + judgement.story();
}

EventTruth::LongHoldings EventTruth::longHoldings(const std::vector<LockEvent> &events, Milliseconds least) const
{
    std::map<std::pair<Bytes, Bytes>, std::vector<ServerTime>> named;
    for (const auto &event : events)
        named[{event.id.key, event.owner}].push_back(event.time);
    LongHoldings found;
    for (const auto &[key, history] : m_histories) {
        std::map<Bytes, ServerTime> began;
        for (const auto &point : history.points) {
            for (const auto &change : point.changes) {
                if (change.what == What::Began)
                    began[change.owner] = point.at;
                const auto since = change.what == What::Ended ? began.find(change.owner) : began.end();
                if (since == began.end() || point.at - since->second < least)
                    continue;
                ++found.all;
                const auto within = [&](ServerTime at) { return at >= since->second && at <= point.at; };
                if (std::ranges::none_of(named[{key, change.owner}], within))
                    found.missed.push_back(escaped(key) + ' ' + escaped(change.owner) + " for "
                                           + std::to_string((point.at - since->second).count() / 1000) + " ms from "
                                           + std::to_string(since->second.time_since_epoch().count()));
            }
        }
    }
    return found;
}

} // namespace lockcore::test
