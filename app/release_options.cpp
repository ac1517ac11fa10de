// SPDX-License-Identifier: MIT
#include "app/release_options.h"

#include "app/arguments.h"
#include "app/refused.h"
#include "base/duration.h"

#include <QCommandLineParser>
#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Bytes;
using lockcore::ReleaseAction;
using lockcore::Result;

namespace {

constexpr lockcore::Milliseconds longestLease = std::chrono::hours(24 * 365);

struct ReleaseOptionWords
{
    Q_DECLARE_TR_FUNCTIONS(ReleaseOptionWords)
};

void declare(QCommandLineParser &parser)
{
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    const auto flag = [&](const QStringList &names) { parser.addOption(QCommandLineOption(names)); };
    const auto valued = [&](const QString &name) { parser.addOption(QCommandLineOption(name, {}, name)); };
    flag({u"h"_s, u"help"_s});
    flag({u"v"_s, u"version"_s});
    for (const auto &name : {u"all"_s, u"even-if-renewed"_s, u"drop-dead-head"_s, u"yes"_s, u"dry-run"_s, u"no-watch"_s, u"json"_s})
        flag({name});
    for (const auto &name : {u"key-base64"_s, u"owner"_s, u"owner-base64"_s, u"count"_s, u"give-lease"_s, u"pattern"_s,
                             u"timeout"_s, u"profile"_s, u"password-file"_s})
        valued(name);
}

Result<Bytes> fromBase64Option(const QCommandLineParser &parser, const QString &name)
{
    const auto bytes = lockcore::fromBase64(parser.value(name).toStdString());
    if (!bytes)
        return refused(ReleaseOptionWords::tr("--%1 is no base64").arg(name));
    return *bytes;
}

Result<void> readKeyAndServer(const QCommandLineParser &parser, ReleaseOptions &options)
{
    auto positional = parser.positionalArguments();
    if (parser.isSet(u"key-base64"_s)) {
        auto key = fromBase64Option(parser, u"key-base64"_s);
        if (!key)
            return key.error();
        options.wish.id.key = std::move(key).value();
    } else if (!positional.isEmpty()) {
        options.wish.id.key = argumentBytes(positional.takeFirst());
    }
    if (options.wish.id.key.empty())
        return refused(ReleaseOptionWords::tr("name the key of the lock"));
    if (positional.size() > 1)
        return refused(ReleaseOptionWords::tr("one key and one URL: there are too many words"));
    auto target = chosenServer(parser, positional.isEmpty() ? std::nullopt : std::optional(positional.front()), Access::Write);
    if (!target)
        return target.error();
    options.endpoint = std::move(target->endpoint);
    options.patterns = std::move(target->patterns);
    options.profile = parser.value(u"profile"_s);
    options.readOnly = target->readOnly;
    options.production = target->production;
    options.wish.id.db = options.endpoint.db;
    return {};
}

// Naming the holder is what makes it safe: it must be said whom, or that it is all of them.
Result<void> readOwner(const QCommandLineParser &parser, ReleaseOptions &options)
{
    const auto given = parser.values(u"owner"_s).size() + parser.values(u"owner-base64"_s).size() + (parser.isSet(u"all"_s) ? 1 : 0);
    if (parser.isSet(u"drop-dead-head"_s) && (given != 1 || parser.isSet(u"all"_s)))
        return refused(ReleaseOptionWords::tr("--drop-dead-head: name the waiter by --owner"));
    if (given != 1)
        return refused(ReleaseOptionWords::tr("name one holder by --owner, or say --all to free every one"));
    if (parser.isSet(u"owner"_s))
        options.wish.owners = {argumentBytes(parser.value(u"owner"_s))};
    if (parser.isSet(u"owner-base64"_s)) {
        auto owner = fromBase64Option(parser, u"owner-base64"_s);
        if (!owner)
            return owner.error();
        options.wish.owners = {std::move(owner).value()};
    }
    if (options.wish.owners == std::vector<Bytes>{Bytes()}) // a variable of a script that was not set
        return refused(ReleaseOptionWords::tr("the owner is empty: name one, or say --all to free every one"));
    return {};
}

Result<void> readAction(const QCommandLineParser &parser, ReleaseOptions &options)
{
    const bool drops = parser.isSet(u"drop-dead-head"_s);
    if (drops && parser.isSet(u"give-lease"_s))
        return refused(ReleaseOptionWords::tr("--give-lease and --drop-dead-head are two things; do one after the other"));
    if (drops)
        options.wish.action = ReleaseAction::DropDeadHead;
    if (!parser.isSet(u"give-lease"_s))
        return {};
    const auto lease = lockcore::parseDuration(parser.value(u"give-lease"_s).toStdString());
    if (!lease)
        return refused("--give-lease", lease.error());
    if (*lease <= lockcore::Milliseconds::zero() || *lease > longestLease)
        return refused(ReleaseOptionWords::tr("--give-lease: write more than nothing and at most a year, like 30s"));
    options.wish.action = ReleaseAction::GiveLease;
    options.wish.lease = *lease;
    return {};
}

Result<void> readCount(const QCommandLineParser &parser, ReleaseOptions &options)
{
    if (!parser.isSet(u"count"_s))
        return {};
    const auto count = lockcore::parseInteger(parser.value(u"count"_s).toStdString());
    if (!count || *count < 1 || *count > 1'000'000)
        return refused(ReleaseOptionWords::tr("--count: write a number from 1 on"));
    options.wish.count = count;
    return {};
}

Result<ReleaseOptions> readValues(const QCommandLineParser &parser, ReleaseOptions options)
{
    for (const auto read : {readKeyAndServer, readOwner, readAction, readCount}) {
        if (auto done = read(parser, options); !done)
            return done.error();
    }
    if (parser.isSet(u"timeout"_s)) {
        const auto timeout = parseTimeout(parser.value(u"timeout"_s));
        if (!timeout)
            return timeout.error();
        options.timeout = *timeout;
    }
    for (const auto &text : parser.values(u"pattern"_s)) {
        auto pattern = lockcore::parseUserPattern(argumentBytes(text));
        if (!pattern)
            return refused("--pattern", pattern.error());
        options.patterns.push_back(std::move(pattern).value());
    }
    options.wish.evenIfRenewed = parser.isSet(u"even-if-renewed"_s);
    options.yes = parser.isSet(u"yes"_s);
    options.dryRun = parser.isSet(u"dry-run"_s);
    options.watch = !parser.isSet(u"no-watch"_s);
    options.json = parser.isSet(u"json"_s);
    return options;
}

} // namespace

Result<ReleaseOptions> parseReleaseOptions(const QStringList &arguments)
{
    QCommandLineParser parser;
    declare(parser);
    if (!parser.parse(QStringList{u"lockscope"_s} + arguments))
        return refused(parser.errorText());
    ReleaseOptions options;
    options.help = parser.isSet(u"help"_s);
    options.version = parser.isSet(u"version"_s);
    if (options.help || options.version)
        return options;
    return readValues(parser, std::move(options));
}

} // namespace lockscope
