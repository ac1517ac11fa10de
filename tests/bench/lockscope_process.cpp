// SPDX-License-Identifier: MIT
#include "bench/lockscope_process.h"

#include "bench/workplace.h"

#include <QFile>

#include <unistd.h>

namespace lockcore::bench {

using namespace Qt::Literals::StringLiterals;

LockscopeProcess::LockscopeProcess(const QStringList &words, const Endpoint &endpoint, bool silent, const QProcessEnvironment &environment)
    : m_started(std::chrono::steady_clock::now())
{
    m_process.setProcessEnvironment(environment);
    m_process.setChildProcessModifier(endWithParent);
    if (silent)
        m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_process.start(QStringLiteral(LOCKSCOPE_BINARY), words + QStringList(QString::fromStdString(toString(endpoint))));
    if (!m_process.waitForStarted())
        qFatal("%s: %s", LOCKSCOPE_BINARY, qPrintable(m_process.errorString()));
}

LockscopeProcess::~LockscopeProcess()
{
    m_process.terminate();
    if (!m_process.waitForFinished(5'000))
        m_process.kill();
    m_process.waitForFinished();
}

std::vector<LockscopeProcess::Line> LockscopeProcess::lines(std::chrono::milliseconds most)
{
    m_process.waitForReadyRead(static_cast<int>(most.count()));
    const Moment at = std::chrono::steady_clock::now();
    m_rest += m_process.readAllStandardOutput();
    std::vector<Line> lines;
    qsizetype begin = 0;
    for (auto end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', begin)) {
        lines.push_back({at, m_rest.mid(begin, end - begin)});
        begin = end + 1;
    }
    m_rest.remove(0, begin);
    return lines;
}

QByteArray LockscopeProcess::wholeOutput()
{
    if (!m_process.waitForFinished(300'000) || m_process.exitCode() != 0)
        qFatal("lockscope ended with %d", m_process.exitCode());
    return m_process.readAllStandardOutput();
}

double LockscopeProcess::residentMegabytes() const
{
    QFile status(u"/proc/%1/status"_s.arg(m_process.processId()));
    if (!status.open(QIODevice::ReadOnly))
        qFatal("lockscope has ended");
    for (const auto &line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.simplified().split(' ').at(1).toDouble() / 1024;
    }
    return 0;
}

double LockscopeProcess::cpuSeconds() const
{
    QFile stat(u"/proc/%1/stat"_s.arg(m_process.processId()));
    if (!stat.open(QIODevice::ReadOnly))
        qFatal("lockscope has ended");
    const auto text = stat.readAll();
    // The fields begin with the third one, because the second one (the name) may contain blanks.
    const auto fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    constexpr int userTime = 14 - 3;
    return (fields.at(userTime).toDouble() + fields.at(userTime + 1).toDouble()) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double secondsOf(Duration duration) { return std::chrono::duration<double>(duration).count(); }

} // namespace lockcore::bench
