// SPDX-License-Identifier: MIT
#include "lockcore/lab/servers/line_question.h"

#include "lockcore/lab/resp/byte_stream.h"

namespace lockcore {

namespace {

const Error noAnswer{ErrorKind::Transport, "the server did not answer", "closed"};

// Until `end` is in the reply, or with an empty one until the connection ends.
Task<Result<Bytes>> answerUntil(std::string end, int port, Bytes request, Poller *poller)
{
    auto socket = connectToLoopback(port);
    if (!socket)
        co_return noAnswer;
    Completion<bool> arrived;
    Bytes reply;
    bool done = false;
    ByteStream stream(*poller, std::move(socket));
    const auto finish = [&](bool whole) {
        if (!std::exchange(done, true))
            arrived.complete(whole);
    };
    stream.received = [&](std::string_view bytes) {
        reply += bytes;
        if (!end.empty() && reply.find(end) != Bytes::npos)
            finish(true);
    };
    stream.ended = [&] { finish(end.empty() && !reply.empty()); };
    stream.write(request);
    auto waiting = arrived.waiting();
    const bool whole = co_await waiting;
    co_return whole ? Result<Bytes>(std::move(reply)) : noAnswer;
}

} // namespace

Task<Result<Bytes>> lineAnswer(int port, Bytes request, Poller *poller)
{
    auto asking = answerUntil("\n", port, std::move(request), poller);
    const auto reply = co_await asking;
    co_return reply.ok() ? Result<Bytes>(reply->substr(0, reply->find_first_of("\r\n"))) : reply.error();
}

Task<Result<Bytes>> wholeAnswer(int port, Bytes request, Poller *poller)
{
    auto asking = answerUntil({}, port, std::move(request), poller);
    auto reply = co_await asking;
    co_return reply;
}

} // namespace lockcore
