// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/gate_protocol.h"

namespace lockcore {

namespace {

class OpaqueConversation final : public GateConversation
{
public:
    void feedRequests(std::string_view bytes) override { m_sent += bytes; }
    void feedReplies(std::string_view bytes) override { m_received += bytes; }

    Result<std::optional<Request>> nextRequest() override
    {
        return m_sent.empty() ? std::nullopt : std::optional(Request{std::exchange(m_sent, {}), {}});
    }

    Result<std::optional<ReplyFrame>> nextReply() override
    {
        return m_received.empty() ? std::nullopt : std::optional(ReplyFrame{std::exchange(m_received, {}), '>'});
    }

    bool takesTurn(const Words &) const override { return false; }
    bool expectsReply(const Words &) override { return false; }

private:
    Bytes m_sent, m_received;
};

class OpaqueProtocol final : public GateProtocol
{
public:
    std::unique_ptr<GateConversation> converse() const override { return std::make_unique<OpaqueConversation>(); }
    bool aims() const override { return false; }
    CommandKind kindOf(const Words &) const override { return {}; }
    std::string nameOf(const Words &) const override { return {}; }
    std::vector<Bytes> keysOf(const Words &) const override { return {}; }
    Purpose purposeOf(const Words &, Purpose) const override { return Purpose::Any; }
    Bytes errorReply(const std::string &) const override { return {}; }
    std::string shownReply(const Bytes &) const override { return {}; }
};

} // namespace

const GateProtocol &opaqueProtocol()
{
    static const OpaqueProtocol protocol;
    return protocol;
}

} // namespace lockcore
