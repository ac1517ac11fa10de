// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/gate_protocol.h"
#include "lockcore/lab/zookeeper/jute.h"
#include "lockcore/lab/zookeeper/zookeeper_command.h"
#include "lockcore/lab/zookeeper/zookeeper_framing.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

constexpr std::array<std::string_view, 9> zookeeperSetUp = {"CONNECT",     "PING",         "AUTH",          "SASL",  "SETWATCHES",
                                                            "SETWATCHES2", "CHECKWATCHES", "REMOVEWATCHES", "WHOAMI"};
constexpr std::array<std::string_view, 10> zookeeperReads = {"EXISTS", "GETDATA", "GETACL",    "GETCHILDREN",   "GETCHILDREN2",
                                                             "SYNC",   "CHECK",   "MULTIREAD", "GETEPHEMERALS", "GETALLCHILDRENNUMBER"};

bool isNamed(const Words &words, std::span<const std::string_view> names) { return std::ranges::find(names, words[0]) != names.end(); }

class ZookeeperConversation final : public GateConversation
{
public:
    void feedRequests(std::string_view bytes) override { m_requests.feed(bytes); }
    Result<std::optional<Request>> nextRequest() override { return m_requests.next(); }
    void feedReplies(std::string_view bytes) override { m_replies.feed(bytes); }
    Result<std::optional<ReplyFrame>> nextReply() override { return m_replies.next(); }

    // A connection begins or takes over a session, which the record must know.
    bool takesTurn(const Words &words) const override { return words[0] == "CONNECT" || !isNamed(words, zookeeperSetUp); }
    bool expectsReply(const Words &) override { return true; }
    bool listens() const override { return true; } // it may have set a watch

private:
    ZookeeperRequestFramer m_requests;
    ZookeeperReplyFramer m_replies;
};

class ZookeeperProtocol final : public GateProtocol
{
public:
    std::unique_ptr<GateConversation> converse() const override { return std::make_unique<ZookeeperConversation>(); }

    CommandKind kindOf(const Words &words) const override
    {
        CommandKind kind;
        kind.refused = words[0] == "RECONFIG";
        kind.setUp = isNamed(words, zookeeperSetUp);
        return kind;
    }

    std::string nameOf(const Words &words) const override { return words[0]; }
    std::vector<Bytes> keysOf(const Words &words) const override { return zookeeperKeys(words); }

    // To make the queue is no attempt to take the lock, and to delete it frees none.
    Purpose purposeOf(const Words &words, Purpose doing) const override
    {
        if (isNamed(words, zookeeperReads))
            return Purpose::Read;
        if (words[0] == "DELETE")
            return words.size() > 1 && placeIn(words[1]) ? Purpose::Free : Purpose::Any;
        if (words[0].starts_with("CREATE"))
            return makesLockNode(words) ? Purpose::Take : Purpose::Any;
        return words[0] == "MULTI" || words[0] == "SETDATA" ? doing : Purpose::Any;
    }

    // The client did not ask for the number 0, and so ends the connection.
    Bytes errorReply(const std::string &) const override
    {
        constexpr std::int32_t unimplemented = -6;
        return JuteWriter().integer(0).number(0).integer(unimplemented).framed();
    }

    std::string shownReply(const Bytes &reply) const override
    {
        const auto read = zookeeperReply(reply);
        return read ? shown(*read) : std::string();
    }
};

} // namespace

const GateProtocol &zookeeperProtocol()
{
    static const ZookeeperProtocol protocol;
    return protocol;
}

} // namespace lockcore
