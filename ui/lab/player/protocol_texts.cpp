// SPDX-License-Identifier: MIT
#include "ui/lab/player/protocol_texts.h"

#include "lockcore/report/redis_text.h"
#include "ui/words/tr.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <map>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

std::string resourceText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

QString purposeText(const std::string &purpose)
{
    if (purpose == "take")
        return Words::tr("To take the lock");
    if (purpose == "wait")
        return Words::tr("To wait for the lock");
    if (purpose == "work")
        return Words::tr("While it has the lock");
    if (purpose == "renew")
        return Words::tr("To renew the lease");
    if (purpose == "free")
        return Words::tr("To free the lock");
    return purpose == "look" ? Words::tr("Only looks, and changes nothing") : QString();
}

SteppedText pseudocodeText(const Pseudocode &pseudocode, LineSteps steps)
{
    SteppedText text{{}, {}, std::move(steps)};
    for (const auto &line : pseudocode.lines) {
        text.text += QByteArray::fromStdString(line.purpose).leftJustified(pseudocodeIndent) + QByteArray::fromStdString(line.text) + '\n';
        text.purposes << purposeText(line.purpose);
    }
    return text;
}

SteppedText redisText(const RedisText &redis)
{
    SteppedText text{{}, {}, redis.steps};
    for (const auto &line : redis.lines) {
        text.text += QByteArray::fromStdString(line.text) + '\n';
        text.purposes << purposeText(line.purpose);
    }
    return text;
}

} // namespace

const SourceTexts &protocolSources()
{
    static const auto sources = [] {
        SourceTexts all;
        for (const auto &file : QDir(u":/lockcore/locks"_s).entryInfoList(QDir::Files))
            all["lockcore/locks/" + file.fileName().toStdString()] = linesOf(resourceText(file.filePath()));
        return all;
    }();
    return sources;
}

std::optional<Pseudocode> protocolPseudocode(const std::string &protocol)
{
    const auto path = u":/pseudocode/"_s + QString::fromStdString(protocol) + u".txt"_s;
    const bool isName = std::ranges::all_of(protocol, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
    if (!isName || !QFile::exists(path))
        return std::nullopt;
    auto pseudocode = pseudocodeOf(resourceText(path));
    return pseudocode ? std::optional(*std::move(pseudocode)) : std::nullopt;
}

ProtocolTexts protocolTextsOf(const History &history)
{
    const auto pseudocode = protocolPseudocode(history.header.protocol);
    if (!pseudocode)
        return {redisText(redisTextOf(history)), std::nullopt};
    return {redisText(redisTextOf(history, *pseudocode, protocolSources())),
            pseudocodeText(*pseudocode, stepsOf(history, *pseudocode, protocolSources()))};
}

} // namespace lockscope
