// SPDX-License-Identifier: MIT
#include "support/processes.h"

#include <QDir>
#include <QFile>

#include <optional>

namespace lockcore::test {

using namespace Qt::Literals::StringLiterals;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::optional<Process> processOf(const QString &number)
{
    const auto stat = contentOf(u"/proc/%1/stat"_s.arg(number));
    const auto fields = stat.mid(stat.lastIndexOf(')') + 2).split(' '); // the name before it may contain anything
    if (fields.size() < 20)
        return std::nullopt;
    Process process;
    process.pid = number.toInt();
    process.zombie = fields[0] == "Z";
    process.parent = fields[1].toInt();
    process.started = fields[19].toULongLong();
    for (const auto &word : contentOf(u"/proc/%1/cmdline"_s.arg(number)).split('\0'))
        process.words << QString::fromLocal8Bit(word);
    return process;
}

} // namespace

std::vector<Process> childrenOf(qint64 parent)
{
    std::vector<Process> children;
    for (const auto &name : QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs)) {
        auto process = processOf(name);
        if (process && process->parent == parent && !process->zombie)
            children.push_back(std::move(*process));
    }
    return children;
}

bool isAlive(const Process &process)
{
    const auto now = processOf(QString::number(process.pid));
    return now && !now->zombie && now->started == process.started;
}

} // namespace lockcore::test
