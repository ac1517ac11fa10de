// SPDX-License-Identifier: MIT
#include "ui/runs/selftest_run.h"

#include "lockcore/base/bytes.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr qint64 longestLine = 64 * 1024;
constexpr std::size_t mostSentences = 100;
constexpr int noServer = 69; ///< as the command says it

} // namespace

SelftestRun::SelftestRun(QString program, Store store, std::vector<std::string> command)
    : m_program(std::move(program))
    , m_store(store)
    , m_command(std::move(command))
{ }

SelftestRun::~SelftestRun()
{
    m_process.disconnect();
    m_process.kill();
    m_process.waitForFinished();
}

Task<void> SelftestRun::play()
{
    QStringList arguments{u"worker"_s, u"--selftest"_s, u"--store"_s, QString::fromStdString(std::string(wordOf(m_store)))};
    for (const auto &word : m_command)
        arguments << QString::fromLocal8Bit(word);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.setStandardInputFile(QProcess::nullDevice());
    QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process, [this] { readLines(); });
    QObject::connect(&m_process, &QProcess::finished, &m_process, [this] { noteEnd(); });
    QObject::connect(&m_process, &QProcess::errorOccurred, &m_process, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            noteEnd();
    });
    m_process.start(m_program, arguments);
    co_await m_ended.waiting();
}

void SelftestRun::readLines()
{
    while (m_process.canReadLine())
        take(m_process.readLine(longestLine));
    if (changed)
        changed();
}

void SelftestRun::take(const QByteArray &bytes)
{
    auto line = bytes.toStdString();
    while (line.ends_with('\n'))
        line.pop_back();
    const auto rest = [&](std::string_view sign) { return line.substr(sign.size()); };
    if (line.starts_with(selftest_line::passed))
        ++m_result.passed;
    else if (line.starts_with(selftest_line::warns) && m_result.warnings.size() < mostSentences)
        m_result.warnings.push_back(rest(selftest_line::warns));
    else if (line.starts_with(selftest_line::wrong) && m_result.wrong.size() < mostSentences)
        m_result.wrong.push_back(rest(selftest_line::wrong));
    else if (line.starts_with(selftest_line::more) && !m_result.wrong.empty())
        m_result.wrong.back() += "; " + rest(selftest_line::more);
}

void SelftestRun::noteEnd()
{
    readLines();
    const bool ended = m_process.error() != QProcess::FailedToStart && m_process.exitStatus() == QProcess::NormalExit;
    if (ended && m_process.exitCode() == noServer)
        m_error = Error{ErrorKind::Transport, m_result.wrong.empty() ? "the self-test has no server" : m_result.wrong.front(), {}};
    else if (!ended || (m_process.exitCode() != 0 && m_result.wrong.empty()))
        m_error = Error{ErrorKind::Refused, "the self-test could not be carried out: " + m_process.errorString().toStdString(), {}};
    m_ended.complete();
}

} // namespace lockscope
