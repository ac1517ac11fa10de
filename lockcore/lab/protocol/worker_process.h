// SPDX-License-Identifier: MIT
// A worker as the Lab sees it: a process that speaks the worker protocol on its standard input and output. One object is one
// worker; every start() makes its next incarnation. Thread of the creator, which has an event loop. Do not destroy it within
// one of its own signals.
//
//     start(hello) ─▶ Starting ── hello_ok ─▶ Ready ── bye, end, kill(), a broken rule ─▶ Ended ─▶ start(hello) …
//
// A worker that has ended never comes back: nothing of it runs, and all that it had written has been reported, before ended()
// is emitted or kill() returns.
#pragma once

#include "lockcore/lab/protocol/line_buffer.h"
#include "lockcore/lab/protocol/worker_message.h"
#include "lockcore/process/owned_process.h"
#include "lockcore/process/process_family.h"

#include <QTimer>

namespace lockcore {

class WorkerProcess final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkerProcess)

public:
    struct Options
    {
        std::vector<std::string> command;                   ///< the program and its arguments
        Milliseconds helloLimit = std::chrono::seconds(10); ///< from the start to hello_ok
    };

    enum class State { Idle, Starting, Ready, Ended };

    explicit WorkerProcess(Options options, QObject *parent = nullptr);
    ~WorkerProcess() override; ///< as kill(), without signals

    /// Not while one runs. Refused: the program cannot be run.
    Result<void> start(const worker::Hello &hello);

    State state() const { return m_state; }
    bool isRunning() const { return m_process.isRunning(); }
    pid_t pid() const { return m_process.pid(); }
    std::int64_t incarnation() const { return m_hello.incarnation; }
    const worker::HelloOk &greeting() const { return m_greeting; } ///< when Ready

    /// Does not block: what a stopped worker does not read waits here. Ignored after the worker's end.
    void send(const worker::Request &request);
    void sendLine(std::string_view line); ///< with its "\n", whatever it says

    /// SIGKILL to its group and everything that it has started. When this returns all is reaped and received() has been
    /// emitted for all that it had written; ended() is not emitted.
    void kill();

    /// It broke a rule that only somebody else can know. It is killed, and failed() is emitted with this sentence.
    void refuse(const std::string &sentence) { fail(sentence); }

    /// Asks the kernel, not the event loop. If it has ended, everything up to ended() happens within this call.
    bool isAlive();

    /// SIGSTOP to the same. paused() follows when every thread of them has stopped.
    void pause();
    void resume();
    bool isPaused() const { return m_paused; }

    /// What it wrote to stderr: the last 64 KiB of this incarnation.
    const std::string &errors() const { return m_errors; }
    std::string lastWords() const; ///< their last line, as a sentence with a space before it; empty

    /// Did somebody still have its standard output open at its end, though everything that it started was killed?
    bool outputHeldOpen() const { return m_outputHeldOpen; }

signals:
    void greeted(const lockcore::worker::HelloOk &hello);
    void received(const lockcore::worker::Message &message);
    /// It broke a rule of the protocol, and has been killed; ended() does not follow. The text is a sentence for its author; the
    /// detail is the code with which it refused `hello`, if it did.
    void failed(const lockcore::Error &error);
    void paused();
    void ended(int status); ///< by itself; as of waitpid()

private:
    struct Stream
    {
        FileDescriptor fd;
        std::unique_ptr<QSocketNotifier> notifier;
        void close();
    };

    void flush();
    bool readOutput(); ///< up to EAGAIN; false: it broke a rule
    void readErrors();
    bool take(std::string_view line);
    bool takeGreeting(const worker::Message &message);
    void fail(const std::string &sentence, const std::string &code = {});
    void readRest();
    void closeAll();
    void noteEnd(int status);
    void lookWhetherStopped();

    const Options m_options;
    worker::Hello m_hello;
    worker::HelloOk m_greeting;
    State m_state = State::Idle;
    OwnedProcess m_process;
    ProcessFamily m_family;
    Stream m_input;
    Stream m_output;
    Stream m_error;
    std::string m_unsent;
    LineBuffer m_lines;
    std::string m_errors;
    int m_unasked = 0; ///< lines since it was sent something
    bool m_greeted = false;
    bool m_failed = false;
    bool m_leaving = false; ///< it was told to end
    bool m_paused = false;
    bool m_outputHeldOpen = false;
    QTimer m_helloTimer;
    QTimer m_silenceTimer; ///< since its output was closed
    QTimer m_pauseTimer;
};

} // namespace lockcore
