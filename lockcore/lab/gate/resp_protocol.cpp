// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/command_purpose.h"
#include "lockcore/lab/gate/connection_state.h"
#include "lockcore/lab/gate/gate_protocol.h"
#include "lockcore/lab/resp/reply_decoding.h"

namespace lockcore {

namespace {

class RespConversation final : public GateConversation
{
public:
    void feedRequests(std::string_view bytes) override { m_requests.feed(bytes); }
    Result<std::optional<Request>> nextRequest() override { return m_requests.next(); }
    void feedReplies(std::string_view bytes) override { m_replies.feed(bytes); }
    Result<std::optional<ReplyFrame>> nextReply() override { return m_replies.next(); }

    bool takesTurn(const Words &words) const override { return m_state.takesTurn(words); }
    bool expectsReply(const Words &words) override { return m_state.expectsReply(words); }
    bool queues(const Words &words) const override { return m_state.queues(words); }

    bool beginsQueue(const Words &words) const override { return isCommand(words, "MULTI"); }
    bool executesQueued(const Words &words) const override { return isCommand(words, "EXEC"); }
    void replied(const Words &words, const ReplyFrame &frame) override { m_state.replied(words, frame); }
    void accepted(const Words &words) override { m_state.accepted(words); }
    void received(const ReplyFrame &frame) override { m_state.received(frame); }
    bool isSubscriber() const override { return m_state.isSubscriber(); }
    bool listens() const override { return m_state.listens(); }

private:
    RequestFramer m_requests;
    ReplyFramer m_replies;
    ConnectionState m_state;
};

class RespProtocol final : public GateProtocol
{
public:
    std::unique_ptr<GateConversation> converse() const override { return std::make_unique<RespConversation>(); }
    CommandKind kindOf(const Words &words) const override { return lockcore::kindOf(words); }
    std::string nameOf(const Words &words) const override { return lockcore::nameOf(words); }
    std::vector<Bytes> keysOf(const Words &words) const override { return lockcore::keysOf(words); }
    Purpose purposeOf(const Words &words, Purpose doing) const override { return lockcore::purposeOf(words, doing); }
    Words recordable(const Words &words, std::string_view password) const override { return lockcore::recordable(words, password); }
    Bytes errorReply(const std::string &text) const override { return "-ERR " + text + "\r\n"; }
    std::string shownReply(const Bytes &reply) const override
    {
        const bool redirects =
            reply.starts_with("-MOVED ") || reply.starts_with("-ASK "); // `-MOVED 3999 127.0.0.1:40123`: to the worker's gate
        return toString(decoded(redirects ? reply.substr(0, reply.rfind(' ')) + "\r\n" : reply));
    }
};

} // namespace

const GateProtocol &respProtocol()
{
    static const RespProtocol protocol;
    return protocol;
}

} // namespace lockcore
