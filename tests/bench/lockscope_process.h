// SPDX-License-Identifier: MIT
// The lockscope program as a user starts it, measured from outside. One thread; needs no event loop.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/redis/endpoint.h"

#include <QProcess>
#include <QProcessEnvironment>

namespace lockcore::bench {

class LockscopeProcess final
{
public:
    /// Starts the program. `silent`: its stdout goes to /dev/null.
    LockscopeProcess(const QStringList &words, const Endpoint &endpoint, bool silent = false,
                     const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment());
    ~LockscopeProcess(); ///< ends the process if it is still running

    struct Line
    {
        Moment at; ///< when the line was read
        QByteArray text;
    };

    /// Lines that have arrived. If there are none, waits for one, until `most` has passed or the process ends.
    std::vector<Line> lines(std::chrono::milliseconds most);

    /// All of stdout, after the process has exited with code 0; any other exit stops the benchmark.
    QByteArray wholeOutput();

    Duration sinceStart() const { return std::chrono::steady_clock::now() - m_started; }
    double residentMegabytes() const; ///< VmRSS
    double cpuSeconds() const;        ///< CPU time that it has used so far
    bool isRunning() const { return m_process.state() == QProcess::Running; }

private:
    QProcess m_process;
    Moment m_started;
    QByteArray m_rest; ///< a line that is not complete yet
};

double secondsOf(Duration duration);

} // namespace lockcore::bench
