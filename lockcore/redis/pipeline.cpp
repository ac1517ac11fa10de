// SPDX-License-Identifier: MIT
#include "lockcore/redis/pipeline.h"

#include <algorithm>
#include <cassert>

namespace lockcore {

bool Pipeline::Request::abandoned() const
{
    if (const auto *one = std::get_if<2>(&asker))
        return (*one)->abandoned();
    if (const auto *one = std::get_if<0>(&asker))
        return one->abandoned();
    return std::get<1>(asker).abandoned();
}

std::string_view Pipeline::Request::begin()
{
    const bool suspected = !replies.empty();
    const auto rest = suspected ? withoutFirst(firstTogether(bytes), bytes) : std::string_view();
    due = suspected ? replies.size() + firstTogether(bytes) : expected;
    return std::string_view(bytes).substr(0, bytes.size() - rest.size());
}

void Pipeline::Request::cutAnswered() { bytes = withoutFirst(replies.size() - std::exchange(cut, replies.size()), bytes); }

void Pipeline::Request::answer()
{
    for (auto number = unheard.rbegin(); number != unheard.rend(); ++number)
        replies.erase(replies.begin() + static_cast<std::ptrdiff_t>(*number));
    if (auto *one = std::get_if<0>(&asker))
        one->complete(std::move(replies.front()));
    else if (auto *other = std::get_if<2>(&asker))
        (*other)->answer(std::move(replies.front()));
    else
        std::get<1>(asker).complete(std::move(replies));
}

void Pipeline::Request::fail(const Error &error)
{
    if (auto *one = std::get_if<0>(&asker))
        one->complete(error);
    else if (auto *other = std::get_if<2>(&asker))
        (*other)->answer(error);
    else
        std::get<1>(asker).complete(error);
}

Pipeline::~Pipeline() { lost({ErrorKind::Cancelled, "the connection was closed", {}}); }

Waiting<Result<Reply>> Pipeline::submitOne(Batch batch, Moment deadline)
{
    assert(batch.commands() - batch.unheard().size() == 1);
    Completion<Result<Reply>> completion;
    auto waiting = completion.waiting();
    auto unheard = batch.unheard();
    const auto commands = batch.commands();
    Request request{batch.takeBytes(), commands, deadline, std::move(completion), {}};
    request.unheard = std::move(unheard);
    enqueue(std::move(request));
    return waiting;
}

Waiting<Result<Replies>> Pipeline::submit(Batch batch, Moment deadline)
{
    Completion<Result<Replies>> completion;
    auto waiting = completion.waiting();
    auto unheard = batch.unheard();
    const auto commands = batch.commands();
    Request request{batch.takeBytes(), commands, deadline, completion, {}};
    request.unheard = std::move(unheard);
    request.mostBytes = batch.mostBytes().value_or(RespReader::mostBytes);
    if (commands == 0)
        completion.complete(Replies());
    else
        enqueue(std::move(request));
    return waiting;
}

void Pipeline::submitFor(std::unique_ptr<Asker> asker, Batch batch, Moment deadline)
{
    assert(batch.commands() == 1);
    enqueue({batch.takeBytes(), 1, deadline, std::move(asker), {}});
}

void Pipeline::enqueue(Request request) { m_waiting.push_back(std::move(request)); }

std::string Pipeline::takeOutput()
{
    std::string output;
    for (; !m_waiting.empty(); m_waiting.pop_front()) {
        auto &request = m_waiting.front();
        if (request.abandoned())
            continue;
        if (!m_written.empty() && (request.again || m_written.back().again))
            break;
        output += request.begin();
        m_commandsWritten += request.due - request.replies.size();
        m_written.push_back(std::move(request));
    }
    return output;
}

Result<void> Pipeline::receive(std::string_view bytes)
{
    // A large input is fed in pieces, so that the reader's limit applies to one reply and not to many.
    constexpr std::size_t piece = 64 * 1024;
    while (!bytes.empty()) {
        if (auto fed = m_reader->feed(bytes.substr(0, piece)); !fed)
            return fed.error();
        bytes.remove_prefix(std::min(piece, bytes.size()));
        for (;;) {
            m_reader->limitNext(m_written.empty() ? RespReader::mostBytes : m_written.front().mostBytes);
            auto reply = m_reader->next();
            if (!reply)
                return reply.error();
            if (!*reply)
                break;
            if (auto done = dispatch(*std::move(*reply)); !done)
                return done.error();
        }
    }
    return {};
}

bool Pipeline::isPush(const Reply &reply) const
{
    return m_subscriber && reply.isArray() && reply.elements.size() >= 3 && reply.elements.front().isString()
           && (reply.elements.front().text == "message" || reply.elements.front().text == "pmessage");
}

Result<void> Pipeline::dispatch(Reply reply)
{
    if (isPush(reply)) {
        m_pushes.push_back(std::move(reply));
        return {};
    }
    if (m_written.empty()) {
        // A server that is about to close the connection sends the reason without a request.
        if (reply.isError())
            return reply.toError();
        return Error{ErrorKind::Protocol, "a reply arrived that no request expects: " + elidedInMiddle(toString(reply), 200), "malformed"};
    }
    answerFirst(std::move(reply));
    return {};
}

void Pipeline::answerFirst(Reply reply)
{
    auto &request = m_written.front();
    request.replies.push_back(request.abandoned() ? Reply() : std::move(reply)); // an abandoned request's reply is counted but not kept
    if (request.replies.size() < request.due)
        return;
    auto answered = std::move(request);
    m_written.pop_front();
    if (answered.replies.size() == answered.expected) {
        answered.answer();
    } else {
        answered.cutAnswered();
        m_waiting.push_front(std::move(answered));
    }
}

// Only the oldest request can be partly answered, and never inside a transaction: the server's replies to the queued commands are short.
bool Pipeline::skipReply(const Error &why)
{
    if (m_written.empty())
        return false;
    m_reader = std::make_unique<RespReader>();
    for (auto &request : m_written)
        request.again = true;
    for (; m_written.size() > 1; m_written.pop_back())
        m_waiting.push_front(std::move(m_written.back()));
    m_written.front().due = m_written.front().replies.size() + 1; // no other command of this request awaits a reply any more
    answerFirst(Reply::error(why.detail + ' ' + why.text));
    return true;
}

void Pipeline::lost(const Error &error)
{
    auto written = std::exchange(m_written, {});
    auto waiting = std::exchange(m_waiting, {});
    m_reader = std::make_unique<RespReader>();
    m_pushes.clear();
    for (auto &request : written)
        request.fail(error);
    for (auto &request : waiting)
        request.fail(error);
}

void Pipeline::expire(Moment now)
{
    const Error late{ErrorKind::Timeout, "no answer in time", "command"};
    const auto isDue = [&](const Request &request) { return request.deadline <= now; };
    for (auto &request : m_written) {
        if (isDue(request)) {
            request.fail(late); // it stays in the queue, to receive the late reply
            request.deadline = Moment::max();
        }
    }
    for (auto &request : m_waiting) {
        if (isDue(request))
            request.fail(late);
    }
    std::erase_if(m_waiting, isDue);
}

void Pipeline::prolong(Moment deadline)
{
    for (auto *queue : {&m_written, &m_waiting}) {
        for (auto &request : *queue)
            request.deadline = std::max(request.deadline, deadline);
    }
}

std::optional<Moment> Pipeline::nextDeadline() const
{
    auto next = Moment::max();
    for (const auto *queue : {&m_written, &m_waiting}) {
        for (const auto &request : *queue)
            next = std::min(next, request.deadline);
    }
    if (next == Moment::max())
        return std::nullopt;
    return next;
}

} // namespace lockcore
