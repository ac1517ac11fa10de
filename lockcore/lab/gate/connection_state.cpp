// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/connection_state.h"

#include "lockcore/lab/resp/reply_decoding.h"

namespace lockcore {

namespace {

bool endsTransaction(const Words &words) { return isCommand(words, "EXEC") || isCommand(words, "DISCARD") || isCommand(words, "RESET"); }

// Does the third word have this value, as in CLIENT REPLY ON?
bool turnsOn(const Words &words, std::string_view value = "ON") { return words.size() > 2 && isCommand(std::span(&words[2], 1), value); }

} // namespace

bool ConnectionState::queues(const Words &words) const { return m_transaction && !endsTransaction(words); }

bool ConnectionState::takesTurn(const Words &words) const
{
    return !kindOf(words).setUp && !queues(words) && !isCommand(words, "MULTI") && !isCommand(words, "DISCARD");
}

bool ConnectionState::expectsReply(const Words &words)
{
    const bool skipped = m_replies == Replies::SkipNext;
    if (skipped)
        m_replies = Replies::On;
    if (isCommand(words, "CLIENT", "REPLY")) {
        if (turnsOn(words))
            m_replies = Replies::On;
        else if (turnsOn(words, "OFF"))
            m_replies = Replies::Off;
        else if (turnsOn(words, "SKIP") && m_replies == Replies::On)
            m_replies = Replies::SkipNext;
        return m_replies == Replies::On;
    }
    const bool subscribes = kindOf(words).subscribes && !m_transaction;
    return m_replies == Replies::On && !skipped && !subscribes && !isSubscriber();
}

void ConnectionState::replied(const Words &words, const ReplyFrame &frame)
{
    if (isCommand(words, "EXEC"))
        m_transaction = false;
    if (frame.type == '-' || frame.type == '!')
        return;
    if (isCommand(words, "HELLO") && !m_transaction)
        m_resp3 = frame.type == '%';
    accepted(words);
}

void ConnectionState::accepted(const Words &words)
{
    if (queues(words))
        return;
    if (isCommand(words, "MULTI"))
        m_transaction = true;
    else if (isCommand(words, "RESET"))
        *this = {};
    else if (endsTransaction(words))
        m_transaction = false;
    else if (isCommand(words, "CLIENT", "TRACKING"))
        m_tracks = turnsOn(words);
}

// [subscribe, channel, count]: an array in RESP2, a push in RESP3.
void ConnectionState::received(const ReplyFrame &message)
{
    if (std::string_view(message.bytes).substr(0, 32).find("subscribe") == std::string_view::npos)
        return;
    const auto words = decoded(message.bytes).elements;
    if (words.size() != 3 || words[2].type != Reply::Type::Integer)
        return;
    const bool shard = words[0].text == "ssubscribe" || words[0].text == "sunsubscribe";
    (shard ? m_shardSubscriptions : m_subscriptions) = words[2].integer;
}

bool ConnectionState::isSubscriber() const { return !m_resp3 && (m_subscriptions > 0 || m_shardSubscriptions > 0); }

bool ConnectionState::listens() const { return m_subscriptions > 0 || m_shardSubscriptions > 0 || m_tracks; }

} // namespace lockcore
