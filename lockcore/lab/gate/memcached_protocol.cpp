// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/gate_protocol.h"
#include "lockcore/lab/memcached/memcached_command.h"
#include "lockcore/lab/memcached/memcached_framing.h"
#include "lockcore/redis/command_keys.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

// Commands whose replies have a form of their own, or that would end the Lab's control of the server.
constexpr std::array<std::string_view, 8> memcachedRefused = {"shutdown", "watch",          "lru",       "lru_crawler",
                                                              "slabs",    "cache_memlimit", "misbehave", "refresh_certs"};
constexpr std::array<std::string_view, 5> memcachedSetUp = {"version", "stats", "verbosity", "mn", "quit"};

class MemcachedConversation final : public GateConversation
{
public:
    void feedRequests(std::string_view bytes) override { m_requests.feed(bytes); }
    Result<std::optional<Request>> nextRequest() override { return m_requests.next(); }
    void feedReplies(std::string_view bytes) override { m_replies.feed(bytes); }
    Result<std::optional<ReplyFrame>> nextReply() override { return m_replies.next(); }

    bool takesTurn(const Words &words) const override { return !memcachedProtocol().kindOf(words).setUp; }
    bool expectsReply(const Words &words) override { return !wantsNoReply(words) && words[0] != "quit"; }

    Bytes barrier() const override { return "mn\r\n"; }
    bool isBarrier(const ReplyFrame &reply) const override { return reply.bytes == "MN\r\n"; }

private:
    MemcachedRequestFramer m_requests;
    MemcachedReplyFramer m_replies;
};

class MemcachedProtocol final : public GateProtocol
{
public:
    std::unique_ptr<GateConversation> converse() const override { return std::make_unique<MemcachedConversation>(); }

    CommandKind kindOf(const Words &words) const override
    {
        CommandKind kind;
        kind.refused = std::ranges::find(memcachedRefused, words[0]) != memcachedRefused.end() || repliesSometimes(words);
        kind.setUp = std::ranges::find(memcachedSetUp, words[0]) != memcachedSetUp.end();
        return kind;
    }

    std::string nameOf(const Words &words) const override { return lockcore::nameOf(words); }
    std::vector<Bytes> keysOf(const Words &words) const override { return memcachedKeys(words); }

    // A library frees a lock by `cas` or `set`, too: with a time that is over.
    Purpose purposeOf(const Words &words, Purpose doing) const override
    {
        const auto name = lockcore::nameOf(words);
        if (name == "GET" || name == "GETS" || name == "MG" || name == "ME")
            return Purpose::Read;
        if (name == "ADD")
            return Purpose::Take;
        if (name == "DELETE" || name == "MD")
            return Purpose::Free;
        if (name == "TOUCH" || name == "GAT" || name == "GATS")
            return Purpose::Renew;
        return name == "SET" || name == "CAS" || name == "REPLACE" || name == "MS" ? doing : Purpose::Any;
    }

    Bytes errorReply(const std::string &text) const override { return "CLIENT_ERROR " + text + "\r\n"; }

    std::string shownReply(const Bytes &reply) const override
    {
        auto text = reply.substr(0, reply.find_last_not_of("\r\n") + 1);
        for (auto end = text.find("\r\n"); end != text.npos; end = text.find("\r\n"))
            text.replace(end, 2, " ");
        return escaped(text);
    }
};

} // namespace

const GateProtocol &memcachedProtocol()
{
    static const MemcachedProtocol protocol;
    return protocol;
}

} // namespace lockcore
