// SPDX-License-Identifier: MIT
#include "app/lock_options.h"

#include "app/arguments.h"
#include "app/refused.h"
#include "base/duration.h"
#include "words/shown_text.h"

#include <QCommandLineParser>
#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Result;

namespace {

constexpr lockcore::Milliseconds usualLease = std::chrono::seconds(30);
constexpr lockcore::Milliseconds usualWait = std::chrono::seconds(5);

struct LockWords
{
    Q_DECLARE_TR_FUNCTIONS(LockWords)
};

void declare(QCommandLineParser &parser)
{
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    const auto flag = [&](const QStringList &names) { parser.addOption(QCommandLineOption(names)); };
    const auto valued = [&](const QString &name) { parser.addOption(QCommandLineOption(name, {}, name)); };
    flag({u"h"_s, u"help"_s});
    flag({u"v"_s, u"version"_s});
    flag({u"keep-running"_s});
    for (const auto &name : {u"lease"_s, u"wait"_s, u"server"_s, u"option"_s, u"timeout"_s, u"profile"_s, u"password-file"_s})
        valued(name);
}

Result<void> readProtocolAndKey(const QStringList &positional, LockOptions &options)
{
    if (positional.size() < 2)
        return refused(LockWords::tr("name a protocol and a key"));
    if (positional.size() > 3)
        return refused(LockWords::tr("too many words before --: a protocol, a key, one URL; more servers with --server"));
    options.protocol = lockcore::findProtocol(argumentBytes(positional[0]));
    if (!options.protocol)
        return refused(LockWords::tr("there is no protocol \"%1\"").arg(shownText(argumentBytes(positional[0]), 60)));
    options.key = argumentBytes(positional[1]);
    if (options.key.empty())
        return refused(LockWords::tr("the key is empty"));
    return {};
}

Result<void> readServers(const QCommandLineParser &parser, LockOptions &options)
{
    const auto further = parser.values(u"server"_s);
    const auto positional = parser.positionalArguments();
    std::optional<std::string> passwordFile;
    if (parser.isSet(u"password-file"_s))
        passwordFile = argumentBytes(parser.value(u"password-file"_s));
    if (positional.size() == 3 || further.isEmpty() || parser.isSet(u"profile"_s)) {
        auto target = chosenServer(parser, positional.size() == 3 ? std::optional(positional[2]) : std::nullopt, Access::Write);
        if (!target)
            return target.error();
        if (target->readOnly)
            return refused(LockWords::tr("the profile \"%1\" is marked read-only: no lock is taken there").arg(parser.value(u"profile"_s)));
        options.endpoints.push_back(std::move(target->endpoint));
    }
    for (const auto &url : further) {
        auto endpoint = endpointFor(url, passwordFile);
        if (!endpoint)
            return endpoint.error();
        options.endpoints.push_back(std::move(endpoint).value());
    }
    if (options.endpoints.size() > 1 && !options.protocol->manyServers)
        return refused(LockWords::tr("this protocol uses one server, and there are %1").arg(options.endpoints.size()));
    return {};
}

Result<void> readLease(const QCommandLineParser &parser, LockOptions &options)
{
    if (!parser.isSet(u"lease"_s)) {
        if (!options.protocol->watchdog)
            options.lease = usualLease;
        return {};
    }
    const auto lease = lockcore::parseDuration(parser.value(u"lease"_s).toStdString());
    if (!lease)
        return refused("--lease", lease.error());
    if (*lease <= lockcore::Milliseconds::zero() || *lease > lockcore::Lock::longestLease)
        return refused(LockWords::tr("--lease: write more than nothing and at most a year, like 30s"));
    options.lease = *lease;
    return {};
}

Result<void> readWait(const QCommandLineParser &parser, LockOptions &options)
{
    const auto text = parser.value(u"wait"_s);
    options.wait = lockcore::Wait::notified(options.protocol->usualInterval);
    if (text == u"forever"_s)
        return {};
    if (text == u"0"_s) {
        options.wait = lockcore::Wait::atOnce();
        return {};
    }
    const auto wait = parser.isSet(u"wait"_s) ? lockcore::parseDuration(text.toStdString()) : usualWait;
    if (!wait)
        return refused("--wait", wait.error());
    options.wait = *wait > lockcore::Milliseconds::zero() ? options.wait.atMost(*wait) : lockcore::Wait::atOnce();
    return {};
}

Result<void> readProtocolOptions(const QStringList &given, LockOptions &options)
{
    for (const auto &text : given) {
        const auto equals = text.indexOf(u'=');
        if (equals < 1)
            return refused(LockWords::tr("--option: write NAME=VALUE, not \"%1\"").arg(shownText(argumentBytes(text), 60)));
        options.protocolOptions[argumentBytes(text.left(equals))] = argumentBytes(text.mid(equals + 1));
    }
    return {};
}

Result<LockOptions> readValues(const QCommandLineParser &parser, LockOptions options)
{
    if (auto read = readProtocolAndKey(parser.positionalArguments(), options); !read)
        return read.error();
    if (auto read = readServers(parser, options); !read)
        return read.error();
    if (auto read = readLease(parser, options); !read)
        return read.error();
    if (auto read = readWait(parser, options); !read)
        return read.error();
    if (auto read = readProtocolOptions(parser.values(u"option"_s), options); !read)
        return read.error();
    if (parser.isSet(u"timeout"_s)) {
        const auto timeout = parseTimeout(parser.value(u"timeout"_s));
        if (!timeout)
            return timeout.error();
        options.timeout = *timeout;
    }
    options.keepRunning = parser.isSet(u"keep-running"_s);
    return options;
}

} // namespace

Result<LockOptions> parseLockOptions(const QStringList &arguments)
{
    const auto end = arguments.indexOf(u"--"_s); // what follows is the command's, whatever it looks like
    QCommandLineParser parser;
    declare(parser);
    if (!parser.parse(QStringList{u"lockscope"_s} + arguments.mid(0, end)))
        return refused(parser.errorText());
    LockOptions options;
    options.help = parser.isSet(u"help"_s);
    options.version = parser.isSet(u"version"_s);
    if (options.help || options.version)
        return options;
    if (end >= 0)
        options.command = arguments.mid(end + 1);
    if (options.command.isEmpty())
        return refused(LockWords::tr("there is no command: write it after --"));
    return readValues(parser, std::move(options));
}

} // namespace lockscope
