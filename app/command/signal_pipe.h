// SPDX-License-Identifier: MIT
// System signals as Qt signals, in the event loop. One object at a time. Its destructor restores the previous handling.
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
    explicit SignalPipe(std::span<const int> numbers, QObject *parent = nullptr);
    ~SignalPipe() override;

    /// Emits caught() now for the signals that have arrived; without this call, the event loop does so soon.
    void deliver();

signals:
    void caught(int number);

private:
    std::array<int, 2> m_pipe{-1, -1};
    std::vector<std::pair<int, struct sigaction>> m_before;
};

} // namespace lockscope
