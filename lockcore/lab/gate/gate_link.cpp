// SPDX-License-Identifier: MIT
#include "lockcore/lab/gate/gate_link.h"

#include "lockcore/lab/resp/reply_decoding.h"

#include <cerrno>

namespace lockcore {

namespace {

constexpr std::size_t mostWaitingBytes = 64 * 1024 * 1024; // limit for the requests that wait while one is being handled

// redis-server reads 16 KiB from a connection in one turn of its loop, and a barrier proves one such turn.
std::size_t barriersFor(const Request &request) { return 2 + request.bytes.size() / (16 * 1024); }

} // namespace

GateLink::GateLink(Gate &gate, GatedServer &server, FileDescriptor client, std::int64_t number)
    : m_gate(gate)
    , m_gated(server)
    , m_number(number)
    , m_conversation(server.protocol().converse())
    , m_client(server.m_poller, std::move(client))
    , m_scope(server.m_poller)
{
    m_client.received = [this](std::string_view bytes) { receiveRequests(bytes); };
    m_client.ended = [this] { clientEnded(); };
    m_scope.start(serve());
}

GateLink::~GateLink()
{
    if (m_listening)
        --m_gated.m_listeners;
}

void GateLink::receiveRequests(std::string_view bytes)
{
    if (m_broken)
        return;
    m_conversation->feedRequests(bytes);
    for (;;) {
        auto request = m_conversation->nextRequest();
        if (!request) {
            m_broken = request.error();
            break;
        }
        if (!*request)
            break;
        m_requestBytes += (*request)->bytes.size();
        m_requests.push_back({**std::move(request), m_busy || !m_requests.empty()});
    }
    if (!m_broken && m_requestBytes > mostWaitingBytes)
        m_broken = Error{ErrorKind::Protocol, "more than 64 MiB of requests without reading a reply", "too-large"};
    if (m_broken)
        emit m_gate.misused(m_number, *m_broken);
    wakeServing();
}

// When a client that waits for a blocking command is gone, the server drops the command and all later requests. So does the gate.
void GateLink::clientEnded()
{
    m_clientEnded = true;
    if (m_awaitsLate && m_expected) {
        m_requests.clear();
        std::exchange(m_expected, std::nullopt)->complete(std::nullopt);
    }
    if (m_holding != 0)
        m_gate.release(m_holding, Gate::Passage::Lose);
    wakeServing();
}

void GateLink::resetClient()
{
    m_client.reset();
    clientEnded();
}

void GateLink::loseRequests()
{
    m_requestsLost = true;
    m_requests.clear();
}

void GateLink::wakeServing()
{
    if (auto wake = std::exchange(m_wake, std::nullopt))
        wake->complete();
}

Task<void> GateLink::serve()
{
    auto connecting = connectToServer();
    const bool connected = co_await connecting;
    while (connected && !m_serverEnded) {
        if (m_requests.empty()) {
            if (m_clientEnded || m_broken)
                break;
            auto wake = m_wake.emplace().waiting();
            co_await wake;
            continue;
        }
        auto incoming = std::move(m_requests.front());
        m_requests.pop_front();
        m_requestBytes -= incoming.request.bytes.size();
        m_busy = true;
        auto passing = pass(std::move(incoming));
        co_await passing;
        m_busy = false;
    }
    if (m_broken)
        send({m_gated.protocol().errorReply("Protocol error: " + m_broken->text), {}, 0});
    m_server.reset();
    co_await m_scope.whenAtMost(1); // the scope's other tasks still deliver messages
    co_await m_client.whenWritten();
    m_client.close();
    m_gate.remove(*this);
}

// If the server is gone, the client gets a reset: a closed port would refuse it. A server that has started again answers only when its
// record is open: otherwise the keys' state before a command would be unknown.
Task<bool> GateLink::connectToServer()
{
    for (;;) {
        if (auto socket = connectTo(m_gated.endpoint())) {
            while (!m_gated.record().isOpen() && !m_clientEnded)
                co_await m_gated.m_clock.after(Milliseconds(1));
            m_server.emplace(m_gated.m_poller, std::move(socket));
            m_server->received = [this](std::string_view bytes) { receiveReplies(bytes); };
            m_server->ended = [this] { serverEnded(); };
            co_return true;
        }
        if (errno != EAGAIN)
            break;
        co_await m_gated.m_clock.after(Milliseconds(5)); // the connection queue of a stopped server is full
    }
    resetClient();
    co_return false;
}

GateRequest GateLink::seenOf(const Incoming &incoming)
{
    const auto &words = incoming.request.words;
    GateRequest seen;
    seen.id = m_gated.nextRequest();
    seen.gate = m_gate.id();
    seen.connection = m_number;
    seen.words = m_gated.protocol().recordable(words, m_gated.endpoint().password);
    seen.setUp = m_gated.protocol().kindOf(words).setUp;
    seen.ordinal = seen.setUp ? 0 : ++m_ordinal;
    m_gate.m_requestsSeen += seen.setUp ? 0 : 1;
    seen.queued = m_conversation->queues(words);
    seen.pipelined = incoming.pipelined;
    return seen;
}

Task<void> GateLink::pass(Incoming incoming)
{
    if (m_requestsLost)
        co_return;
    auto seen = seenOf(incoming);
    if (!seen.queued && m_conversation->beginsQueue(seen.words))
        m_queued.clear();
    auto survival = survivesFault(seen);
    const bool survived = co_await survival;
    if (!survived || m_serverEnded)
        co_return;
    const auto &protocol = m_gated.protocol();
    if (protocol.kindOf(incoming.request.words).refused) {
        emit m_gate.misused(m_number, {ErrorKind::Refused, "the gate refuses " + escaped(seen.words[0]), seen.words[0]});
        answer(seen, nullptr, protocol.errorReply("the Lab's gate refuses this command"));
        co_return;
    }
    const bool inTurn = m_conversation->takesTurn(incoming.request.words);
    auto passing =
        inTurn ? passInTurn(std::move(seen), std::move(incoming.request)) : passAlone(std::move(seen), std::move(incoming.request));
    co_await passing;
}

Task<bool> GateLink::survivesFault(GateRequest seen)
{
    const auto fault = m_gate.m_faults.onRequest ? m_gate.m_faults.onRequest(seen) : GateFault();
    bool survives = true;
    switch (fault.kind) {
    case GateFault::Kind::None: break;
    case GateFault::Kind::Hold: {
        auto held = m_gate.hold(seen.id);
        const auto passage = co_await held;
        survives = passage == Gate::Passage::Pass;
        break;
    }
    case GateFault::Kind::Delay: {
        auto delay = m_gated.m_clock.after(m_gate.jittered(fault));
        co_await delay;
        break;
    }
    case GateFault::Kind::BlackHole: m_repliesLost = true; [[fallthrough]];
    case GateFault::Kind::Lose: survives = false; break;
    case GateFault::Kind::Cut:
    case GateFault::Kind::Reset:
        resetClient();
        survives = false;
        break;
    }
    if (survives && !m_gate.m_requests.flows) {
        auto flowing = m_gate.requestsFlow();
        co_await flowing;
        survives = !m_gate.m_ending;
    }
    if (!survives)
        loseRequests();
    co_return survives;
}

Task<void> GateLink::passAlone(GateRequest seen, Request request)
{
    if (!m_conversation->expectsReply(request.words)) {
        m_server->write(request.bytes);
        if (m_conversation->isSubscriber()) { // the reply would look like a message
            auto settling = m_gated.settle(1);
            [[maybe_unused]] const bool settled = co_await settling;
        }
        m_conversation->accepted(request.words);
        noteListening();
        if (seen.queued)
            m_queued.push_back(std::move(seen.words));
        co_return;
    }
    auto reply = expect();
    m_server->write(request.bytes);
    auto got = co_await reply;
    if (!got)
        co_return;
    rewrite(request.words, got->frame);
    m_conversation->replied(request.words, got->frame);
    noteListening();
    if (seen.queued && got->frame.type == '+')
        m_queued.push_back(seen.words);
    answer(seen, nullptr, got->frame.bytes);
}

Task<void> GateLink::passInTurn(GateRequest seen, Request request)
{
    auto entering = m_gated.m_turnstile.enter();
    auto turn = co_await entering;
    if (m_serverEnded)
        co_return;
    TurnReport report;
    report.number = turn.number();
    report.commands = m_conversation->executesQueued(seen.words) ? std::exchange(m_queued, {}) : std::vector<Words>{seen.words};
    report.request = std::move(seen);
    auto beginning = m_gated.record().turnBegins(&report);
    co_await beginning;
    const bool waits = m_gated.protocol().kindOf(request.words).waits;
    std::optional<Waiting<std::optional<Answer>>> reply;
    if (m_conversation->expectsReply(request.words))
        reply.emplace(expect());
    m_server->write(request.bytes);
    report.sent = m_gated.m_clock.now();
    if (!reply || waits) {
        auto barrier = m_conversation->barrier();
        auto settling = barrier.empty() ? m_gated.settle(barriersFor(request)) : reachBarrier(std::move(barrier));
        const bool settled = co_await settling;
        report.fate = settled && !m_serverEnded ? Fate::Silent : Fate::Unknown;
    }
    if (reply && (!waits || reply->ready())) {
        auto &coming = *reply;
        auto got = co_await coming;
        reply.reset();
        if (got)
            rewrite(request.words, got->frame);
        report.fate = got ? Fate::Replied : Fate::Unknown;
        report.reply = got ? got->frame.bytes : Bytes();
        if (got)
            m_conversation->replied(request.words, got->frame);
    } else {
        m_conversation->accepted(request.words);
    }
    report.answered = m_gated.m_clock.now();
    m_awaitsLate = reply.has_value() && report.fate == Fate::Silent;
    noteListening();
    auto reading = m_gated.readRecord(&report);
    co_await reading;
    emit m_gated.turnEnded(report);
    turn.end();
    if (report.fate == Fate::Replied) {
        answer(report.request, &report, report.reply);
    } else if (m_awaitsLate) {
        auto late = awaitLateReply(std::move(report), *std::move(reply));
        co_await late;
    }
}

Task<bool> GateLink::reachBarrier(Bytes barrier)
{
    auto reply = expect();
    m_atBarrier = true;
    m_server->write(barrier);
    const auto got = co_await reply;
    m_atBarrier = m_replyInHand = false;
    co_return got.has_value();
}

// The command that unblocks this one may be in the turn that begins next.
Task<void> GateLink::awaitLateReply(TurnReport report, Waiting<std::optional<Answer>> waiting)
{
    if (m_clientEnded)
        clientEnded();
    const auto got = co_await waiting;
    m_awaitsLate = false;
    noteListening();
    if (!got && m_clientEnded)
        co_return;
    ArrivalReport arrival{report.request.id, m_gate.id(), m_number, 0, report.number, got ? got->frame.bytes : Bytes()};
    if (got) {
        const bool timedOut = decoded(got->frame.bytes).isNil() || isCommand(report.request.words, "WAIT");
        arrival.turn = timedOut ? 0 : got->turn;
        if (got->turn != 0 && m_gated.m_turnstile.current() == got->turn) {
            auto end = m_gated.m_turnstile.ended();
            co_await end;
        }
    }
    emit m_gated.arrived(arrival);
    if (got)
        answer(report.request, &report, got->frame.bytes);
}

void GateLink::noteListening()
{
    const bool listens = m_conversation->listens() || m_awaitsLate;
    if (listens == std::exchange(m_listening, listens))
        return;
    if (listens)
        ++m_gated.m_listeners;
    else
        --m_gated.m_listeners;
}

} // namespace lockcore
