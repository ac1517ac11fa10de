// SPDX-License-Identifier: MIT
// `lockscope worker PROTOCOL`: a worker that runs a protocol of lockcore/locks over live connections and speaks the worker protocol. Main
// thread. Needs a QCoreApplication and exits it.
#pragma once

#include "app/worker/worker_body.h"
#include "app/worker/worker_options.h"
#include "lockcore/lab/protocol/line_buffer.h"

#include <QSocketNotifier>

namespace lockscope {

class BuiltInWorker final
{
public:
    explicit BuiltInWorker(const WorkerOptions &options);

    void start(); ///< reads standard input from now on; end-of-file ends the process

private:
    void readInput();
    void take(const lockcore::worker::Request &request);
    WorkerBody &body(const lockcore::worker::Owner &owner);
    lockcore::Task<void> greet(lockcore::worker::Hello hello);
    lockcore::Task<void> finish();
    lockcore::worker::HelloOk greeting() const;
    void write(const lockcore::worker::Message &message) const;
    void refuse(std::optional<lockcore::worker::Id> id, std::string code, std::string text) const;

    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    WorkerSetup m_setup;
    lockcore::worker::Id m_lastCall = 0;
    lockcore::LineBuffer m_lines;
    QSocketNotifier m_input;
    std::unique_ptr<lockcore::LiveServers> m_servers;
    bool m_greeted = false;
    std::map<lockcore::worker::Owner, std::unique_ptr<WorkerBody>> m_bodies;
    lockcore::Scope m_scope;
};

} // namespace lockscope
