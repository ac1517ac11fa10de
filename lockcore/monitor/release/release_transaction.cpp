// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_transaction.h"

#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/reading/server_clock.h"
#include "lockcore/monitor/release/release_script.h"

#include <algorithm>

namespace lockcore {

namespace {

// If a change aborts EXEC, everything is compared again; after this many tries the release of a lock that changes all the time is given up.
constexpr int mostTries = 5;

std::vector<Bytes> plainWords(const ReleaseWords &words)
{
    std::vector<Bytes> all;
    for (const auto &word : words)
        all.push_back(word.text);
    return all;
}

bool endsThen(const ReleaseGuard &guard, std::int64_t left, ServerTime now)
{
    const auto ends = std::chrono::floor<Milliseconds>(now).time_since_epoch() + Milliseconds(std::min(left, latestTime));
    const auto off = ends - Milliseconds(parseInteger(*guard.answer).value_or(0));
    return left >= 0 && (isCutDeadline(guard) ? off >= -deadlineTolerance : std::chrono::abs(off) <= deadlineTolerance);
}

bool asksType(const ReleaseGuard &guard) { return guard.words.front().text == "TYPE"; }

bool isOver(const ReleaseGuard &guard, const Reply &reply, ServerTime now)
{
    const auto seen = parseInteger(*guard.answer).value_or(-1);
    return reply.toInteger() == -2 && seen >= 0 && ServerTime(Milliseconds(seen)) < std::chrono::floor<Milliseconds>(now);
}

// The difference that the reply to one guard shows; nullopt: it is unchanged.
std::optional<Difference> differenceIn(const ReleaseGuard &guard, const Reply &reply, ServerTime now)
{
    if (reply.isError())
        return Difference::Type; // the key's type changed between these reads
    if (guard.mayBeOver && isOver(guard, reply, now))
        return std::nullopt;
    if (asksType(guard) && reply.text == "none")
        return guard.missing;
    if (guard.aboutNow)
        return endsThen(guard, reply.toInteger().value_or(-1), now) ? std::nullopt : std::optional(guard.difference);
    if (guard.number) {
        const auto expected = parseInteger(*guard.answer);
        const bool same = reply.toInteger() == expected || (isCutDeadline(guard) && reply.toInteger() > expected);
        return same ? std::nullopt : std::optional(guard.difference);
    }
    if (reply.isNil())
        return guard.missing;
    return !guard.answer || reply.text == *guard.answer ? std::nullopt : std::optional(guard.difference);
}

// The reads of a comparison are not atomic. If the key's lease ends between them, the key has expired; it was not renewed.
bool isGone(const ReleasePlan &plan, const Reply &typeAfterwards) { return asksType(plan.guards.front()) && typeAfterwards.text == "none"; }

// `replies`: one for each guard, then TYPE of the lock, then TIME. True: everything is unchanged.
bool isAsSeen(const ReleasePlan &plan, const Replies &replies, ReleaseReport &report)
{
    const auto now = timeFrom(replies.back().elements);
    for (std::size_t i = 0; i < plan.guards.size(); ++i) {
        const auto &guard = plan.guards[i];
        const auto &reply = replies[i];
        if (reply.isError() && !isRetyped(reply.toError())) {
            report.outcome = ReleaseOutcome::NotPermitted;
            report.error = reply.toError();
            return false;
        }
        const auto difference = differenceIn(guard, reply, now);
        if (!difference)
            continue;
        if (isGone(plan, replies[plan.guards.size()])) {
            report.outcome = ReleaseOutcome::NotThere;
            return false;
        }
        report.outcome = ReleaseOutcome::Changed;
        report.changed = difference;
        return false;
    }
    return true;
}

// Reads the reply of EXEC: TIME, then one reply for each step.
void noteDone(const std::vector<ReleaseStep> &steps, const Reply &exec, ReleaseReport &report)
{
    report.outcome = ReleaseOutcome::Released;
    report.at = timeFrom(exec.elements.front().elements);
    for (std::size_t i = 0; i < steps.size() && i + 1 < exec.elements.size(); ++i) {
        const auto &reply = exec.elements[i + 1];
        const auto &verb = steps[i].words.front().text;
        if (reply.isError() && i == 0) {
            report.outcome = ReleaseOutcome::NotPermitted;
            report.error = reply.toError();
        } else if (reply.isError() && report.outcome == ReleaseOutcome::Released) {
            report.outcome = ReleaseOutcome::ReleasedUntold;
            report.error = reply.toError();
        } else if (verb == "PUBLISH" || verb == "SPUBLISH") {
            report.told += std::clamp<std::int64_t>(reply.integer, 0, 1'000'000'000); // a server may send any number
        }
    }
}

// The reads are separate commands, so the data may change between them. The next comparison finds the change.
bool isChange(const Error &error) { return isRetyped(error) || error.detail == "restless"; }

class Attempt
{
public:
    Attempt(Connection &connection, ReleaseReport &report)
        : m_connection(connection)
        , m_report(report)
    { }

    // True: the outcome is decided.
    Task<bool> watchAndCompare(const ReleasePlan &plan)
    {
        Args watch = {"WATCH"};
        watch.insert(watch.end(), plan.keys.begin(), plan.keys.end());
        Batch batch;
        batch.add(watch);
        for (const auto &guard : plan.guards)
            batch.add(plainWords(guard.words));
        batch.add({"TYPE", plan.order.wish.id.key}).add({"TIME"});
        auto replies = co_await m_connection.send(std::move(batch));
        if (!replies) {
            refuse(replies.error());
            co_return true;
        }
        if (!replies->front().isOk()) {
            refuse(errorFrom(replies->front()));
            co_return true;
        }
        replies->erase(replies->begin());
        co_return !isAsSeen(plan, *replies, m_report);
    }

    // Sends MULTI alone: if the server refused it, the commands after it would run immediately. True: the outcome is decided.
    Task<bool> change(std::vector<ReleaseStep> steps)
    {
        std::erase_if(steps, [](const ReleaseStep &step) { return !step.applies; });
        noteWhatRuns(steps);
        const auto begun = co_await m_connection.command("MULTI");
        if (!begun || !begun->isOk()) {
            refuse(begun ? errorFrom(*begun) : begun.error());
            co_return true;
        }
        Batch batch;
        batch.add({"TIME"});
        for (const auto &step : steps)
            batch.add(plainWords(step.words));
        const auto queued = co_await m_connection.send(std::move(batch));
        if (!queued) { // without an EXEC nothing has happened
            refuse(queued.error());
            co_return true;
        }
        if (const auto refused = std::ranges::find_if_not(*queued, isQueued); refused != queued->end()) {
            const auto discarded = co_await m_connection.command("DISCARD");
            const auto i = refused - queued->begin();
            m_withoutOptions = i > 0 && steps[static_cast<std::size_t>(i - 1)].optional && discarded && discarded->isOk();
            if (m_withoutOptions)
                co_return false; // try again without the wake-ups that may reach no one
            refuse(errorFrom(*refused));
            co_return true;
        }
        if (m_report.dry) { // what is queued is discarded with the connection
            m_report.outcome = ReleaseOutcome::Released;
            co_return true;
        }
        m_report.outcome = ReleaseOutcome::Unknown; // valid until the answer arrives
        const auto executed = co_await m_connection.command("EXEC");
        co_return isDecided(steps, executed);
    }

    void dropOptions(std::vector<ReleaseStep> &steps) const
    {
        if (m_withoutOptions)
            std::erase_if(steps, [](const ReleaseStep &step) { return step.optional; });
    }

private:
    void refuse(Error error)
    {
        m_report.outcome = ReleaseOutcome::NotPermitted;
        m_report.error = std::move(error);
    }

    static bool isQueued(const Reply &reply) { return reply.type == Reply::Type::Status && reply.text == "QUEUED"; }

    static Error errorFrom(const Reply &reply)
    {
        return reply.isError() ? reply.toError()
                               : Error{ErrorKind::Protocol, "unexpected reply: " + elidedInMiddle(toString(reply), 200), "malformed"};
    }

    void noteWhatRuns(const std::vector<ReleaseStep> &steps)
    {
        m_report.ran = "MULTI";
        for (const auto &step : steps)
            m_report.ran += '\n' + redisCliLine(plainWords(step.words));
        if (!m_report.dry)
            m_report.ran += "\nEXEC";
    }

    bool isDecided(const std::vector<ReleaseStep> &steps, const Result<Reply> &executed)
    {
        if (!executed) {
            m_report.error = executed.error();
        } else if (executed->isNil()) {
            m_report.outcome = ReleaseOutcome::NotPermitted;
            return false; // the data changed after the comparison; the next comparison finds the change
        } else if (executed->isError()) {
            refuse(executed->toError());
        } else if (executed->elements.size() == steps.size() + 1) {
            noteDone(steps, *executed, m_report);
        } else {
            m_report.error = errorFrom(*executed);
        }
        return true;
    }

    Connection &m_connection;
    ReleaseReport &m_report;
    bool m_withoutOptions = false;
};

} // namespace

Task<void> releaseByTransaction(Connection &connection, ReleasePlan plan, std::function<Task<Result<ReleasePlan>>()> replan,
                                ReleaseReport &report)
{
    report.byTransaction = true;
    Attempt attempt(connection, report);
    auto undecided = ReleaseOutcome::Changed; // no comparison has found a difference, so what changed is unknown
    for (int i = 0; i < mostTries; ++i) {
        report.outcome = ReleaseOutcome::NotPermitted; // an aborted EXEC has changed nothing
        if (const bool decided = co_await attempt.watchAndCompare(plan); decided)
            co_return;
        auto fresh = co_await replan();
        if (!fresh && isChange(fresh.error())) {
            undecided = ReleaseOutcome::Changed;
            continue;
        }
        if (!fresh) {
            report.error = fresh.error();
            co_return;
        }
        if (fresh->hindrance) { // everything was unchanged a moment ago; the next comparison finds what has changed since
            undecided = fresh->hindrance->outcome;
            continue;
        }
        undecided = ReleaseOutcome::Changed;
        auto steps = std::move(fresh->steps);
        attempt.dropOptions(steps);
        if (const bool decided = co_await attempt.change(std::move(steps)); decided)
            co_return;
    }
    report.outcome = undecided;
}

} // namespace lockcore
