// SPDX-License-Identifier: MIT
#include "support/lockscope_process.h"

#include "support/eventually.h"

#include <QTest>

namespace lockcore::test {

using namespace Qt::Literals::StringLiterals;

namespace {

QString urlOf(const Endpoint &endpoint)
{
    const auto user = endpoint.user.empty() ? QString() : QString::fromStdString(endpoint.user) + u'@';
    const auto db = endpoint.db == 0 ? QString() : u"?db=%1"_s.arg(endpoint.db);
    return u"unix://"_s + user + QString::fromStdString(endpoint.path) + db;
}

} // namespace

LockscopeProcess::LockscopeProcess(const QStringList &words, const Endpoint &endpoint, qsizetype at)
{
    auto all = words;
    all.insert(at, urlOf(endpoint));
    start(all, QString::fromStdString(endpoint.password));
}

LockscopeProcess::LockscopeProcess(const QStringList &words, const QString &password) { start(words, password); }

LockscopeProcess::~LockscopeProcess()
{
    m_process.kill();
    m_process.waitForFinished();
    // The test's conditions may all have been met before the program died.
    if (m_err.contains("runtime error:") || m_err.contains("Sanitizer:"))
        QTest::qFail(m_err.right(4000).constData(), __FILE__, __LINE__);
}

void LockscopeProcess::start(const QStringList &words, const QString &password)
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.remove(u"LOCKSCOPE_URL"_s);
    environment.remove(u"LOCKSCOPE_PASSWORD"_s);
    environment.insert(u"XDG_STATE_HOME"_s, m_state.path());
    if (!environment.contains(u"XDG_CONFIG_HOME"_s)) // not the formats of the person who runs the tests
        environment.insert(u"XDG_CONFIG_HOME"_s, m_state.filePath(u"config"_s));
    if (!password.isEmpty())
        environment.insert(u"LOCKSCOPE_PASSWORD"_s, password);
    m_process.setProcessEnvironment(environment);
    QObject::connect(&m_process, &QProcess::readyReadStandardOutput, [this] { m_out += m_process.readAllStandardOutput(); });
    QObject::connect(&m_process, &QProcess::readyReadStandardError, [this] { m_err += m_process.readAllStandardError(); });
    m_process.start(QStringLiteral(LOCKSCOPE_BINARY), words);
    if (!m_process.waitForStarted())
        qFatal("lockscope does not start: %s", qPrintable(m_process.errorString()));
}

bool LockscopeProcess::waitEnd()
{
    return waitFor([this] { return m_process.state() == QProcess::NotRunning; });
}

bool LockscopeProcess::waitFor(const std::function<bool()> &condition)
{
    bool met = false;
    eventually([&] {
        const bool isOver = m_process.state() == QProcess::NotRunning;
        met = condition();
        return met || isOver;
    });
    if (!met)
        qInfo().noquote() << "out:" << m_out.right(2000) << "\nerr:" << m_err.right(2000);
    return met;
}

void LockscopeProcess::signal(int number) { ::kill(static_cast<pid_t>(m_process.processId()), number); }

Refusal refusalOf(const QStringList &words)
{
    LockscopeProcess process(words);
    if (!process.waitEnd())
        return {};
    return {process.exitCode(), QString::fromUtf8(process.err()).section(u'\n', 0, 0)};
}

} // namespace lockcore::test
