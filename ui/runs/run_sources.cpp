// SPDX-License-Identifier: MIT
#include "ui/runs/run_sources.h"

#include "lockcore/locks/catalogue.h"
#include "lockcore/report/source_lines.h"
#include "ui/runs/folder_file.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::size_t mostFiles = 32;
constexpr qint64 largestSource = 512 * 1024;
constexpr qint64 mostBytes = 2 * 1024 * 1024;

/// The allowed place for the source files of a worker.
struct Room
{
    QString folder;        ///< canonical, with a slash at its end; ":/" for the binary's own resources
    bool resource = false; ///< true: only resources of the binary
};

std::optional<Room> roomOf(const std::vector<std::string> &command)
{
    if (command.empty())
        return Room{u":/"_s, true};
    const auto folder = QFileInfo(ownFolderOf(command)).canonicalFilePath();
    if (folder.isEmpty() || folder == u"/"_s)
        return std::nullopt;
    return Room{folder + u'/', false};
}

bool isHidden(const QString &path)
{
    const auto parts = path.split(u'/');
    return std::any_of(parts.begin(), parts.end(), [](const QString &part) { return part.startsWith(u'.') || part.isEmpty(); });
}

// The path relative to the room; empty: the file is outside, or must not be read.
QString pathWithin(const Room &room, const std::string &named)
{
    const auto name = QString::fromStdString(named);
    if (name.isEmpty() || name.contains(QChar(u'\0')))
        return {};
    if (room.resource)
        return isHidden(name) || !QFileInfo(room.folder + name).isFile() ? QString() : name;
    const QFileInfo file(QDir(room.folder), name);
    const auto path = file.canonicalFilePath(); // resolves links and `..`
    if (!path.startsWith(room.folder) || !file.isFile() || file.size() > largestSource)
        return {};
    const auto within = path.mid(room.folder.size());
    return isHidden(within) ? QString() : within;
}

bool isText(const QByteArray &bytes) { return isUtf8(bytes.toStdString()) && !bytes.contains('\0'); }

std::optional<QByteArray> textOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    auto bytes = file.read(largestSource);
    return isText(bytes) ? std::optional(std::move(bytes)) : std::nullopt;
}

// The files of a kept run, relative to `folder`.
QStringList filesUnder(const QString &folder)
{
    QStringList files;
    QDirIterator all(folder, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (all.hasNext() && files.size() < 10 * qsizetype(mostFiles))
        files << QDir(folder).relativeFilePath(all.next());
    return files;
}

// The worker may have used a different path to the folder of its program, so this finds the longest file path that is an end of it.
QString fileNamed(const std::string &named, const QStringList &files)
{
    const auto path = QDir::cleanPath(QString::fromStdString(named));
    QString found;
    for (const auto &file : files) {
        if ((path == file || path.endsWith(u'/' + file)) && file.size() > found.size())
            found = file;
    }
    return found;
}

// For `python3 worker.py` the script, for `./worker` the program itself.
QString programOf(const std::vector<std::string> &command)
{
    for (std::size_t i = 1; i < command.size(); ++i) {
        auto word = QString::fromStdString(command[i]);
        if (!word.startsWith(u'-') && QFileInfo(word).isFile())
            return word;
    }
    const auto first = command.empty() ? QString() : QString::fromStdString(command.front());
    return first.contains(u'/') ? first : QString();
}

} // namespace

QString ownFolderOf(const std::vector<std::string> &command)
{
    const auto program = programOf(command);
    return program.isEmpty() ? program : QFileInfo(program).absolutePath();
}

std::vector<ReportSource> sourcesOf(const History &history, const std::vector<std::string> &command)
{
    std::vector<ReportSource> sources;
    const auto room = roomOf(command);
    if (!room)
        return sources;
    qint64 bytes = 0;
    for (const auto &named : namedFiles(history, 10 * mostFiles)) {
        const auto path = pathWithin(*room, named);
        const auto text = path.isEmpty() || sources.size() >= mostFiles ? std::nullopt : textOf(room->folder + path);
        if (!text || bytes + text->size() > mostBytes)
            continue;
        bytes += text->size();
        sources.push_back({named, path, *text});
    }
    return sources;
}

std::vector<ReportSource> keptSources(const QString &folder, const History &history)
{
    std::vector<ReportSource> sources;
    const auto place = u"sources"_s;
    if (QFileInfo(folder + u'/' + place).isSymLink())
        return sources;
    const auto files = filesUnder(folder + u'/' + place);
    qint64 bytes = 0;
    for (const auto &named : namedFiles(history, 10 * mostFiles)) {
        const auto file = fileNamed(named, files);
        if (file.isEmpty() || sources.size() >= mostFiles)
            continue;
        const auto text = readWithin(folder, place + u'/' + file, largestSource);
        if (!text || !isText(*text) || bytes + text->size() > mostBytes)
            continue;
        bytes += text->size();
        sources.push_back({named, file, *text});
    }
    return sources;
}

std::vector<std::pair<std::string, std::string>> sourceHashes(const std::string &protocol, const std::vector<std::string> &command)
{
    const auto *const known = command.empty() ? findProtocol(protocol) : nullptr;
    const auto program = programOf(command);
    const auto path = known ? u":/"_s + QString::fromStdString(std::string(known->source)) : program;
    const auto name = known ? std::string(known->source) : QFileInfo(program).fileName().toStdString();
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return {{name, hash.result().toHex().toStdString()}};
}

} // namespace lockscope
