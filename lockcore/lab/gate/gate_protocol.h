// SPDX-License-Identifier: MIT
// What a gate must understand of the language that a server and its clients speak: where a request ends, whether it has a reply, what it is
// for. One GateProtocol for each language, one GateConversation for each connection. Any one thread.
#pragma once

#include "lockcore/lab/resp/command_kind.h"
#include "lockcore/lab/resp/resp_framing.h"
#include "lockcore/lab/scenario/scenario.h"

#include <memory>

namespace lockcore {

/// Both directions of one connection, and its state as far as it decides what the server sends and when.
class GateConversation
{
public:
    virtual ~GateConversation() = default;

    virtual void feedRequests(std::string_view bytes) = 0;
    virtual Result<std::optional<Request>> nextRequest() = 0; ///< none: none is whole. Error: Protocol; nothing more is read
    virtual void feedReplies(std::string_view bytes) = 0;
    virtual Result<std::optional<ReplyFrame>> nextReply() = 0; ///< likewise

    /// Does the command touch data or other connections? A command that concerns only its own connection needs no turn.
    virtual bool takesTurn(const Words &words) const = 0;
    /// Will the server send a reply that is distinguishable from messages? Call it once per command, before the command is sent.
    virtual bool expectsReply(const Words &words) = 0;

    virtual bool queues(const Words &) const { return false; } ///< does the server only queue the command, until executesQueued()?
    virtual bool beginsQueue(const Words &) const { return false; }
    virtual bool executesQueued(const Words &) const { return false; }
    virtual void replied(const Words &, const ReplyFrame &) { }
    virtual void accepted(const Words &) { }            ///< the command was executed without a reply
    virtual void received(const ReplyFrame &) { }       ///< a message that is no reply: it may confirm a subscription
    virtual bool isSubscriber() const { return false; } ///< every reply looks like a message
    virtual bool listens() const { return false; }      ///< it may receive messages without a request

    /// A request whose reply, on the same connection, proves that the command without a reply before it was executed. Empty: the record's
    /// barrier does that.
    virtual Bytes barrier() const { return {}; }
    virtual bool isBarrier(const ReplyFrame &) const { return false; } ///< is it the reply to barrier()?
};

class GateProtocol
{
public:
    virtual ~GateProtocol() = default;

    virtual std::unique_ptr<GateConversation> converse() const = 0;

    /// Does it know whole requests and what they are for? Otherwise faults can only aim at the whole network, or count what is sent.
    virtual bool aims() const { return true; }

    virtual CommandKind kindOf(const Words &words) const = 0;
    virtual std::string nameOf(const Words &words) const = 0; ///< in capitals
    virtual std::vector<Bytes> keysOf(const Words &words) const = 0;
    /// `doing`: the worker's request: Take during an acquire, Free during a release, Renew otherwise. It decides the purpose of a script.
    virtual Purpose purposeOf(const Words &words, Purpose doing) const = 0;
    virtual Words recordable(const Words &words, std::string_view) const { return words; } ///< without secrets, such as the password
    virtual Bytes errorReply(const std::string &text) const = 0;
    virtual std::string shownReply(const Bytes &reply) const = 0; ///< on one line, escaped
};

const GateProtocol &respProtocol();      ///< Redis
const GateProtocol &memcachedProtocol(); ///< the text protocol, with meta commands
const GateProtocol &zookeeperProtocol(); ///< jute
const GateProtocol &opaqueProtocol();    ///< bytes that mean nothing: each piece that arrives is a request or a message

} // namespace lockcore
