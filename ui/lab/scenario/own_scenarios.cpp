// SPDX-License-Identifier: MIT
#include "ui/lab/scenario/own_scenarios.h"

#include "lockcore/lab/scenario/scenario_file.h"
#include "ui/words/shown_text.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Error;
using lockcore::ErrorKind;
using lockcore::Result;

namespace {

constexpr int settleTime = 50; // ms: a program that writes a file makes several changes

OwnScenario ownScenario(const QFileInfo &file)
{
    OwnScenario own{file.filePath(), {}, {}};
    if (file.size() > OwnScenarios::mostBytes) {
        own.wrong = OwnScenarios::tr("The file is larger than 1 MiB, which no scenario needs.");
        return own;
    }
    auto read = lockcore::readScenario(file.filePath().toStdString());
    if (read)
        own.scenario = *std::move(read);
    else
        own.wrong = asSentence(QString::fromStdString(read.error().text).remove(file.filePath() + u", "_s).toStdString());
    return own;
}

QString titleOf(const OwnScenario &own)
{
    return own.scenario ? QString::fromStdString(own.scenario->title) : QFileInfo(own.path).completeBaseName();
}

Error failed(const QString &sentence) { return {ErrorKind::Refused, sentence.toStdString(), "scenario"}; }

} // namespace

OwnScenarios::OwnScenarios(const QString &folder, QObject *parent)
    : QObject(parent)
    , m_folder(folder)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(settleTime);
    connect(&m_soon, &QTimer::timeout, this, &OwnScenarios::read);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_soon, qOverload<>(&QTimer::start));
    read();
}

QString OwnScenarios::usualFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/lockscope/scenarios"_s;
}

void OwnScenarios::read()
{
    std::vector<OwnScenario> all;
    for (const auto &file : QDir(m_folder).entryInfoList({u"*.json"_s}, QDir::Files | QDir::Readable, QDir::Name)) {
        if (all.size() == mostFiles)
            break;
        all.push_back(ownScenario(file));
    }
    std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return titleOf(a).localeAwareCompare(titleOf(b)) < 0; });
    watch();
    if (all == m_all)
        return;
    m_all = std::move(all);
    emit changed();
}

// A folder does not say that one of its files has other contents, so each is watched too. While there is no folder, what will hold it.
void OwnScenarios::watch()
{
    QStringList wanted;
    auto place = m_folder;
    while (!QFileInfo::exists(place) && place.contains(u'/'))
        place.truncate(place.lastIndexOf(u'/'));
    wanted << (place.isEmpty() ? u"/"_s : place);
    for (const auto &file : QDir(m_folder).entryInfoList({u"*.json"_s}, QDir::Files | QDir::Readable, QDir::Name).mid(0, mostFiles))
        wanted << file.filePath();
    const auto watched = m_watcher.directories() + m_watcher.files();
    for (const auto &path : watched) {
        if (!wanted.contains(path))
            m_watcher.removePath(path);
    }
    for (const auto &path : wanted) {
        if (!watched.contains(path))
            m_watcher.addPath(path);
    }
}

QString OwnScenarios::pathFor(const QString &title) const
{
    constexpr qsizetype longest = 60;
    QString name;
    for (const auto c : title.normalized(QString::NormalizationForm_D).toLower()) {
        if (c.unicode() < 128 && c.isLetterOrNumber())
            name += c;
        else if (!name.isEmpty() && !name.endsWith(u'-') && !c.isMark() && c != u'\'' && c != u'’')
            name += u'-';
    }
    name.truncate(longest);
    while (name.endsWith(u'-'))
        name.chop(1);
    return m_folder + u'/' + (name.isEmpty() ? u"scenario"_s : name) + u".json"_s;
}

Result<void> OwnScenarios::write(const QString &path, const std::string &text)
{
    const auto folder = QFileInfo(path).path();
    if (!QDir().mkpath(folder))
        return failed(tr("the folder %1 cannot be made").arg(folder));
    QSaveFile file(path);
    const auto bytes = QByteArray::fromStdString(text);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return failed(tr("%1 cannot be written: %2").arg(path, file.errorString()));
    read();
    return {};
}

Result<QString> OwnScenarios::remove(const QString &path)
{
    QString inTrash;
    if (!QFile::moveToTrash(path, &inTrash)) {
        inTrash.clear();
        if (!QFile::remove(path))
            return failed(tr("%1 cannot be removed").arg(path));
    }
    read();
    return inTrash;
}

} // namespace lockscope
