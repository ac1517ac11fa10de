// SPDX-License-Identifier: MIT
#include "ui/profiles/formats_file.h"

#include "lockcore/monitor/reading/user_format_file.h"
#include "ui/profiles/config_file.h"
#include "ui/words/tr.h"

#include <QFile>

#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Result;
using lockcore::UserFormat;

QString FormatsFile::usualPath() { return configPath(u"formats.json"_s); }

Result<std::vector<UserFormat>> FormatsFile::load()
{
    auto content = readConfigFile(m_path);
    if (!content)
        return content.error();
    m_content = *content;
    if (content->isEmpty() && !QFile::exists(m_path))
        return std::vector<UserFormat>();
    return lockcore::userFormatsOf(content->toStdString(), m_path.toStdString());
}

Result<void> FormatsFile::save(const std::vector<UserFormat> &formats)
{
    const auto now = readConfigFile(m_path);
    if (!std::exchange(m_isOverruled, false) && now && *now != m_content)
        return lockcore::Error{lockcore::ErrorKind::Refused,
                               Words::tr("%1 was changed by another program meanwhile").arg(m_path).toStdString(), changedMeanwhile};
    auto content = QByteArray::fromStdString(lockcore::textOf(formats));
    auto written = writeConfigFile(m_path, content);
    if (written)
        m_content = std::move(content);
    return written;
}

} // namespace lockscope
