// SPDX-License-Identifier: MIT
#include "app/command/signal_pipe.h"

#include <QPointer>
#include <QSocketNotifier>

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace lockscope {

namespace {

volatile std::sig_atomic_t writingEnd = -1; // the only variable that a signal handler may use

extern "C" void passSignal(int number)
{
    const int savedErrno = errno;
    const auto byte = static_cast<unsigned char>(number);
    [[maybe_unused]] const auto written = ::write(writingEnd, &byte, 1);
    errno = savedErrno;
}

} // namespace

SignalPipe::SignalPipe(std::span<const int> numbers, Second second, QObject *parent)
    : QObject(parent)
{
    if (::pipe2(m_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe for signals");
    writingEnd = m_pipe[1];
    auto *notifier = new QSocketNotifier(m_pipe[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &SignalPipe::deliver);
    struct sigaction action
    { };
    action.sa_handler = passSignal;
    action.sa_flags = SA_RESTART | (second == Second::AsUsual ? static_cast<int>(SA_RESETHAND) : 0);
    for (const int number : numbers) {
        struct sigaction before
        { };
        ::sigaction(number, nullptr, &before);
        const bool mayTake = second == Second::AsUsual && number != SIGHUP;
        if (before.sa_handler == SIG_IGN && !mayTake) // nohup and similar tools want the signal to be ignored, here and in a child
            continue;
        ::sigaction(number, &action, nullptr);
        m_before.emplace_back(number, before);
    }
}

SignalPipe::~SignalPipe()
{
    for (const auto &[number, before] : m_before)
        ::sigaction(number, &before, nullptr);
    writingEnd = -1;
    ::close(m_pipe[0]);
    ::close(m_pipe[1]);
}

void SignalPipe::deliver()
{
    std::vector<unsigned char> arrived;
    for (unsigned char number = 0; ::read(m_pipe[0], &number, 1) > 0;)
        arrived.push_back(number);
    const QPointer<SignalPipe> alive(this); // a slot may destroy it
    for (const int number : arrived) {
        if (alive)
            emit caught(number);
    }
}

} // namespace lockscope
