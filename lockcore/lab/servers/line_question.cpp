// SPDX-License-Identifier: MIT
#include "lockcore/lab/servers/line_question.h"

#include "lockcore/lab/resp/byte_stream.h"

namespace lockcore {

Task<Result<Bytes>> lineAnswer(int port, Bytes request, Poller *poller)
{
    const Error lost{ErrorKind::Transport, "the server did not answer", "closed"};
    auto socket = connectToLoopback(port);
    if (!socket)
        co_return lost;
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
        if (reply.find('\n') != Bytes::npos)
            finish(true);
    };
    stream.ended = [&] { finish(false); };
    stream.write(request);
    auto waiting = arrived.waiting();
    const bool whole = co_await waiting;
    if (!whole)
        co_return lost;
    co_return reply.substr(0, reply.find_first_of("\r\n"));
}

} // namespace lockcore
