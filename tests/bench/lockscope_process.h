// SPDX-License-Identifier: MIT
// The program itself as a person starts it, measured from outside. One thread, no event loop needed.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/redis/endpoint.h"

#include <QProcess>
#include <QProcessEnvironment>

namespace lockcore::bench {

class LockscopeProcess final
{
public:
    /// Starts at once. Silent: its stdout goes to /dev/null.
    LockscopeProcess(const QStringList &words, const Endpoint &endpoint, bool silent = false,
                     const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment());
    ~LockscopeProcess(); ///< ended, if it has not ended by itself

    struct Line
    {
        Moment at; ///< when it was read here
        QByteArray text;
    };

    /// Lines that have arrived, waiting at most so long for one; stops waiting when the process ends.
    std::vector<Line> lines(std::chrono::milliseconds most);

    /// All of stdout, when it has ended by itself with exit code 0; anything else ends the benchmark.
    QByteArray wholeOutput();

    Duration sinceStart() const { return std::chrono::steady_clock::now() - m_started; }
    double residentMegabytes() const; ///< VmRSS
    bool isRunning() const { return m_process.state() == QProcess::Running; }

private:
    QProcess m_process;
    Moment m_started;
    QByteArray m_rest; ///< the beginning of a line
};

double secondsOf(Duration duration);

} // namespace lockcore::bench
