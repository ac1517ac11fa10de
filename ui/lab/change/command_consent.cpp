// SPDX-License-Identifier: MIT
#include "ui/lab/change/command_consent.h"

#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Error;
using lockcore::ErrorKind;
using lockcore::Result;

namespace {

constexpr qint64 largestFile = 512ll * 1024 * 1024;
const QString group = u"lab/commands"_s;

Error refused(const QString &sentence) { return {ErrorKind::Refused, sentence.toStdString(), "command"}; }

Result<CommandFile> commandFile(const QString &path)
{
    const QFileInfo info(path);
    const CommandFile named{info.canonicalFilePath(), {}};
    QFile file(named.path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (info.size() > largestFile || !file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return refused(Words::tr("%1 cannot be read").arg(path));
    return CommandFile{named.path, QString::fromLatin1(hash.result().toHex())};
}

// The settings' key is a hash, because the words may be long.
QString keyOf(const CommandFacts &facts)
{
    const auto text = facts.words.join(QChar(u'\0')) + QChar(u'\0') + facts.files.front().path;
    return group + u'/' + QString::fromLatin1(QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256).toHex());
}

QStringList linesOf(const CommandFacts &facts)
{
    QStringList lines;
    for (const auto &file : facts.files)
        lines << file.hash + u' ' + file.path;
    return lines;
}

bool isPlain(const QString &word)
{
    return !word.isEmpty()
           && std::all_of(word.begin(), word.end(), [](QChar c) { return c.isLetterOrNumber() || u"-_./:=,+@%"_s.contains(c); });
}

} // namespace

Result<CommandFacts> commandFacts(const std::vector<std::string> &command)
{
    CommandFacts facts;
    for (const auto &word : command)
        facts.words << QString::fromStdString(word);
    if (facts.words.isEmpty())
        return refused(Words::tr("type the command of your worker"));
    const auto &name = facts.words.front();
    const auto program = name.contains(u'/') ? name : QStandardPaths::findExecutable(name);
    if (program.isEmpty() || !QFileInfo(program).isFile() || !QFileInfo(program).isExecutable())
        return refused(Words::tr("there is no program \"%1\"").arg(shownText(name.toStdString(), 200)));
    for (qsizetype i = 0; i < facts.words.size(); ++i) {
        const auto path = i == 0 ? program : facts.words[i];
        if (i > 0 && !QFileInfo(path).isFile())
            continue;
        auto file = commandFile(path);
        if (!file)
            return file.error();
        facts.files << *file;
    }
    return facts;
}

bool CommandConsent::has(const CommandFacts &facts) const { return m_settings->value(keyOf(facts)).toStringList() == linesOf(facts); }

bool CommandConsent::hasOther(const CommandFacts &facts) const { return m_settings->contains(keyOf(facts)) && !has(facts); }

void CommandConsent::give(const CommandFacts &facts) { m_settings->setValue(keyOf(facts), linesOf(facts)); }

QString commandLineOf(const QStringList &words)
{
    QStringList shown;
    for (const auto &word : words)
        shown << (isPlain(word) ? word : u'\'' + shownText(word.toStdString()).replace(u"'"_s, u"'\\''"_s) + u'\'');
    return shown.join(u' ');
}

} // namespace lockscope
