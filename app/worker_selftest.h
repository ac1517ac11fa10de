// SPDX-License-Identifier: MIT
// `lockscope worker --selftest COMMAND…`: plays the Lab against somebody's worker on a private server, and prints a line for
// each rule that it checked. Main thread, within a QCoreApplication, which it exits: 0 without a mistake, otherwise 1.
#pragma once

#include "app/tested_worker.h"
#include "lockcore/redis/connection.h"
#include "lockcore/redis/private_server.h"

namespace lockscope {

class WorkerSelftest final
{
public:
    explicit WorkerSelftest(std::vector<std::string> command);

    void start();

private:
    using Answer = std::optional<lockcore::worker::Answer>;

    lockcore::Task<void> run();
    lockcore::Task<bool> startServer();
    lockcore::Task<bool> checkOne();
    lockcore::Task<bool> checkWork(std::string lock);
    lockcore::Task<bool> checkStepsOf(lockcore::worker::Work work);
    lockcore::Task<bool> checkTwo();
    lockcore::Task<bool> checkWaiting();
    lockcore::Task<bool> checkCapabilities();
    lockcore::Task<bool> checkExtend();
    lockcore::Task<bool> checkReentry();
    lockcore::Task<bool> checkFencing();
    lockcore::Task<bool> checkWatchdog();
    lockcore::Task<bool> checkConcurrent();
    lockcore::Task<bool> checkStall();
    lockcore::Task<bool> checkThrow();
    lockcore::Task<bool> checkStop();
    lockcore::Task<bool> checkBye();
    lockcore::Task<bool> checkKill();
    lockcore::Task<void> checkVersion();

    lockcore::Task<bool> begin(std::unique_ptr<TestedWorker> *worker);
    lockcore::Task<Answer> ask(TestedWorker *worker, lockcore::worker::Request request, std::string about);
    lockcore::Task<bool> acquires(TestedWorker *worker, lockcore::worker::Acquire request);
    lockcore::Task<bool> releases(TestedWorker *worker, lockcore::worker::Release request);
    lockcore::Task<bool> believes(TestedWorker *worker, std::string lock, bool expected, std::string when);
    lockcore::Task<std::int64_t> commandsSeen();
    lockcore::Task<std::int64_t> connectionsSeen();

    lockcore::worker::Hello hello() const;
    lockcore::worker::Acquire tryOf(const std::string &lock);
    lockcore::worker::Release releaseOf(const std::string &lock, const lockcore::worker::Owner &owner = {});
    std::string newLock() { return "selftest:" + std::to_string(++m_locks); }
    lockcore::worker::Id newId() { return ++m_ids; }
    lockcore::Milliseconds lease() const;
    bool passed(const std::string &what) const;                              ///< true
    bool wrong(const std::string &sentence, TestedWorker *worker = nullptr); ///< false; shows what the worker wrote to stderr
    bool isSilent(TestedWorker &worker, const std::string &about);           ///< likewise: an answer is missing
    void skipped(const std::string &what) const;

    const std::vector<std::string> m_command;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    std::unique_ptr<lockcore::PrivateServer> m_server;
    lockcore::worker::Server m_address;
    std::unique_ptr<lockcore::Connection> m_connection;
    std::unique_ptr<TestedWorker> m_a;
    std::unique_ptr<TestedWorker> m_b;
    int m_mistakes = 0;
    int m_locks = 0;
    lockcore::worker::Id m_ids = 0;
    lockcore::Scope m_scope;
};

} // namespace lockscope
