// SPDX-License-Identifier: MIT
#include "app/explore/explore_options.h"

#include "app/command/arguments.h"
#include "app/command/command_line.h"
#include "lockcore/base/duration.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QFile>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using lockcore::Bytes;
using lockcore::Error;
using lockcore::Milliseconds;
using lockcore::Result;

namespace {

CommandLine::Options exploreWords()
{
    return {{u"json"_s, u"table"_s, u"real-time"_s, u"yes"_s},
            {u"replay"_s,          u"scenario"_s,        u"skew"_s,         u"tick"_s,          u"memory"_s,
             u"workers"_s,         u"rounds"_s,          u"lease"_s,        u"work"_s,          u"poll"_s,
             u"command-timeout"_s, u"faults"_s,          u"driver"_s,       u"redis"_s,         u"acquire"_s,
             u"release"_s,         u"renew"_s,           u"acquire-args"_s, u"acquired-when"_s, u"released-when"_s,
             u"renewed-when"_s,    u"still-held-when"_s, u"preset"_s}};
}

Result<void> readNumber(const CommandLine &line, const QString &option, int most, int &number)
{
    if (!line.isSet(option))
        return {};
    bool isNumber = false;
    const int value = line.value(option).toInt(&isNumber);
    if (!isNumber || value < 1 || value > most)
        return refused(Words::tr("--%1: give a number from 1 to %2").arg(option).arg(most));
    number = value;
    return {};
}

Result<Milliseconds> timeIn(const QString &option, const QString &text)
{
    const auto value = lockcore::parseDuration(text.toStdString());
    if (!value)
        return refused(("--" + option.toStdString()).c_str(), value.error());
    if (value->count() < 1 || value->count() > Bounds::mostTime)
        return refused(
            Words::tr("--%1: give a time from 1ms to 30s; rather a short one, like 20ms, because each tick of it is examined").arg(option));
    return *value;
}

Result<void> readTime(const CommandLine &line, const QString &option, Milliseconds &time)
{
    if (!line.isSet(option))
        return {};
    const auto value = timeIn(option, line.value(option));
    if (!value)
        return value.error();
    time = *value;
    return {};
}

// 10ms, or 10ms,30ms: either, in each round.
Result<void> readWork(const CommandLine &line, Bounds &bounds)
{
    const auto option = u"work"_s;
    if (!line.isSet(option))
        return {};
    const auto words = line.value(option).split(u',');
    if (words.size() > 2)
        return refused(Words::tr("--work: give one time, or two like 10ms,30ms"));
    std::vector<Milliseconds> times;
    for (const auto &word : words) {
        const auto time = timeIn(option, word);
        if (!time)
            return time.error();
        times.push_back(*time);
    }
    bounds.work = std::max(times.front(), times.back());
    if (times.front() != times.back())
        bounds.otherWork = std::min(times.front(), times.back());
    return {};
}

// -5ms: behind.
Result<void> readSkew(const CommandLine &line, Bounds &bounds)
{
    const auto option = u"skew"_s;
    if (!line.isSet(option))
        return {};
    const auto *const protocol = bounds.scripts ? nullptr : lockcore::findProtocol(bounds.protocol);
    if (!protocol || !protocol->wallClock)
        return refused(Words::tr("--skew: %1 reads no clock of a worker").arg(QString::fromStdString(bounds.protocol)));
    auto text = line.value(option);
    const bool isBehind = text.startsWith(u'-');
    const auto time = timeIn(option, isBehind ? text.mid(1) : text);
    if (!time)
        return time.error();
    bounds.skew = isBehind ? -*time : *time;
    return {};
}

// 512MB, 8GB
Result<void> readMemory(const CommandLine &line, Bounds &bounds)
{
    if (!line.isSet(u"memory"_s))
        return {};
    const auto text = line.value(u"memory"_s).toUpper();
    const bool isGiga = text.endsWith(u"GB"_s);
    bool isNumber = false;
    const auto number = text.chopped(isGiga || text.endsWith(u"MB"_s) ? 2 : 0).toULongLong(&isNumber);
    constexpr int mega = 20, giga = 30;
    constexpr qulonglong most = 1'000'000;
    if (!isNumber || number < 1 || number > most || !(isGiga || text.endsWith(u"MB"_s)))
        return refused(Words::tr("--memory: give a size like 512MB or 8GB"));
    bounds.mostMemory = static_cast<std::size_t>(number) << (isGiga ? giga : mega);
    return {};
}

std::optional<Fault> faultOf(const QString &word)
{
    for (std::size_t i = 0; i < faultKinds; ++i) {
        const auto fault = static_cast<Fault>(i);
        const auto name = wordOf(fault);
        if (word == QLatin1StringView(name.data(), static_cast<qsizetype>(name.size())))
            return fault;
    }
    return std::nullopt;
}

Error unknownFault(const QString &word)
{
    QStringList known = {u"none"_s};
    for (std::size_t i = 0; i < faultKinds; ++i)
        known += QString::fromUtf8(wordOf(static_cast<Fault>(i)));
    return refused(Words::tr("--faults: there is no fault \"%1\"; there are %2").arg(word.left(40), known.join(u", "_s)));
}

// crash=1,pause=9ms,late-loss
Result<void> readFault(const QString &text, Bounds &bounds)
{
    const auto word = text.section(u'=', 0, 0);
    const auto value = text.section(u'=', 1);
    const auto fault = faultOf(word);
    if (!fault)
        return unknownFault(word);
    if (*fault == Fault::Pause) {
        const auto pause = lockcore::parseDuration(value.toStdString());
        if (!pause || pause->count() < 1 || pause->count() > Bounds::mostTime)
            return refused(Words::tr("--faults: a pause has a length, like pause=15ms"));
        bounds.pause = *pause;
        bounds.faults[*fault] = 1;
        return {};
    }
    bool isNumber = value.isEmpty();
    const int count = isNumber ? 1 : value.toInt(&isNumber);
    if (!isNumber || count < 1 || count > FaultBudget::most)
        return refused(Words::tr("--faults: %1 takes a number from 1 to %2").arg(word).arg(FaultBudget::most));
    bounds.faults[*fault] = count;
    return {};
}

Result<void> readFaults(const CommandLine &line, ExploreOptions &options)
{
    options.usual = !line.isSet(u"faults"_s);
    if (options.usual) {
        options.faults = usualFaults();
        return {};
    }
    const auto words = line.value(u"faults"_s).split(u',', Qt::SkipEmptyParts);
    for (const auto &word : words) {
        if (word == u"none"_s && words.size() == 1)
            continue;
        if (const auto read = readFault(word, options.bounds); !read)
            return read.error();
    }
    options.faults = choicesOf(options.bounds.faults);
    return {};
}

constexpr qint64 longestScript = 64 << 10;

Result<Bytes> scriptIn(const CommandLine &line, const QString &option)
{
    const auto name = line.value(option);
    if (name.isEmpty())
        return Bytes();
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return refused(Words::tr("--%1: %2 cannot be read: %3").arg(option, shownText(argumentBytes(name), 200), file.errorString()));
    const auto text = file.read(longestScript + 1);
    if (text.isEmpty() || text.size() > longestScript)
        return refused(Words::tr("--%1: a script has from 1 byte to 64 KB").arg(option));
    return text.toStdString();
}

Result<void> readPreset(const CommandLine &line, ScriptPair &scripts)
{
    if (!line.isSet(u"preset"_s))
        return {};
    const auto preset = line.value(u"preset"_s);
    if (preset != u"article"_s && preset != u"redisson"_s)
        return refused(Words::tr("--preset: article or redisson"));
    scripts.leaseFirst = true;
    scripts.acquiredWhen = preset == u"redisson"_s ? "nil" : "1";
    return {};
}

Result<void> readScripts(const CommandLine &line, ExploreOptions &options)
{
    if (!line.words().isEmpty())
        return refused(Words::tr("name a protocol, or give scripts of your own with --acquire and --release: not both"));
    if (!line.isSet(u"acquire"_s) || !line.isSet(u"release"_s))
        return refused(Words::tr("a lock of your own has two scripts: give both --acquire and --release"));
    ScriptPair scripts;
    for (const auto &[option, script] :
         {std::pair(u"acquire"_s, &scripts.acquire), std::pair(u"release"_s, &scripts.release), std::pair(u"renew"_s, &scripts.renew)}) {
        auto text = scriptIn(line, option);
        if (!text)
            return text.error();
        *script = *std::move(text);
    }
    if (const auto read = readPreset(line, scripts); !read)
        return read.error();
    if (const auto order = line.value(u"acquire-args"_s); line.isSet(u"acquire-args"_s)) {
        if (order != u"owner,lease"_s && order != u"lease,owner"_s)
            return refused(Words::tr("--acquire-args: owner,lease or lease,owner"));
        scripts.leaseFirst = order == u"lease,owner"_s;
    }
    for (const auto &[option, reading] :
         {std::pair(u"acquired-when"_s, &scripts.acquiredWhen), std::pair(u"released-when"_s, &scripts.releasedWhen),
          std::pair(u"renewed-when"_s, &scripts.renewedWhen), std::pair(u"still-held-when"_s, &scripts.stillHeldWhen)}) {
        if (!line.isSet(option))
            continue;
        *reading = line.value(option).toStdString();
        if (reading->empty())
            return refused(Words::tr("--%1: a reply, like 1, OK or nil").arg(option));
    }
    options.bounds = usualBounds(std::move(scripts));
    return {};
}

Result<void> readProtocol(const CommandLine &line, ExploreOptions &options)
{
    if (options.table) {
        if (!line.words().isEmpty())
            return refused(Words::tr("--table is about all protocols: name none"));
        const auto words = exploreWords();
        for (const auto &option : words.valued) {
            if (option != u"redis"_s && line.isSet(option))
                return refused(Words::tr("--table is about the usual bounds of each protocol: leave out --%1").arg(option));
        }
        return {};
    }
    if (line.isSet(u"acquire"_s) || line.isSet(u"release"_s))
        return readScripts(line, options);
    if (line.isSet(u"replay"_s) && line.words().isEmpty())
        return {}; // the trace names it
    for (const auto *option : {"renew", "acquire-args", "acquired-when", "released-when", "renewed-when", "still-held-when", "preset"}) {
        if (line.isSet(QLatin1StringView(option)))
            return refused(
                Words::tr("--%1 is about scripts of your own: give them with --acquire and --release").arg(QLatin1StringView(option)));
    }
    if (line.words().size() != 1)
        return refused(Words::tr("name one protocol, like token"));
    auto bounds = usualBounds(line.words().front().toStdString());
    if (!bounds) {
        QStringList known;
        for (const auto &protocol : lockcore::protocols())
            known += QString::fromUtf8(protocol.name);
        return refused(Words::tr("there is no protocol \"%1\"; there are %2").arg(line.words().front().left(40), known.join(u", "_s)));
    }
    options.bounds = *std::move(bounds);
    return {};
}

// A trace has its own protocol, bounds and faults.
Result<void> readReplay(const CommandLine &line, ExploreOptions &options)
{
    if (!line.isSet(u"replay"_s)) {
        if (options.inRealTime)
            return refused(Words::tr("--real-time is about a replay: give a trace with --replay"));
        return {};
    }
    for (const auto &option : {u"workers"_s, u"rounds"_s, u"lease"_s, u"work"_s, u"poll"_s, u"command-timeout"_s, u"faults"_s, u"driver"_s,
                               u"skew"_s, u"tick"_s}) {
        if (line.isSet(option))
            return refused(Words::tr("a trace has bounds of its own: leave out --%1").arg(option));
    }
    auto traced = traceFrom(line.value(u"replay"_s).toStdString(), options.bounds.scripts);
    if (!traced)
        return traced.error();
    if (!line.words().isEmpty() && traced->bounds.protocol != options.bounds.protocol)
        return refused(Words::tr("the trace is about %1, not about %2")
                           .arg(QString::fromStdString(traced->bounds.protocol), QString::fromStdString(options.bounds.protocol)));
    if (options.bounds.scripts && !isTraceOfScripts(line.value(u"replay"_s).toStdString()))
        return refused(Words::tr("the trace is about %1, not about scripts").arg(QString::fromStdString(traced->bounds.protocol)));
    options.replay = *std::move(traced);
    return {};
}

Result<void> readBounds(const CommandLine &line, ExploreOptions &options)
{
    auto &bounds = options.bounds;
    for (const auto &[option, most, number] : {std::tuple(u"workers"_s, Bounds::mostWorkersAsked, &bounds.workers),
                                               std::tuple(u"rounds"_s, Bounds::mostRounds, &bounds.rounds)}) {
        if (const auto read = readNumber(line, option, most, *number); !read)
            return read.error();
    }
    for (const auto &[option, time] : {std::pair(u"lease"_s, &bounds.lease), std::pair(u"tick"_s, &bounds.tick),
                                       std::pair(u"poll"_s, &bounds.poll), std::pair(u"command-timeout"_s, &bounds.commandTimeout)}) {
        if (const auto read = readTime(line, option, *time); !read)
            return read.error();
    }
    for (const auto read : {readWork, readSkew, readMemory}) {
        if (const auto done = read(line, bounds); !done)
            return done.error();
    }
    const auto driver = line.value(u"driver"_s);
    if (line.isSet(u"driver"_s) && driver != u"naive"_s && driver != u"careful"_s)
        return refused(Words::tr("--driver: naive or careful"));
    bounds.careful = driver == u"careful"_s;
    if (bounds.horizon.count() > 0)
        bounds.horizon = horizonOf(bounds.lease);
    return {};
}

} // namespace

Result<ExploreOptions> parseExploreOptions(const QStringList &arguments)
{
    const auto line = CommandLine::parse(arguments, exploreWords());
    if (!line)
        return line.error();
    ExploreOptions options;
    if (isAboutItself(*line, options))
        return options;
    for (const auto *option : {"profile", "password-file", "sentinel-password-file", "map"}) {
        if (line->isSet(QLatin1StringView(option)))
            return refused(Words::tr("explore starts a server of its own: leave out --%1").arg(QLatin1StringView(option)));
    }
    options.table = line->isSet(u"table"_s);
    options.json = line->isSet(u"json"_s);
    options.inRealTime = line->isSet(u"real-time"_s);
    options.scenario = line->value(u"scenario"_s);
    options.yes = line->isSet(u"yes"_s);
    if (line->isSet(u"redis"_s))
        options.redis = line->value(u"redis"_s).toStdString();
    for (const auto read : {readProtocol, readReplay, readBounds, readFaults}) {
        if (const auto done = read(*line, options); !done)
            return done.error();
    }
    return options;
}

} // namespace lockscope
