// SPDX-License-Identifier: MIT
#include "app/run_folder.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

QString usualRuns()
{
    auto state = qEnvironmentVariable("XDG_STATE_HOME");
    if (state.isEmpty())
        state = QDir::homePath() + u"/.local/state"_s;
    return state + u"/lockscope/runs"_s;
}

} // namespace

Result<QString> newRunFolder(const QString &runs, const QString &name)
{
    const auto directory = runs.isEmpty() ? usualRuns() : runs;
    for (int i = 1; i < 10'000; ++i) {
        const auto folder = directory + u'/' + name + (i == 1 ? QString() : u'-' + QString::number(i));
        if (QFile::exists(folder))
            continue;
        if (QDir().mkpath(folder))
            return folder;
        break;
    }
    return Error{ErrorKind::Refused, "the folder of the run cannot be made in " + directory.toStdString(), "folder"};
}

bool writeRunFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

std::uint64_t newRunSeed() { return 1 + QRandomGenerator::system()->generate64() % (std::uint64_t(1) << 53); }

} // namespace lockscope
