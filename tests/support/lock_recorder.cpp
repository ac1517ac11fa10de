// SPDX-License-Identifier: MIT
#include "support/lock_recorder.h"

#include "support/recorded_table.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace lockcore::test {

using namespace Qt::Literals::StringLiterals;

namespace {

// Writes whole calls only, so that a killed recorder leaves a shorter recording and not a broken one.
class RecordingFile
{
public:
    explicit RecordingFile(const QString &name)
        : m_file(name)
    {
        if (!m_file.open(QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Unbuffered))
            qFatal("cannot write %s", qPrintable(name));
    }
    ~RecordingFile() { flush(); }
    RecordingFile(const RecordingFile &) = delete;
    RecordingFile &operator=(const RecordingFile &) = delete;

    void write(const std::string &lines)
    {
        constexpr std::size_t enough = 1 << 16;
        m_waiting += lines;
        if (m_waiting.size() > enough || lines.starts_with("tick "))
            flush();
    }

private:
    void flush()
    {
        const auto size = static_cast<qint64>(m_waiting.size());
        if (m_file.write(m_waiting.data(), size) != size)
            qFatal("cannot write %s", qPrintable(m_file.fileName()));
        m_waiting.clear();
    }

    QFile m_file;
    std::string m_waiting;
};

} // namespace

void record(MonitorOptions &options, const QString &file, int db, const std::string &what)
{
    RecordingHead head{std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()), db, what, options.patterns};
    auto sink = [to = std::make_shared<RecordingFile>(file)](const std::string &lines) { to->write(lines); };
    options.makeTable = [=](const Classifier &classifier) { return std::make_unique<RecordedTable>(classifier, head, sink); };
}

void recordIfAsked(MonitorOptions &options, int db)
{
    static int number = 0;
    const auto folder = qEnvironmentVariable("LOCK_RECORDINGS");
    if (folder.isEmpty())
        return;
    const auto name = u"%1-%2-%3.txt"_s.arg(QCoreApplication::applicationName()).arg(QCoreApplication::applicationPid()).arg(++number);
    record(options, QDir(folder).filePath(name), db, QCoreApplication::applicationName().toStdString());
}

} // namespace lockcore::test
