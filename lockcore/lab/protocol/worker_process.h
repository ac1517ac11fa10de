// SPDX-License-Identifier: MIT
// A worker process that speaks the worker protocol on its standard input and output, as the Lab sees it. One object is one worker; every
// start() makes its next incarnation. Thread of the creator, which has an event loop. Do not destroy it inside one of its own signals.
//
//     start(hello) ─▶ Starting ── hello_ok ─▶ Ready ── bye, end, kill(), a broken rule ─▶ Ended ─▶ start(hello) …
//
// When ended() is emitted or kill() returns, no process of this incarnation runs any more, and everything that it had written has been
// reported.
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

    /// Do not call it while a process runs. Refused: the program cannot be started.
    Result<void> start(const worker::Hello &hello);

    State state() const { return m_state; }
    bool isRunning() const { return m_process.isRunning(); }
    pid_t pid() const { return m_process.pid(); }
    std::int64_t incarnation() const { return m_hello.incarnation; }
    const worker::HelloOk &greeting() const { return m_greeting; } ///< valid in state Ready

    /// Does not block: input that a stopped worker does not read waits here. Ignored after the worker's end.
    void send(const worker::Request &request);
    void sendLine(std::string_view line); ///< with its "\n"; the content is not checked

    /// Sends SIGKILL to its group and to everything that it has started. When this returns, all these processes have been reaped, and
    /// received() has been emitted for everything that they had written; ended() is not emitted.
    void kill();

    /// Call it if the worker broke a rule that this class cannot check. Kills the worker and emits failed() with this sentence.
    void refuse(const std::string &sentence) { fail(sentence); }

    /// Asks the kernel, not the event loop. If the process has ended, this call emits everything up to ended().
    bool isAlive();

    /// Sends SIGSTOP to its group and to everything that it has started. paused() follows when every thread has stopped.
    void pause();
    void resume();
    bool isPaused() const { return m_paused; }

    /// The last 64 KiB that this incarnation wrote to stderr.
    const std::string &errors() const { return m_errors; }
    std::string lastWords() const; ///< the last line of errors(), as a sentence with a space before it; may be empty

    /// Was its standard output still open when it ended, although everything that it had started was killed?
    bool outputHeldOpen() const { return m_outputHeldOpen; }

signals:
    void greeted(const lockcore::worker::HelloOk &hello);
    void received(const lockcore::worker::Message &message);
    /// It broke a rule of the protocol, and has been killed; ended() does not follow. The text is a sentence for the worker's author. If it
    /// refused `hello`, the detail is the code of that refusal.
    void failed(const lockcore::Error &error);
    void paused();
    void ended(int status); ///< it ended by itself; `status` as from waitpid()

private:
    struct Stream
    {
        FileDescriptor fd;
        std::unique_ptr<QSocketNotifier> notifier;
        void close();
    };

    void flush();
    bool readOutput(); ///< reads up to EAGAIN; false: the worker broke a rule
    void readErrors();
    bool take(std::string_view line);
    bool takeGreeting(const worker::Message &message);
    void fail(const std::string &sentence, const std::string &code = {}, ErrorKind kind = ErrorKind::Protocol);
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
    int m_unasked = 0; ///< number of lines since the last request
    bool m_greeted = false;
    bool m_failed = false;
    bool m_leaving = false; ///< it was asked to end
    bool m_paused = false;
    bool m_outputHeldOpen = false;
    QTimer m_helloTimer;
    QTimer m_silenceTimer; ///< runs since its output was closed
    QTimer m_pauseTimer;
};

} // namespace lockcore
