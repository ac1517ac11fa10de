// SPDX-License-Identifier: MIT
// What a client's commands have made of its connection, as far as it decides what the server sends and when. Pure.
// Sources: redis.io on CLIENT REPLY, transactions, pub/sub, RESET and RESP3.
#pragma once

#include "lockcore/lab/resp/command_kind.h"
#include "lockcore/lab/resp/resp_framing.h"

namespace lockcore {

class ConnectionState final
{
public:
    /// Is the command only queued, for EXEC?
    bool queues(const Words &words) const;

    /// Does it reach data, or other connections? What concerns only this one needs no turn.
    bool takesTurn(const Words &words) const;

    /// Will the server send a reply that can be told from messages? Call it once per command, before it is sent.
    bool expectsReply(const Words &words);

    void replied(const Words &words, const ReplyFrame &frame);
    void accepted(const Words &words);        ///< without a reply
    void received(const ReplyFrame &message); ///< that answers nothing: it may confirm a subscription

    bool isSubscriber() const; ///< in RESP2, where every reply to a subscriber looks like a message
    bool listens() const;      ///< it may receive what it has not asked for

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
