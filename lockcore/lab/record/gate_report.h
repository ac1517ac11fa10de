// SPDX-License-Identifier: MIT
// What a gate reports, and the faults that can be injected into it, as values. Any thread.
//
//     client ── request ─▶ [request faults] ─▶ turn ─▶ server ─▶ record ─▶ TurnReport ─▶ [reply faults] ── reply ─▶ client
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/lab/record/store_record.h"
#include "lockcore/lab/resp/command_kind.h"

#include <functional>

namespace lockcore {

/// One whole request of a client, before anything has happened to it.
struct GateRequest
{
    std::int64_t id = 0;         ///< among all requests through the gates of one server, from 1
    std::int64_t gate = 0;       ///< GateOptions::id
    std::int64_t connection = 0; ///< of this gate, from 1
    std::int64_t ordinal = 0;    ///< among the connection's requests that are not set-up, from 1; 0: it is set-up
    Words words;                 ///< without secrets: see recordable()
    bool setUp = false;          ///< concerns only the connection; takes no turn
    bool queued = false;         ///< between MULTI and EXEC; takes no turn
    bool pipelined = false;      ///< it came before the reply to the previous one, or together with it
    bool operator==(const GateRequest &) const = default;
};

/// What happens to a message, in one direction. A TCP connection never loses a single message: with a lost message, all later ones are
/// lost, too.
struct GateFault
{
    enum class Kind {
        None,
        /// Until Gate::release(). A held request is not executed. A held reply: its command was executed, and the client does not know.
        Hold,
        Delay,     ///< by `delay` ± `jitter`
        Lose,      ///< one-way loss: this message and all later ones of this direction never arrive
        BlackHole, ///< the same in both directions
        /// The connection ends in the reply: half of one that takes several packets arrives, and nothing of a shorter one, for a network does not
        /// divide a packet. For a request: like Reset.
        Cut,
        Reset, ///< the client sees "connection reset by peer"; the message is lost
    };

    Kind kind = Kind::None;
    Milliseconds delay{0};
    Milliseconds jitter{0}; ///< at most `delay`; drawn with the gate's seed
    bool operator==(const GateFault &) const = default;
};

enum class Fate {
    Replied, ///< the server answered
    Silent,  ///< executed as far as possible, without a reply: it waits (BLPOP), subscribes, or replies are off
    Unknown, ///< the server ended before the reply
};

/// One command, or one transaction, that was alone on the server.
struct TurnReport
{
    std::int64_t number = 0;     ///< on this server, from 1; the order of execution. A gap: nothing was sent in that turn
    GateRequest request;         ///< EXEC, if it is a transaction
    std::vector<Words> commands; ///< the command; for a transaction its queued commands, without MULTI and EXEC
    Fate fate = Fate::Replied;
    Bytes reply;                    ///< unchanged, empty if there is none; see decoded()
    std::vector<KeyChange> changes; ///< from the server's record; valid if `recorded`
    bool recorded = false;          ///< false: the record is off, or the server was lost
    Moment sent{};
    Moment answered{}; ///< when the reply arrived, or the barrier that replaces it
    bool operator==(const TurnReport &) const = default;
};

/// A message that a client received outside its own turn: the late reply to a command that waited, or a push.
struct ArrivalReport
{
    std::int64_t id = 0; ///< unique among requests and messages; for a late reply, the id of its request
    std::int64_t gate = 0;
    std::int64_t connection = 0;
    std::int64_t turn = 0;    ///< the turn whose command caused it; 0: no turn (a time-out, an expiry)
    std::int64_t answers = 0; ///< the turn of the command that waited; 0: it is a push
    Bytes message;            ///< unchanged; empty: the server ended
    bool operator==(const ArrivalReport &) const = default;
};

/// The Lab decides here which faults to inject. Called on the gate's thread for each message. The functions may act on workers and on the
/// gate, but must not destroy the gate.
struct GateFaults
{
    std::function<GateFault(const GateRequest &)> onRequest;                   ///< called before the request's turn
    std::function<GateFault(const GateRequest &, const TurnReport *)> onReply; ///< called after the turn; null: there was no turn
    std::function<GateFault(const ArrivalReport &)> onMessage;                 ///< for a message of a subscription, or another push
};

} // namespace lockcore
