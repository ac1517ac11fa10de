// SPDX-License-Identifier: MIT
#include "ui/runs/files.h"

#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace lockscope {

using lockcore::Result;

namespace {

constexpr qint64 largest = 16 * 1024 * 1024;

Result<void> writeInto(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && file.write(bytes) == bytes.size())
        return {};
    return refused(Words::tr("%1 cannot be written: %2").arg(shownPath(path), file.errorString()));
}

} // namespace

Result<QByteArray> readFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return refused(Words::tr("%1 cannot be read: %2").arg(shownPath(path), file.errorString()));
    auto bytes = file.read(largest + 1);
    if (bytes.size() > largest)
        return refused(Words::tr("%1 is larger than 16 MiB").arg(shownPath(path)));
    return bytes;
}

Result<void> writeFile(const QString &path, const QByteArray &bytes)
{
    if (const QFileInfo info(path); info.exists() && !info.isFile()) // a device or a pipe must not be replaced by a file
        return writeInto(path, bytes);
    QSaveFile file(path);
    const bool isOpen = file.open(QIODevice::WriteOnly);
    if (isOpen && file.write(bytes) == bytes.size() && file.commit())
        return {};
    auto why = file.errorString();
    if (isOpen && why == QCoreApplication::translate("QIODevice", "Unknown error")) // only a part was written
        why = Words::tr("there is no space left for all of it");
    return refused(Words::tr("%1 cannot be written: %2").arg(shownPath(path), why));
}

} // namespace lockscope
