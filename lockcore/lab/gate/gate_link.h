// SPDX-License-Identifier: MIT
// One client connection through a gate, with its connection to the server. Owned by its Gate.
//
// serve() takes one request after the other through faults, turn and server, so a pipeline is cut into turns. deliver() takes the server's
// messages to the client, in the server's order, through the faults of replies.
#pragma once

#include "lockcore/base/scope.h"
#include "lockcore/lab/gate/gate.h"
#include "lockcore/lab/gate/gate_protocol.h"
#include "lockcore/lab/resp/byte_stream.h"

#include <deque>

namespace lockcore {

class GateLink final
{
public:
    GateLink(Gate &gate, GatedServer &server, FileDescriptor client, std::int64_t number);
    ~GateLink();
    GateLink(const GateLink &) = delete;
    GateLink &operator=(const GateLink &) = delete;

    void resetClient();
    /// Were messages lost on their way? Then both ends are out of step.
    bool lacksSomething() const { return m_requestsLost || m_repliesLost; }

private:
    struct Incoming
    {
        Request request;
        bool pipelined = false;
    };
    struct Outgoing
    {
        Bytes bytes;
        GateFault fault;
        std::int64_t request = 0; ///< for release()
    };
    struct Answer
    {
        ReplyFrame frame;
        std::int64_t turn = 0; ///< the turn that was taken when the reply arrived
    };

    // requests
    void receiveRequests(std::string_view bytes);
    void clientEnded();
    void wakeServing();
    Task<void> serve();
    Task<bool> connectToServer();
    Task<void> pass(Incoming incoming);
    Task<bool> survivesFault(GateRequest seen);
    Task<bool> reachBarrier(Bytes barrier);
    Task<void> passAlone(GateRequest seen, Request request);
    Task<void> passInTurn(GateRequest seen, Request request);
    Task<void> awaitLateReply(TurnReport report, Waiting<std::optional<Answer>> waiting);
    GateRequest seenOf(const Incoming &incoming);
    void loseRequests();

    void noteListening();

    // the server's side
    Waiting<std::optional<Answer>> expect();
    void receiveReplies(std::string_view bytes);
    void serverEnded();
    void take(ReplyFrame frame);
    void rewrite(const Words &request, ReplyFrame &reply) const;

    // replies
    void answer(const GateRequest &seen, const TurnReport *report, Bytes bytes);
    void send(Outgoing outgoing);
    Task<void> deliver();
    Task<bool> deliverOne(Outgoing outgoing);
    void flushBehind();
    void sendFirstBehind();
    Task<void> flushAfterTurn();

    Gate &m_gate;
    GatedServer &m_gated;
    const std::int64_t m_number;

    const std::unique_ptr<GateConversation> m_conversation;
    ByteStream m_client;
    std::deque<Incoming> m_requests;
    std::size_t m_requestBytes = 0; ///< the size of m_requests
    bool m_busy = false;            ///< a request is being handled
    bool m_clientEnded = false;     ///< no more requests will come
    bool m_requestsLost = false;    ///< GateFault::Lose
    bool m_repliesLost = false;
    std::optional<Error> m_broken; ///< the client's protocol error; sent when all earlier requests are answered
    std::optional<Completion<void>> m_wake;
    std::int64_t m_ordinal = 0;

    std::optional<ByteStream> m_server;
    std::optional<Completion<std::optional<Answer>>> m_expected;
    bool m_serverEnded = false;
    bool m_atBarrier = false;           ///< waits for the reply to GateConversation::barrier()
    bool m_replyInHand = false;         ///< later messages wait in m_behind
    std::deque<ArrivalReport> m_behind; ///< wait until the reply has been sent, and until the turn that caused them has ended
    std::size_t m_aheadOfReply = 0;     ///< the first ones of m_behind, which arrived before the reply in hand
    bool m_flushing = false;

    std::vector<Words> m_queued; ///< the commands of the open transaction
    bool m_awaitsLate = false;   ///< waits for the late reply to a command that blocks (BLPOP …)
    bool m_listening = false;    ///< counted by the GatedServer

    std::deque<Outgoing> m_outgoing;
    bool m_delivering = false;
    std::int64_t m_holding = 0; ///< id of the request whose reply GateFault::Hold holds
    Scope m_scope;
};

} // namespace lockcore
