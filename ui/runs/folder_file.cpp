// SPDX-License-Identifier: MIT
#include "ui/runs/folder_file.h"

#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QFile>
#include <QFileInfo>
#include <QLocale>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockscope {

using lockcore::Result;

namespace {

// The first component of the path below the folder that is a link; empty: none.
QString linkIn(const QString &folder, const QString &name)
{
    auto path = folder;
    for (const auto &part : name.split(u'/')) {
        path += u'/' + part;
        if (part == QStringLiteral("..") || QFileInfo(path).isSymLink())
            return path;
    }
    return {};
}

} // namespace

Result<QByteArray> readWithin(const QString &folder, const QString &name, qint64 most)
{
    if (const auto link = linkIn(folder, name); !link.isEmpty())
        return refused(Words::tr("%1 is a symbolic link, and a run is read only within its folder").arg(shownPath(link)));
    const auto path = folder + u'/' + name;
    const auto cannot = [&](const QString &why) { return refused(Words::tr("%1 cannot be read: %2").arg(shownPath(path), why)); };
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return cannot(qt_error_string());
    QFile file;
    struct stat about = {};
    const bool known = ::fstat(fd, &about) == 0;
    if (!file.open(fd, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) {
        ::close(fd);
        return cannot(file.errorString());
    }
    if (!known || !S_ISREG(about.st_mode))
        return cannot(Words::tr("it is not a file"));
    const auto tooLarge = [&] { return cannot(Words::tr("it is larger than %1").arg(QLocale::c().formattedDataSize(most))); };
    if (about.st_size > most)
        return tooLarge();
    auto bytes = file.read(most + 1);
    return bytes.size() > most ? Result<QByteArray>(tooLarge()) : bytes;
}

} // namespace lockscope
