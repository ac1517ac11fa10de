// SPDX-License-Identifier: MIT
#include "ui/monitor/incident_file.h"

#include "lockcore/process/state_directory.h"
#include "ui/export/incident_json.h"
#include "ui/profiles/config_file.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using lockcore::IncidentList;
using lockcore::Result;

namespace {

constexpr auto longestWait = 2s;        // for another window that is writing
constexpr qsizetype largest = 1000'000; // what readConfigFile() reads; the oldest lines yield

// The directory of the audit: what is in it is a kind of secret.
void makeFolder(const QString &path)
{
    const auto folder = QFileInfo(path).absolutePath();
    if (!QDir(folder).exists() && QDir().mkpath(folder))
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

} // namespace

QString IncidentFile::usualPath() { return QString::fromStdString(lockcore::stateDirectory()) + u"/incidents.jsonl"_s; }

Result<IncidentFile::Content> IncidentFile::load() const
{
    const auto text = readConfigFile(m_path);
    if (!text)
        return text.error();
    Content content;
    for (const auto &line : text->split('\n')) {
        if (line.trimmed().isEmpty())
            continue;
        if (auto incident = incidentFrom(line)) {
            IncidentList one;
            one.add(*std::move(incident));
            content.incidents.merge(one); // also if the file repeats itself
        } else {
            ++content.unreadable;
        }
    }
    return content;
}

Result<IncidentList> IncidentFile::save(IncidentList incidents) const
{
    makeFolder(m_path);
    QLockFile lock(m_path + u".lock"_s);
    lock.tryLock(longestWait); // without it, at worst another window's newest incident is written again a moment later
    if (auto others = load())
        incidents.merge(others->incidents);
    QByteArrayList lines;
    qsizetype size = 0;
    for (auto incident = incidents.all().rbegin(); incident != incidents.all().rend(); ++incident) {
        lines.prepend(jsonLine(*incident));
        size += lines.front().size();
        if (size > largest) {
            lines.removeFirst();
            break;
        }
    }
    if (const auto written = writeConfigFile(m_path, lines.join()); !written)
        return written.error();
    return incidents;
}

} // namespace lockscope
