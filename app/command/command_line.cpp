// SPDX-License-Identifier: MIT
#include "app/command/command_line.h"

#include "app/command/arguments.h"
#include "lockcore/base/duration.h"
#include "lockcore/monitor/filter/filter_repair.h"
#include "lockcore/redis/endpoint_options.h"
#include "ui/profiles/formats_file.h"
#include "ui/words/error_sentence.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QCommandLineParser>
#include <QFile>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Result;

Result<CommandLine> CommandLine::parse(const QStringList &arguments, const Options &options)
{
    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    parser.addOption(QCommandLineOption(QStringList{u"h"_s, u"help"_s}));
    parser.addOption(QCommandLineOption(QStringList{u"v"_s, u"version"_s}));
    for (const auto &name : options.flags)
        parser.addOption(QCommandLineOption(name));
    const auto valued = options.valued + QStringList{u"profile"_s, u"password-file"_s, u"sentinel-password-file"_s, u"map"_s};
    for (const auto &name : valued)
        parser.addOption(QCommandLineOption(name, {}, name));
    if (!parser.parse(QStringList{u"lockscope"_s} + arguments))
        return refused(parser.errorText());
    CommandLine line;
    for (const auto &name : options.flags + valued + QStringList{u"help"_s, u"version"_s}) {
        if (parser.isSet(name))
            line.m_values.insert(name, parser.values(name));
    }
    line.m_words = parser.positionalArguments();
    return line;
}

std::optional<QString> CommandLine::word(qsizetype index) const
{
    return index < m_words.size() ? std::optional(m_words[index]) : std::nullopt;
}

lockcore::PasswordFiles CommandLine::passwordFiles() const
{
    const auto file = [&](const QString &option) { return isSet(option) ? std::optional(argumentBytes(value(option))) : std::nullopt; };
    return {file(u"password-file"_s), file(u"sentinel-password-file"_s)};
}

Result<lockcore::Bytes> CommandLine::fromBase64(const QString &option) const
{
    const auto bytes = lockcore::fromBase64(value(option).toStdString());
    if (!bytes)
        return refused(Words::tr("--%1 is not base64").arg(option));
    return *bytes;
}

Result<Target> CommandLine::server(const std::optional<QString> &url, Access access) const
{
    if (isSet(u"profile"_s)) {
        if (url)
            return refused(Words::tr("one server at a time: there is a URL and a profile"));
        return mapped(profileTarget(value(u"profile"_s), passwordFiles(), access));
    }
    auto endpoint = endpointFor(url, passwordFiles());
    if (!endpoint)
        return endpoint.error();
    return mapped(targetAt(std::move(endpoint).value()));
}

Result<Target> CommandLine::mapped(Result<Target> target) const
{
    for (const auto &map : target ? values(u"map"_s) : QStringList()) {
        if (const auto read = lockcore::readMap(argumentBytes(map), target->endpoint); !read)
            return refused("--map", read.error());
    }
    return target;
}

Result<lockcore::Milliseconds> CommandLine::timeout() const
{
    if (!isSet(u"timeout"_s))
        return usualTimeout;
    auto timeout = lockcore::parseDuration(value(u"timeout"_s).toStdString());
    if (!timeout)
        return refused("--timeout", timeout.error());
    if (*timeout <= lockcore::Milliseconds::zero() || *timeout > std::chrono::hours(1))
        return refused(Words::tr("--timeout: give a positive duration of at most an hour, like 5s"));
    return timeout;
}

Result<lockcore::Filter> CommandLine::filter() const
{
    if (values(u"filter"_s).size() > 1)
        return refused(Words::tr("--filter is given twice; put all terms into one, separated by blanks"));
    const auto written = argumentBytes(value(u"filter"_s));
    auto filter = lockcore::Filter::parse(written);
    if (filter)
        return filter;
    const auto repaired = lockcore::repairedFilter(written);
    if (!repaired)
        return refused("--filter", filter.error());
    // The repaired filter comes first: the sentence may be long, and is then cut.
    return refused(Words::tr("--filter: did you mean '%1'? %2").arg(shownText(*repaired, 200), shownText(filter.error().text)));
}

Result<void> CommandLine::addPatterns(std::vector<lockcore::UserPattern> &patterns) const
{
    for (const auto &text : values(u"pattern"_s)) {
        auto pattern = lockcore::parseUserPattern(argumentBytes(text));
        if (!pattern)
            return refused("--pattern", pattern.error());
        patterns.push_back(std::move(pattern).value());
    }
    const bool isNamed = isSet(u"formats"_s);
    FormatsFile file(isNamed ? QFile::decodeName(argumentBytes(value(u"formats"_s)).c_str()) : FormatsFile::usualPath());
    if (isNamed && !QFile::exists(file.path()))
        return refused(Words::tr("--formats: there is no file %1").arg(shownText(file.path().toStdString(), 200)));
    if (values(u"formats"_s).size() > 1)
        return refused(Words::tr("--formats is given twice; put all formats into one file"));
    const auto formats = file.load();
    const auto rows = formats ? lockcore::rowsOf(*formats) : formats.error();
    if (!rows)
        return isNamed ? refused("--formats", rows.error()) : rows.error();
    patterns.insert(patterns.end(), rows->begin(), rows->end());
    return {};
}

} // namespace lockscope
