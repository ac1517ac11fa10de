// SPDX-License-Identifier: MIT
// The state of a client's connection after its commands, as far as it decides what the server sends and when. Pure.
// Sources: redis.io on CLIENT REPLY, transactions, pub/sub, RESET and RESP3.
#pragma once

#include "lockcore/lab/resp/command_kind.h"
#include "lockcore/lab/resp/resp_framing.h"

namespace lockcore {

class ConnectionState final
{
public:
    /// Does the server only queue the command, until EXEC?
    bool queues(const Words &words) const;

    /// Does the command touch data or other connections? A command that concerns only its own connection needs no turn.
    bool takesTurn(const Words &words) const;

    /// Will the server send a reply that is distinguishable from messages? Call it once per command, before the command is sent.
    bool expectsReply(const Words &words);

    void replied(const Words &words, const ReplyFrame &frame);
    void accepted(const Words &words);        ///< the command was executed without a reply
    void received(const ReplyFrame &message); ///< a message that is no reply: it may confirm a subscription

    bool isSubscriber() const; ///< in RESP2, where every reply to a subscriber looks like a message
    bool listens() const;      ///< it may receive messages without a request

private:
    enum class Replies { On, Off, SkipNext };

    bool m_resp3 = false;
    bool m_transaction = false;
    Replies m_replies = Replies::On;
    std::int64_t m_subscriptions = 0;
    std::int64_t m_shardSubscriptions = 0;
    bool m_tracks = false; ///< CLIENT TRACKING
};

} // namespace lockcore
