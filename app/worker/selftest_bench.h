// SPDX-License-Identifier: MIT
// Where a worker is tested: a private server, up to two workers of the same command, and what every check asks of them. Prints a line
// for each rule that was checked, and counts the mistakes. Main thread, within a QCoreApplication.
#pragma once

#include "app/worker/driven_worker.h"
#include "lockcore/redis/connection.h"
#include "lockcore/redis/private_server.h"

namespace lockscope {

class SelftestBench final
{
public:
    using Answer = std::optional<lockcore::worker::Answer>;

    explicit SelftestBench(std::vector<std::string> command);

    lockcore::EventLoop &loop() { return m_loop; }
    lockcore::Clock &clock() { return m_clock; }
    lockcore::Task<bool> openServer();

    DrivenWorker *a() const { return m_a.get(); } ///< null: not started, or ended
    DrivenWorker *b() const { return m_b.get(); }
    lockcore::Task<bool> startA(); ///< to hello_ok; what ran before is ended
    lockcore::Task<bool> startB();
    lockcore::Task<std::optional<lockcore::Error>> greetB(lockcore::worker::Hello hello); ///< any hello, whatever it answers
    void endWorkers(); ///< a rule that one of them broke, and that no check was told, is a mistake

    lockcore::worker::Hello hello() const;
    lockcore::worker::Acquire tryOf(const std::string &lock); ///< one try, for a lease that does not end during a check
    lockcore::worker::Release releaseOf(const std::string &lock, const lockcore::worker::Owner &owner = {});
    std::string newLock() { return "selftest:" + std::to_string(++m_locks); }
    lockcore::worker::Id newId() { return ++m_ids; }
    lockcore::Milliseconds lease() const; ///< after the first hello_ok

    // What a check begins with. A wrong answer, and a missing one, are mistakes.
    lockcore::Task<Answer> ask(DrivenWorker *worker, lockcore::worker::Request request, std::string about);
    lockcore::Task<std::optional<lockcore::worker::Ok>> grant(DrivenWorker *worker, lockcore::worker::Acquire request);
    lockcore::Task<bool> acquires(DrivenWorker *worker, lockcore::worker::Acquire request);
    lockcore::Task<bool> releases(DrivenWorker *worker, lockcore::worker::Release request);
    lockcore::Task<bool> believes(DrivenWorker *worker, std::string lock, bool expected, std::string when);

    lockcore::Connection &server() { return *m_connection; }
    lockcore::Task<std::int64_t> commandsSeen();              ///< by the server, about locks
    lockcore::Task<std::int64_t> connectionsSeen();           ///< all but our own
    lockcore::Task<std::vector<lockcore::Bytes>> databases(); ///< that have keys

    bool passed(const std::string &what) const;                              ///< true
    bool wrong(const std::string &sentence, DrivenWorker *worker = nullptr); ///< false; shows what the worker wrote to stderr
    bool isSilent(DrivenWorker *worker, const std::string &about);           ///< likewise: an answer is missing
    void skipped(const std::string &what) const;
    int mistakes() const { return m_mistakes; }

private:
    lockcore::Task<bool> start(std::unique_ptr<DrivenWorker> *worker);

    const std::vector<std::string> m_command;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    std::unique_ptr<lockcore::PrivateServer> m_server;
    lockcore::worker::Server m_address;
    std::unique_ptr<lockcore::Connection> m_connection;
    std::unique_ptr<DrivenWorker> m_a;
    std::unique_ptr<DrivenWorker> m_b;
    lockcore::worker::HelloOk m_greeting; ///< the last one
    int m_mistakes = 0;
    std::string m_lastSentence; ///< about one
    int m_locks = 0;
    lockcore::worker::Id m_ids = 0;
};

void printLine(const std::string &line); ///< to standard output

} // namespace lockscope
