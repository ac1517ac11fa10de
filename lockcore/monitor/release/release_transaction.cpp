// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_transaction.h"

#include "lockcore/monitor/reading/server_clock.h"
#include "lockcore/monitor/release/release_script.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr int mostTries = 5; // if a change aborts EXEC, everything is compared again; a lock that changes all the time is given up

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

// What the reply to one guard means; nothing: as it was seen.
std::optional<Difference> differenceIn(const ReleaseGuard &guard, const Reply &reply, ServerTime now)
{
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

// The reads of a comparison are not atomic: a key whose lease ends among them has expired; it was not renewed.
bool isGone(const ReleasePlan &plan, const Reply &typeAfterwards)
{
    return plan.guards.front().words.front().text == "TYPE" && typeAfterwards.text == "none";
}

// `replies`: TIME, one per guard, then the first guard's again. True: all as it was seen.
bool isAsSeen(const ReleasePlan &plan, const Replies &replies, ReleaseReport &report)
{
    const auto now = timeFrom(replies.front().elements);
    for (std::size_t i = 0; i < plan.guards.size(); ++i) {
        const auto &guard = plan.guards[i];
        const auto &reply = replies[i + 1];
        if (reply.isError()) {
            report.outcome = ReleaseOutcome::NotPermitted;
            report.error = reply.toError();
            return false;
        }
        const auto difference = differenceIn(guard, reply, now);
        if (!difference)
            continue;
        if (isGone(plan, replies.back())) {
            report.outcome = ReleaseOutcome::NotThere;
            return false;
        }
        report.outcome = ReleaseOutcome::Changed;
        report.changed = difference;
        return false;
    }
    return true;
}

// From the reply of EXEC: TIME, then one for each step.
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
        batch.add(watch).add({"TIME"});
        for (const auto &guard : plan.guards)
            batch.add(plainWords(guard.words));
        batch.add(plainWords(plan.guards.front().words));
        auto replies = co_await m_connection.send(std::move(batch));
        if (!replies) {
            refuse(replies.error());
            co_return true;
        }
        if (replies->front().isError()) {
            refuse(replies->front().toError());
            co_return true;
        }
        replies->erase(replies->begin());
        co_return !isAsSeen(plan, *replies, m_report);
    }

    Task<bool> change(std::vector<ReleaseStep> steps)
    {
        std::erase_if(steps, [](const ReleaseStep &step) { return !step.applies; });
        auto batch = transaction(steps);
        if (!m_report.dry)
            m_report.outcome = ReleaseOutcome::Unknown; // from here until the answer is there
        auto replies = co_await m_connection.send(std::move(batch));
        if (replies && !m_report.dry
            && std::erase_if(steps, [&](const ReleaseStep &step) { return isRefusedOption(step, steps, *replies); }) > 0)
            co_return false; // once more, without the wake-ups that may reach nobody
        if (!replies) {
            m_report.outcome = m_report.dry ? ReleaseOutcome::NotPermitted : ReleaseOutcome::Unknown;
            m_report.error = replies.error();
            co_return true;
        }
        co_return judge(steps, *replies);
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

    Batch transaction(const std::vector<ReleaseStep> &steps)
    {
        Batch batch;
        batch.add({"MULTI"}).add({"TIME"});
        m_report.ran = "MULTI";
        for (const auto &step : steps) {
            const auto words = plainWords(step.words);
            batch.add(words);
            m_report.ran += '\n' + redisCliLine(words);
        }
        if (!m_report.dry) { // otherwise the queued commands end with the connection
            batch.add({"EXEC"});
            m_report.ran += "\nEXEC";
        }
        return batch;
    }

    // The replies to the queued commands: MULTI, TIME, the steps.
    bool isRefusedOption(const ReleaseStep &step, const std::vector<ReleaseStep> &steps, const Replies &replies)
    {
        const auto i = static_cast<std::size_t>(&step - steps.data());
        const bool refused = step.optional && replies[i + 2].isError();
        m_withoutOptions = m_withoutOptions || refused;
        return refused;
    }

    bool judge(const std::vector<ReleaseStep> &steps, const Replies &replies)
    {
        const auto &last = replies.back();
        for (std::size_t i = 0; i < replies.size(); ++i) {
            const bool optional = i >= 2 && i - 2 < steps.size() && steps[i - 2].optional; // if refused, it is omitted
            if (replies[i].isError() && !optional) { // the first one says why; EXEC has then done nothing
                refuse(replies[i].toError());
                return true;
            }
        }
        if (m_report.dry) {
            m_report.outcome = ReleaseOutcome::Released;
            return true;
        }
        if (!last.isArray() || last.elements.empty())
            return false; // something changed after the comparison; the next comparison shows what
        noteDone(steps, last, m_report);
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
    auto undecided = ReleaseOutcome::Changed; // which one was never seen: each comparison found everything unchanged
    for (int i = 0; i < mostTries; ++i) {
        report.outcome = ReleaseOutcome::NotPermitted; // an aborted EXEC has done nothing
        if (const bool decided = co_await attempt.watchAndCompare(plan); decided)
            co_return;
        auto fresh = co_await replan();
        if (!fresh) {
            report.error = fresh.error();
            co_return;
        }
        if (fresh->hindrance) { // everything was unchanged a moment ago; the next comparison shows what has changed since
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
