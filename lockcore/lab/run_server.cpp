// SPDX-License-Identifier: MIT
#include "lockcore/lab/run_server.h"

#include "lockcore/lab/gated_server.h"
#include "lockcore/lab/key_book.h"

namespace lockcore {

Result<std::unique_ptr<RunServer>> RunServer::start(Options options, EventLoop &loop, Clock &clock, Poller &poller)
{
    auto server = LabServer::start(options.server, loop, clock);
    if (!server)
        return server.error();
    return std::unique_ptr<RunServer>(new RunServer(*std::move(server), std::move(options), clock, poller));
}

RunServer::RunServer(std::unique_ptr<LabServer> server, Options options, Clock &clock, Poller &poller)
    : m_server(std::move(server))
    , m_book(std::make_unique<KeyBook>(std::move(options.locks), options.own))
    , m_gated(std::make_unique<GatedServer>(m_server->endpoint(), ServerRecord::Options{true, options.looks}, clock, poller))
{
    QObject::connect(m_gated.get(), &GatedServer::turnEnded, m_gated.get(), [this](const TurnReport &report) {
        ServerTurn turn;
        turn.link = report.request.gate;
        turn.words = report.commands.size() == 1 ? report.commands.front() : report.request.words;
        turn.known = report.fate != Fate::Unknown;
        for (const auto &change : report.changes) {
            auto changes = m_book->take(change, turn.link);
            turn.changes.insert(turn.changes.end(), changes.begin(), changes.end());
        }
        if (turned)
            turned(turn);
    });
    QObject::connect(&m_gated->record(), &ServerRecord::changed, m_gated.get(), [this](const KeyChange &change) {
        const auto changes = m_book->take(change, 0);
        if (changed && !changes.empty())
            changed(changes);
    });
    QObject::connect(&m_gated->record(), &ServerRecord::lost, m_gated.get(), [this](const Error &error) {
        if (lost && !m_restarting)
            lost(error);
    });
}

RunServer::~RunServer() = default;

Task<Result<void>> RunServer::open() { return m_gated->open(); }

Task<Result<void>> RunServer::restart(LabServer::Data data)
{
    m_restarting = true;
    auto killing = m_server->kill(data);
    auto done = co_await killing;
    if (done.ok() && data == LabServer::Data::Lost && changed)
        changed(m_book->endAll(entry::KeyEvent::LostByServer));
    if (done.ok()) {
        auto starting = m_server->startAgain();
        done = co_await starting;
    }
    if (done.ok()) {
        auto opening = m_gated->open();
        done = co_await opening;
    }
    m_restarting = false;
    co_return done;
}

} // namespace lockcore
