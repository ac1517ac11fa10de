// SPDX-License-Identifier: MIT
// The test environment of a worker: a private server, up to two workers of the same command, and the steps that all checks share. Prints a
// line for each checked rule and counts the mistakes. Main thread, needs a QCoreApplication.
#pragma once

#include "app/worker/driven_worker.h"
#include "app/worker/selftest_server.h"

namespace lockscope {

class SelftestBench final
{
public:
    using Answer = std::optional<lockcore::worker::Answer>;

    SelftestBench(std::vector<std::string> command, lockcore::Store store);

    lockcore::EventLoop &loop() { return m_loop; }
    lockcore::Clock &clock() { return m_clock; }
    lockcore::Task<bool> openServer();

    DrivenWorker *a() const { return m_a.get(); } ///< null: not started, or ended
    DrivenWorker *b() const { return m_b.get(); }
    lockcore::Task<bool> startA(); ///< waits for hello_ok; ends the previous worker
    lockcore::Task<bool> startB();
    lockcore::Task<std::optional<lockcore::Error>> greetB(lockcore::worker::Hello hello); ///< sends any hello and accepts any answer
    void endWorkers(); ///< a broken rule that no check has reported yet counts as a mistake

    lockcore::worker::Hello hello() const;
    lockcore::worker::Acquire tryOf(
        const std::string &lock); ///< a single try, with a lease that does not end during a check; none if its session is the lease
    lockcore::worker::Release releaseOf(const std::string &lock, const lockcore::worker::Owner &owner = {});
    std::string newLock() { return "selftest:" + std::to_string(++m_locks); }
    lockcore::worker::Id newId() { return ++m_ids; }
    lockcore::Milliseconds lease() const; ///< valid after the first hello_ok

    // The first steps of a check. A wrong or missing answer counts as a mistake.
    lockcore::Task<Answer> ask(DrivenWorker *worker, lockcore::worker::Request request, std::string about);
    lockcore::Task<std::optional<lockcore::worker::Ok>> grant(DrivenWorker *worker, lockcore::worker::Acquire request);
    lockcore::Task<bool> acquires(DrivenWorker *worker, lockcore::worker::Acquire request);
    lockcore::Task<bool> releases(DrivenWorker *worker, lockcore::worker::Release request);
    lockcore::Task<bool> believes(DrivenWorker *worker, std::string lock, bool expected, std::string when);

    SelftestServer &server() { return *m_server; }
    const std::string &storeName() const { return m_storeName; } ///< for sentences: `Redis`

    bool passed(const std::string &what) const;                              ///< returns true
    bool wrong(const std::string &sentence, DrivenWorker *worker = nullptr); ///< returns false; shows what the worker wrote to stderr
    bool isSilent(DrivenWorker *worker, const std::string &about);           ///< returns false; for a missing answer
    void skipped(const std::string &what) const;
    void warned(const std::string &of) const; ///< of what is no mistake, and makes verdicts weaker
    int mistakes() const { return m_mistakes; }

private:
    lockcore::Task<bool> start(std::unique_ptr<DrivenWorker> *worker);

    const std::vector<std::string> m_command;
    lockcore::EventLoop m_loop;
    lockcore::LoopClock m_clock;
    const std::unique_ptr<SelftestServer> m_server;
    const std::string m_storeName;
    std::unique_ptr<DrivenWorker> m_a;
    std::unique_ptr<DrivenWorker> m_b;
    lockcore::worker::HelloOk m_greeting; ///< of the worker that was started last
    int m_mistakes = 0;
    std::string m_lastSentence; ///< the last sentence about a mistake
    int m_locks = 0;
    lockcore::worker::Id m_ids = 0;
};

void printLine(const std::string &line); ///< writes to standard output

} // namespace lockscope
