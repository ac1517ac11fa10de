// SPDX-License-Identifier: MIT
// SIGINT, SIGTERM and SIGHUP (unless nohup ignores it) as one Qt signal. One object at a time; a second signal ends the program at once.
#pragma once

#include "app/command/signal_pipe.h"

namespace lockscope {

class TerminationSignals final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TerminationSignals)

public:
    explicit TerminationSignals(QObject *parent = nullptr);

    /// Readable from the arrival of a signal until requested() is emitted, for code that waits outside the event loop.
    int descriptor() const { return m_signals.descriptor(); }

signals:
    void requested();

private:
    SignalPipe m_signals;
};

} // namespace lockscope
