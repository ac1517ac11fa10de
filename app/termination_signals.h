// SPDX-License-Identifier: MIT
// SIGINT, SIGTERM and, where nohup does not shield from it, SIGHUP as a Qt signal. One at a time; the second arrival of one ends the program at once, as usual.
#pragma once

#include <QObject>

#include <array>
#include <csignal>

namespace lockscope {

class TerminationSignals final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TerminationSignals)

public:
    explicit TerminationSignals(QObject *parent = nullptr);
    ~TerminationSignals() override;

signals:
    void requested();

private:
    void read();

    std::array<int, 2> m_pipe{-1, -1};
    struct sigaction m_oldInt{};
    struct sigaction m_oldTerm{};
    struct sigaction m_oldHangup{};
};

} // namespace lockscope
