// SPDX-License-Identifier: MIT
// System signals as Qt signals, in the event loop. One object at a time in a process. Its destructor restores the previous handling.
#pragma once

#include <QObject>

#include <array>
#include <csignal>
#include <span>
#include <utility>
#include <vector>

namespace lockscope {

class SignalPipe final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SignalPipe)

public:
    enum class Second {
        Caught, ///< as the first
        AsUsual ///< it does what it would without this object: most end the program
    };

    /// A signal that is ignored stays ignored; with AsUsual only SIGHUP does, for nohup.
    explicit SignalPipe(std::span<const int> numbers, Second second = Second::Caught, QObject *parent = nullptr);
    ~SignalPipe() override;

    /// Emits caught() now for the signals that have arrived; without this call, the event loop does so soon.
    void deliver();

    /// Readable from the arrival of a signal until caught() is emitted, for code that waits outside the event loop.
    int descriptor() const { return m_pipe[0]; }

signals:
    void caught(int number);

private:
    std::array<int, 2> m_pipe{-1, -1};
    std::vector<std::pair<int, struct sigaction>> m_before;
};

} // namespace lockscope
