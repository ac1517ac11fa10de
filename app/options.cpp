// SPDX-License-Identifier: MIT
#include "app/options.h"

#include "app/arguments.h"
#include "app/refused.h"
#include "base/duration.h"
#include "profiles/keychain.h"
#include "profiles/profile_file.h"

#include <QCommandLineParser>
#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Result;

namespace {

struct OptionWords
{
    Q_DECLARE_TR_FUNCTIONS(OptionWords)
};

void declare(QCommandLineParser &parser, Command command)
{
    const auto flag = [&](const QStringList &names) { parser.addOption(QCommandLineOption(names)); };
    const auto valued = [&](const QString &name) { parser.addOption(QCommandLineOption(name, {}, name)); };
    flag({u"h"_s, u"help"_s});
    flag({u"v"_s, u"version"_s});
    flag({u"json"_s});
    flag({u"deep"_s});
    if (command == Command::List) {
        flag({u"csv"_s});
        flag({u"fail-if-any"_s});
    }
    valued(u"profile"_s);
    valued(u"filter"_s);
    valued(u"pattern"_s);
    valued(u"timeout"_s);
    valued(u"password-file"_s);
}

// A profile brings patterns of its own, to which those of the command line are added.
Result<void> readServer(const QCommandLineParser &parser, Options &options)
{
    const auto positional = parser.positionalArguments();
    if (positional.size() > 1)
        return refused(OptionWords::tr("one server at a time: there are %1 URLs").arg(positional.size()));
    auto target = chosenServer(parser, positional.isEmpty() ? std::nullopt : std::optional(positional.front()));
    if (!target)
        return target.error();
    options.endpoint = std::move(target->endpoint);
    options.patterns = std::move(target->patterns);
    options.deep = options.deep || target->deep;
    return {};
}

Result<Options> readValues(const QCommandLineParser &parser, Options options)
{
    if (const auto read = readServer(parser, options); !read)
        return read.error();
    const auto timeout = parser.isSet(u"timeout"_s) ? parseTimeout(parser.value(u"timeout"_s)) : usualTimeout;
    if (!timeout)
        return timeout.error();
    options.timeout = *timeout;
    if (parser.values(u"filter"_s).size() > 1)
        return refused(OptionWords::tr("--filter is given twice; write all its terms into one, with blanks between them"));
    auto filter = lockcore::Filter::parse(argumentBytes(parser.value(u"filter"_s)));
    if (!filter)
        return refused("--filter", filter.error());
    options.filter = std::move(filter).value();
    for (const auto &text : parser.values(u"pattern"_s)) {
        auto pattern = lockcore::parseUserPattern(argumentBytes(text));
        if (!pattern)
            return refused("--pattern", pattern.error());
        options.patterns.push_back(std::move(pattern).value());
    }
    return options;
}

} // namespace

Result<Target> chosenServer(const QCommandLineParser &parser, const std::optional<QString> &url, Access access)
{
    std::optional<std::string> passwordFile;
    if (parser.isSet(u"password-file"_s))
        passwordFile = argumentBytes(parser.value(u"password-file"_s));
    if (parser.isSet(u"profile"_s)) {
        if (url)
            return refused(OptionWords::tr("one server at a time: there are a URL and a profile"));
        return profileTarget(parser.value(u"profile"_s), passwordFile, access);
    }
    auto endpoint = endpointFor(url, passwordFile);
    if (!endpoint)
        return endpoint.error();
    return targetAt(std::move(endpoint).value());
}

Result<lockcore::Endpoint> endpointFor(const std::optional<QString> &given, const std::optional<std::string> &passwordFile)
{
    const auto fromEnvironment = qgetenv("LOCKSCOPE_URL").toStdString();
    const auto url = given ? argumentBytes(*given) : fromEnvironment.empty() ? "redis://127.0.0.1:6379" : fromEnvironment;
    auto endpoint = lockcore::Endpoint::parse(url);
    if (!endpoint)
        return given ? endpoint.error() : refused("LOCKSCOPE_URL", endpoint.error());
    return lockcore::withPassword(std::move(endpoint).value(), passwordFile);
}

Result<Target> profileTarget(const QString &name, const std::optional<std::string> &passwordFile, Access access)
{
    constexpr lockcore::Milliseconds patience{20'000};
    const auto profile = ProfileFile(ProfileFile::usualPath()).named(name);
    if (!profile)
        return refused("--profile", profile.error());
    auto target = targetOf(*profile);
    if (access == Access::Write && target.readOnly)
        return target;
    auto endpoint = lockcore::withPassword(target.endpoint, passwordFile);
    if (!endpoint)
        return endpoint.error();
    target.endpoint = std::move(endpoint).value();
    if (!target.endpoint.password.empty() || profile->password == PasswordPlace::None)
        return target;
    if (profile->password == PasswordPlace::Ask)
        return refused(OptionWords::tr("--profile: the password of this profile is not kept: put it into LOCKSCOPE_PASSWORD or name a "
                                       "--password-file"));
    Keychain keychain;
    const auto answer = readSecret(keychain, profile->id, patience);
    if (!answer.done())
        return refused(OptionWords::tr("--profile: %1 Put the password into LOCKSCOPE_PASSWORD or name a --password-file")
                           .arg(answer.sentence));
    target.endpoint.password = answer.secret;
    return target;
}

Result<lockcore::Milliseconds> parseTimeout(const QString &text)
{
    auto timeout = lockcore::parseDuration(text.toStdString());
    if (!timeout)
        return refused("--timeout", timeout.error());
    if (*timeout <= lockcore::Milliseconds::zero() || *timeout > std::chrono::hours(1))
        return refused(OptionWords::tr("--timeout: write more than nothing and at most an hour, like 5s"));
    return timeout;
}

Result<Options> parseOptions(Command command, const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    declare(parser, command);
    if (!parser.parse(QStringList{u"lockscope"_s} + arguments))
        return refused(parser.errorText());
    Options options;
    options.help = parser.isSet(u"help"_s);
    options.version = parser.isSet(u"version"_s);
    if (options.help || options.version)
        return options;
    options.json = parser.isSet(u"json"_s);
    options.deep = parser.isSet(u"deep"_s);
    options.csv = command == Command::List && parser.isSet(u"csv"_s);
    if (options.csv && options.json)
        return refused(OptionWords::tr("--json and --csv cannot both be written; choose one"));
    options.failIfAny = command == Command::List && parser.isSet(u"fail-if-any"_s);
    return readValues(parser, std::move(options));
}

} // namespace lockscope
