// SPDX-License-Identifier: MIT
// SIGINT, SIGTERM and SIGHUP (unless nohup ignores it) as Qt signals. One object at a time; a second signal ends the program at once.
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

    /// Readable from the arrival of a signal until requested() is emitted, for code that waits outside the event loop. -1: no descriptor.
    int descriptor() const { return m_pipe[0]; }

signals:
    void requested();

private:
    void read();

    std::array<int, 2> m_pipe{-1, -1};
    struct sigaction m_oldInt
    { };
    struct sigaction m_oldTerm
    { };
    struct sigaction m_oldHangup
    { };
};

} // namespace lockscope
