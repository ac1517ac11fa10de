// SPDX-License-Identifier: MIT
// What a gate sees and reports, and what can be done to it, as values. Any thread.
//
//     client ── request ─▶ [request faults] ─▶ turn ─▶ server ─▶ record ─▶ TurnReport ─▶ [reply faults] ── reply ─▶ client
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/lab/record/server_record.h"
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

/// What becomes of a message, in one direction. A TCP connection loses no single message, so what is lost takes with it all that
/// comes after.
struct GateFault
{
    enum class Kind {
        None,
        Hold,      ///< until Gate::release(). A request: not executed meanwhile. A reply: executed, and the client does not know
        Delay,     ///< by `delay` ± `jitter`
        Lose,      ///< one-way loss: this message and all later ones of this direction never arrive
        BlackHole, ///< the same in both directions
        Cut,       ///< of a reply only: half of it arrives, then the end of the connection. Of a request: as Reset
        Reset,     ///< the client sees "connection reset by peer"; the message is lost
    };

    Kind kind = Kind::None;
    Milliseconds delay{0};
    Milliseconds jitter{0}; ///< at most `delay`; the gate's seed decides
    bool operator==(const GateFault &) const = default;
};

enum class Fate {
    Replied, ///< the server answered
    Silent,  ///< executed as far as it can be now, without a reply: it waits (BLPOP), subscribes, or replies are off
    Unknown, ///< the server ended in between
};

/// One command, or one transaction, that was alone on the server.
struct TurnReport
{
    std::int64_t number = 0;     ///< on this server, from 1; the order of execution. A gap: nothing was sent in that turn
    GateRequest request;         ///< EXEC, if it is a transaction
    std::vector<Words> commands; ///< one; of a transaction the queued ones, without MULTI and EXEC
    Fate fate = Fate::Replied;
    Bytes reply;                    ///< as it came, empty if there is none; see decoded()
    std::vector<KeyChange> changes; ///< what the server's record says; see recorded
    bool recorded = false;          ///< false: the record is off, or the server was lost
    Moment sent{};
    Moment answered{}; ///< the reply, or the barrier that stands for it
    bool operator==(const TurnReport &) const = default;
};

/// Something that came to a client outside its own turn: the late reply to a command that waited, or a message.
struct ArrivalReport
{
    std::int64_t id = 0; ///< among requests and messages; of a late reply: of its request
    std::int64_t gate = 0;
    std::int64_t connection = 0;
    std::int64_t turn = 0;    ///< the turn whose command caused it; 0: none did (a time-out, an expiry)
    std::int64_t answers = 0; ///< the turn of the command that waited; 0: it is a message
    Bytes message;            ///< as it came; empty: the server ended
    bool operator==(const ArrivalReport &) const = default;
};

/// The engine's decisions. Called on the gate's thread for each message; they may act on workers, and on the gate, but must not
/// destroy it.
struct GateFaults
{
    std::function<GateFault(const GateRequest &)> onRequest;                   ///< before its turn
    std::function<GateFault(const GateRequest &, const TurnReport *)> onReply; ///< after its turn; null: it took none
    std::function<GateFault(const ArrivalReport &)> onMessage;                 ///< of a subscription, or another push
};

} // namespace lockcore
