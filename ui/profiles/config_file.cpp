// SPDX-License-Identifier: MIT
#include "ui/profiles/config_file.h"

#include "ui/words/tr.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Error;
using lockcore::ErrorKind;
using lockcore::Result;

namespace {

constexpr qint64 largestConfig = 1024 * 1024;

Error refusedFile(const QString &sentence, const char *detail = "") { return {ErrorKind::Refused, sentence.toStdString(), detail}; }

} // namespace

Error unusableFile(const QString &path, const QString &why)
{
    return refusedFile(Words::tr("%1 cannot be used: %2").arg(QDir::toNativeSeparators(path), why), notUnderstood);
}

Error unwrittenFile(const QString &path, const QString &why)
{
    return refusedFile(Words::tr("%1 could not be written: %2").arg(QDir::toNativeSeparators(path), why));
}

QString configPath(const QString &name)
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/lockscope/"_s + name;
}

Result<QByteArray> readConfigFile(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return QByteArray();
    if (!QFileInfo(path).isFile()) // reading a pipe would not end
        return refusedFile(Words::tr("%1 is not a file").arg(path));
    if (!file.open(QIODevice::ReadOnly))
        return refusedFile(Words::tr("%1 cannot be read: %2").arg(path, file.errorString()));
    auto content = file.read(largestConfig + 1);
    if (content.size() > largestConfig)
        return unusableFile(path, Words::tr("it is larger than a mebibyte"));
    return content;
}

Result<void> writeConfigFile(const QString &path, const QByteArray &content)
{
    if (!QFileInfo(path).dir().mkpath(u"."_s))
        return unwrittenFile(path, Words::tr("its folder cannot be created"));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        return unwrittenFile(path, file.errorString());
    file.write(content);
    if (!file.commit())
        return unwrittenFile(path, file.errorString());
    return {};
}

} // namespace lockscope
