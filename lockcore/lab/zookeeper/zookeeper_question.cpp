// SPDX-License-Identifier: MIT
#include "lockcore/lab/zookeeper/zookeeper_question.h"

#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/lab/zookeeper/jute.h"
#include "lockcore/lab/zookeeper/zookeeper_command.h"
#include "lockcore/lab/zookeeper/zookeeper_framing.h"

namespace lockcore {

namespace {

/// Sends one request after the other.
class ZookeeperAsker
{
public:
    ZookeeperAsker(Poller &poller, FileDescriptor socket)
        : m_stream(poller, std::move(socket))
    {
        m_stream.received = [this](std::string_view bytes) {
            m_framer.feed(bytes);
            auto frame = m_framer.next();
            if (!frame)
                answer(std::nullopt);
            else if (*frame)
                answer(zookeeperReply((*frame)->bytes));
        };
        m_stream.ended = [this] { answer(std::nullopt); };
    }

    Waiting<std::optional<ZookeeperReply>> ask(const JuteWriter &request)
    {
        auto waiting = m_asked.emplace().waiting();
        m_stream.write(request.framed());
        return waiting;
    }

private:
    void answer(std::optional<ZookeeperReply> reply)
    {
        if (auto asked = std::exchange(m_asked, std::nullopt))
            asked->complete(reply);
    }

    ByteStream m_stream;
    ZookeeperReplyFramer m_framer;
    std::optional<Completion<std::optional<ZookeeperReply>>> m_asked;
};

} // namespace

Task<Result<Bytes>> zookeeperDelete(int port, Bytes path, std::function<void()> begins, Poller *poller)
{
    constexpr std::int32_t timeout = 10'000; // ms, of the session
    constexpr std::int32_t anyVersion = -1;
    const Error lost{ErrorKind::Transport, "the server did not answer", "closed"};
    auto socket = connectToLoopback(port);
    if (!socket)
        co_return lost;
    ZookeeperAsker asker(*poller, std::move(socket));
    const Bytes password(16, '\0'); // of a session that does not exist yet
    auto connecting = asker.ask(JuteWriter().integer(0).number(0).integer(timeout).number(0).text(password).truth(false));
    const auto connected = co_await connecting;
    if (!connected)
        co_return lost;
    begins();
    auto deleting = asker.ask(JuteWriter().integer(1).integer(zookeeper::Delete).text(path).integer(anyVersion));
    const auto deleted = co_await deleting;
    if (!deleted)
        co_return lost;
    auto closing = asker.ask(JuteWriter().integer(2).integer(zookeeper::CloseSession));
    [[maybe_unused]] const auto closed = co_await closing;
    co_return shown(*deleted);
}

} // namespace lockcore
