// SPDX-License-Identifier: MIT
#include "ui/profiles/own_settings.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

std::unique_ptr<QSettings> ownSettings()
{
    auto settings = std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, u"lockscope"_s, u"lockscope"_s);
    QDir().mkpath(QFileInfo(settings->fileName()).path());
    QFile file(settings->fileName());
    if (file.open(QIODevice::Append)) // QSettings keeps the permissions of an existing file
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    return settings;
}

} // namespace lockscope
