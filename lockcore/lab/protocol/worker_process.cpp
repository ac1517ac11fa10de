// SPDX-License-Identifier: MIT
#include "lockcore/lab/protocol/worker_process.h"

#include "lockcore/base/duration.h"
#include "lockcore/process/pipe.h"

#include <QSocketNotifier>

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>

namespace lockcore {

namespace {

constexpr std::size_t keptErrors = 64 * 1024;
constexpr int mostReads = 16;       // at a time, so that others get their turn
constexpr int mostUnasked = 50'000; // lines without a request: a worker that waits for minutes and reports its source line writes fewer
constexpr Milliseconds endAfterOutput{2000}; // a process that ends closes its output a moment earlier

void setNonBlocking(const FileDescriptor &fd) { ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK); }

enum class Read { Some, Nothing, AtEnd };

Read readSome(const FileDescriptor &fd, std::string &bytes)
{
    std::array<char, 65536> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    ssize_t size = -1;
    do
        size = fd ? ::read(fd.get(), buffer.data(), buffer.size()) : 0;
    while (size < 0 && errno == EINTR);
    if (size < 0)
        return errno == EAGAIN ? Read::Nothing : Read::AtEnd;
    bytes.assign(buffer.data(), static_cast<std::size_t>(size));
    return size == 0 ? Read::AtEnd : Read::Some;
}

std::string endText(int status)
{
    return WIFSIGNALED(status) ? "ended by signal " + std::to_string(WTERMSIG(status))
                               : "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

} // namespace

void WorkerProcess::Stream::close()
{
    if (notifier) {
        notifier->setEnabled(false);
        notifier.release()->deleteLater(); // the notifier may be calling this function
    }
    fd.close();
}

WorkerProcess::WorkerProcess(Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
{
    connect(&m_process, &OwnedProcess::ended, this, &WorkerProcess::noteEnd);
    m_helloTimer.setSingleShot(true);
    connect(&m_helloTimer, &QTimer::timeout, this,
            [this] { fail("The worker did not answer \"hello\" within " + durationText(m_options.helloLimit) + '.' + lastWords()); });
    m_silenceTimer.setSingleShot(true);
    connect(&m_silenceTimer, &QTimer::timeout, this,
            [this] { fail("The worker closed its standard output, but is still running." + lastWords()); });
    m_pauseTimer.setInterval(1);
    connect(&m_pauseTimer, &QTimer::timeout, this, &WorkerProcess::lookWhetherStopped);
}

WorkerProcess::~WorkerProcess()
{
    blockSignals(true);
    kill();
}

Result<void> WorkerProcess::start(const worker::Hello &hello)
{
    auto input = makePipe();
    auto output = makePipe();
    auto error = makePipe();
    if (!input || !output || !error)
        return systemFailure("no pipe for a worker", errno);
    const auto mark = ProcessFamily::newMark();
    StartProcess how{m_options.command.front(), m_options.command};
    how.descriptors = {{input->reading.get(), 0}, {output->writing.get(), 1}, {error->writing.get(), 2}};
    how.environment = {{mark.first, mark.second}, {"LOCKSCOPE_PASSWORD", std::nullopt}, {"LOCKSCOPE_SENTINEL_PASSWORD", std::nullopt}};
    if (const int number = m_process.start(how); number != 0)
        return systemFailure("cannot run " + escaped(m_options.command.front()), number);

    m_hello = hello;
    m_family = ProcessFamily(m_process.pid(), mark.first + '=' + mark.second);
    m_lines = LineBuffer();
    m_unsent.clear();
    m_unasked = 0;
    m_errors.clear();
    m_paused = m_outputHeldOpen = m_greeted = m_failed = m_leaving = false;
    m_state = State::Starting;
    const auto watch = [this](Stream &stream, FileDescriptor &fd, QSocketNotifier::Type type, auto slot) {
        setNonBlocking(fd);
        stream.fd = std::move(fd);
        stream.notifier = std::make_unique<QSocketNotifier>(stream.fd.get(), type);
        connect(stream.notifier.get(), &QSocketNotifier::activated, this, slot);
    };
    watch(m_input, input->writing, QSocketNotifier::Write, &WorkerProcess::flush);
    watch(m_output, output->reading, QSocketNotifier::Read, &WorkerProcess::readOutput);
    watch(m_error, error->reading, QSocketNotifier::Read, &WorkerProcess::readErrors);
    m_helloTimer.start(m_options.helloLimit);
    send(hello);
    return {};
}

void WorkerProcess::send(const worker::Request &request)
{
    m_leaving = m_leaving || std::holds_alternative<worker::Bye>(request);
    sendLine(lineOf(request));
}

void WorkerProcess::sendLine(std::string_view line)
{
    if (!m_input.fd)
        return;
    m_unasked = 0;
    m_unsent += line;
    flush();
}

void WorkerProcess::flush()
{
    while (m_input.fd && !m_unsent.empty()) {
        const auto written = ::write(m_input.fd.get(), m_unsent.data(), m_unsent.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0 && errno != EAGAIN) {
            m_input.close(); // it does not read any more: it is about to end, or will not answer
            return;
        }
        if (written < 0)
            break;
        m_unsent.erase(0, static_cast<std::size_t>(written));
    }
    if (m_input.notifier)
        m_input.notifier->setEnabled(!m_unsent.empty());
}

bool WorkerProcess::readOutput()
{
    std::string bytes;
    auto read = Read::Some;
    for (int reads = 0; m_output.fd && read == Read::Some && reads < mostReads; ++reads) {
        read = readSome(m_output.fd, bytes);
        if (read == Read::Some)
            m_lines.add(bytes);
        while (const auto line = m_lines.next()) {
            if (!take(*line))
                return false;
        }
        if (m_lines.tooLong()) {
            fail("The worker wrote a line of more than 1 MiB: " + worker::shownLine(m_lines.unfinished()) + '.');
            return false;
        }
    }
    if (read == Read::AtEnd)
        m_output.close();
    if (read == Read::AtEnd && !m_leaving)
        m_silenceTimer.start(endAfterOutput);
    return true;
}

void WorkerProcess::readErrors()
{
    std::string bytes;
    auto read = Read::Some;
    for (int reads = 0; m_error.fd && read == Read::Some && reads < mostReads; ++reads) {
        read = readSome(m_error.fd, bytes);
        if (read == Read::Some)
            m_errors += bytes;
        if (m_errors.size() > 2 * keptErrors)
            m_errors.erase(0, m_errors.size() - keptErrors);
    }
    if (m_errors.size() > keptErrors)
        m_errors.erase(0, m_errors.size() - keptErrors);
    if (read == Read::AtEnd)
        m_error.close();
}

bool WorkerProcess::take(std::string_view line)
{
    const auto message = worker::messageOf(line);
    if (!message || ++m_unasked > mostUnasked) {
        fail(message ? "The worker wrote more than " + std::to_string(mostUnasked) + " lines without a new request."
                     : message.error().text);
        return false;
    }
    if (m_state == State::Starting)
        return takeGreeting(*message);
    emit received(*message);
    return !m_failed && (m_state == State::Ready || !m_process.isRunning()); // a slot may have killed or refused it
}

bool WorkerProcess::takeGreeting(const worker::Message &message)
{
    const auto *answer = std::get_if<worker::Answer>(&message);
    const auto *hello = answer ? std::get_if<worker::HelloOk>(answer) : nullptr;
    if (const auto *err = answer ? std::get_if<worker::Err>(answer) : nullptr) {
        // No mistake: it may not have reached its server in time.
        fail("The worker refused \"hello\": " + escaped(err->text.empty() ? err->code : err->text) + '.', err->code, ErrorKind::Server);
    } else if (!hello) {
        fail("The worker's first message must be \"hello_ok\", but it is " + worker::shownLine(lineOf(message)) + '.');
    } else if (hello->proto != m_hello.proto) {
        fail("The worker speaks version " + std::to_string(hello->proto) + " of the protocol, Lockscope version "
             + std::to_string(m_hello.proto) + '.');
    } else {
        m_helloTimer.stop();
        m_greeting = *hello;
        m_greeted = true;
        m_state = State::Ready;
        emit greeted(m_greeting);
        return m_state == State::Ready;
    }
    return false;
}

void WorkerProcess::fail(const std::string &sentence, const std::string &code, ErrorKind kind)
{
    m_failed = true;
    m_output.close(); // do not read further output
    kill();
    emit failed({kind, sentence, code});
}

void WorkerProcess::kill()
{
    if (!m_process.isRunning())
        return;
    m_process.signalGroup(SIGKILL);
    m_family.end();
    m_process.kill();
    m_family.forgetHead();
    readRest();
}

bool WorkerProcess::isAlive()
{
    m_process.checkEnd();
    return m_process.isRunning();
}

namespace {

// What the worker had started was killed with it, and may be on its way out on a busy machine.
bool closesSoon(int pipe)
{
    constexpr int mostWaiting = 50; // ms
    pollfd closing = {pipe, 0, 0};  // only the end is reported
    return ::poll(&closing, 1, mostWaiting) > 0;
}

} // namespace

// Reads up to EAGAIN, not up to end-of-file: an unknown process may keep the pipe open for ever.
void WorkerProcess::readRest()
{
    if (m_output.fd) {
        bool read = readOutput();
        if (read && m_output.fd && closesSoon(m_output.fd.get()))
            read = readOutput();
        m_outputHeldOpen = read && m_output.fd;
    }
    readErrors();
    closeAll();
}

void WorkerProcess::closeAll()
{
    m_helloTimer.stop();
    m_silenceTimer.stop();
    m_pauseTimer.stop();
    m_paused = false;
    m_input.close();
    m_output.close();
    m_error.close();
    m_state = State::Ended;
}

void WorkerProcess::noteEnd(int status)
{
    m_family.forgetHead();
    m_family.end();
    readRest();
    if (m_failed)
        return;
    if (!m_greeted)
        emit failed({ErrorKind::Protocol, "The worker " + endText(status) + " before it answered \"hello\"." + lastWords(), {}});
    else
        emit ended(status);
}

void WorkerProcess::pause()
{
    if (!m_process.isRunning() || m_paused)
        return;
    m_process.signalGroup(SIGSTOP);
    m_pauseTimer.start();
}

void WorkerProcess::lookWhetherStopped()
{
    if (!m_family.stop())
        return;
    m_pauseTimer.stop();
    m_paused = true;
    emit paused();
}

void WorkerProcess::resume()
{
    m_pauseTimer.stop();
    m_paused = false;
    if (!m_process.isRunning())
        return;
    m_family.signal(SIGCONT);
    m_process.signalGroup(SIGCONT);
}

std::string WorkerProcess::lastWords() const
{
    if (m_errors.empty())
        return {};
    const auto words = std::string_view(m_errors).substr(0, m_errors.find_last_not_of('\n') + 1);
    const auto begin = words.rfind('\n');
    return " Its last line on stderr: " + worker::shownLine(begin == words.npos ? words : words.substr(begin + 1)) + '.';
}

} // namespace lockcore
