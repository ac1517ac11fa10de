// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/look_batch.h"

#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/reading/server_clock.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t framing = 2; // MULTI and EXEC

std::optional<Error> firstErrorOf(std::span<const Reply> replies)
{
    for (const auto &reply : replies) {
        if (reply.isError())
            return reply.toError();
    }
    return std::nullopt;
}

} // namespace

// Counts at most as much as one reply may have, because larger replies are not kept. But a server prepares all answers before it sends the
// first one, so each suspected request gets its own batch.
std::int64_t LookBatch::weight(const LookRequest &request)
{
    if (request.isSuspected())
        return mostAtOnce;
    return std::min(request.expectedBytes(), static_cast<std::int64_t>(RespReader::mostBytes));
}

std::vector<LookBatch::Group> LookBatch::groups() const
{
    std::vector<Group> groups;
    for (Group rest(m_requests); !rest.empty();) {
        const bool transaction = isTransaction(rest);
        const auto most = std::min(transaction && m_way.apart ? 1 : mostPerTransaction, rest.size());
        auto expected = weight(rest.front());
        std::size_t n = 1;
        while (n < most && rest[n].needsTransaction(m_way) == transaction && expected + weight(rest[n]) <= mostExpected)
            expected += weight(rest[n++]);
        groups.push_back(rest.first(n));
        rest = rest.subspan(n);
    }
    return groups;
}

std::size_t LookBatch::commands(Group group) const
{
    std::size_t sum = 1 + (isTransaction(group) ? framing : 0); // the 1 is TIME
    for (const auto &request : group)
        sum += request.commands();
    return sum;
}

Batch LookBatch::batch() const
{
    Batch batch;
    for (const auto group : groups()) {
        const bool transaction = isTransaction(group);
        if (transaction)
            batch.add({"MULTI"});
        batch.add({"TIME"});
        for (const auto &request : group)
            request.addTo(batch, m_way);
        if (transaction)
            batch.add({"EXEC"});
    }
    return batch;
}

std::vector<Result<KeySnapshot>> LookBatch::looks(std::span<const Reply> replies) const
{
    std::vector<Result<KeySnapshot>> looks;
    looks.reserve(m_requests.size());
    for (const auto group : groups()) {
        const auto mine = replies.first(commands(group));
        replies = replies.subspan(mine.size());
        read(group, mine, looks);
    }
    return looks;
}

void LookBatch::read(Group group, std::span<const Reply> replies, std::vector<Result<KeySnapshot>> &looks) const
{
    const bool transaction = isTransaction(group);
    const auto &exec = replies.back();
    const bool executed = transaction && exec.isArray() && exec.elements.size() == replies.size() - framing;
    const bool answered = executed || !transaction;
    auto results = executed ? std::span<const Reply>(exec.elements) : transaction ? replies.subspan(1, replies.size() - framing) : replies;
    // For a refused transaction: the errors of its own commands, then those of each request, then those of the group's other requests.
    auto common = firstErrorOf(answered ? results.first(1) : replies.first(2));
    const auto at = timeFrom(results[0].elements);
    results = results.subspan(1);
    const bool blamed = firstErrorOf(results).has_value();
    if (!common && !answered && !blamed)
        common = exec.isError() ? transactionError(exec.toError()) : LookRequest::malformed(exec);
    for (const auto &request : group) {
        const auto mine = results.first(request.commands());
        results = results.subspan(mine.size());
        if (common)
            looks.emplace_back(*common);
        else if (answered)
            looks.push_back(request.parse(mine, at, m_way));
        else
            looks.emplace_back(
                firstErrorOf(mine).value_or(Error{ErrorKind::Cancelled, "another key of its transaction was refused", "apart"}));
    }
}

std::vector<LookStep> LookBatch::steps(std::span<const Reply> replies, const Classifier &classifier) const
{
    auto answers = looks(replies);
    std::vector<LookStep> steps;
    steps.reserve(answers.size());
    for (std::size_t i = 0; i < answers.size(); ++i)
        steps.push_back(stepAfter(m_requests[i], std::move(answers[i]), m_way, classifier));
    return steps;
}

} // namespace lockcore
