// SPDX-License-Identifier: MIT
#include "app/release/release_options.h"

#include "app/command/arguments.h"
#include "app/command/command_line.h"
#include "lockcore/base/duration.h"
#include "ui/words/refused.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Bytes;
using lockcore::ReleaseAction;
using lockcore::Result;

namespace {

constexpr lockcore::Milliseconds longestObservation = std::chrono::hours(1);
constexpr qsizetype longestReason = 500;
constexpr lockcore::Milliseconds longestLease = std::chrono::hours(24 * 365);

CommandLine::Options releaseOptions()
{
    return {{u"all"_s, u"even-if-renewed"_s, u"drop-dead-head"_s, u"yes"_s, u"dry-run"_s, u"no-watch"_s, u"json"_s},
            {u"key-base64"_s, u"owner"_s, u"owner-base64"_s, u"count"_s, u"give-lease"_s, u"pattern"_s, u"formats"_s, u"timeout"_s,
             u"reason"_s, u"observe"_s}};
}

Result<void> readKeyAndServer(const CommandLine &line, ReleaseOptions &options)
{
    auto positional = line.words();
    if (line.isSet(u"key-base64"_s)) {
        auto key = line.fromBase64(u"key-base64"_s);
        if (!key)
            return key.error();
        options.wish.id.key = std::move(key).value();
    } else if (!positional.isEmpty()) {
        options.wish.id.key = argumentBytes(positional.takeFirst());
    }
    if (options.wish.id.key.empty())
        return refused(Words::tr("give the key of the lock"));
    if (positional.size() > 1)
        return refused(Words::tr("one key and one URL: there are too many words"));
    auto target = line.server(positional.isEmpty() ? std::nullopt : std::optional(positional.front()), Access::Write);
    if (!target)
        return target.error();
    options.endpoint = std::move(target->endpoint);
    options.patterns = std::move(target->patterns);
    options.profile = line.value(u"profile"_s);
    options.readOnly = target->readOnly;
    options.production = target->production;
    options.wish.id.db = options.endpoint.db;
    return {};
}

// Naming the holder makes the release safe: the command line must name one holder, or explicitly all of them.
Result<void> readOwner(const CommandLine &line, ReleaseOptions &options)
{
    const auto given = line.values(u"owner"_s).size() + line.values(u"owner-base64"_s).size() + (line.isSet(u"all"_s) ? 1 : 0);
    if (line.isSet(u"drop-dead-head"_s) && (given != 1 || line.isSet(u"all"_s)))
        return refused(Words::tr("--drop-dead-head: name the waiter with --owner"));
    if (given != 1)
        return refused(Words::tr("name one holder with --owner, or use --all to free every one"));
    if (line.isSet(u"owner"_s))
        options.wish.owners = {argumentBytes(line.value(u"owner"_s))};
    if (line.isSet(u"owner-base64"_s)) {
        auto owner = line.fromBase64(u"owner-base64"_s);
        if (!owner)
            return owner.error();
        options.wish.owners = {std::move(owner).value()};
    }
    if (options.wish.owners == std::vector<Bytes>{Bytes()}) // this happens with an unset variable in a script
        return refused(Words::tr("the owner is empty: name one, or use --all to free every one"));
    return {};
}

Result<void> readAction(const CommandLine &line, ReleaseOptions &options)
{
    const bool drops = line.isSet(u"drop-dead-head"_s);
    if (drops && line.isSet(u"give-lease"_s))
        return refused(Words::tr("--give-lease and --drop-dead-head cannot be combined; run one after the other"));
    if (drops)
        options.wish.action = ReleaseAction::DropDeadHead;
    if (!line.isSet(u"give-lease"_s))
        return {};
    const auto lease = lockcore::parseDuration(line.value(u"give-lease"_s).toStdString());
    if (!lease)
        return refused("--give-lease", lease.error());
    if (*lease <= lockcore::Milliseconds::zero() || *lease > longestLease)
        return refused(Words::tr("--give-lease: give a positive duration of at most a year, like 30s"));
    options.wish.action = ReleaseAction::GiveLease;
    options.wish.lease = *lease;
    return {};
}

Result<void> readCount(const CommandLine &line, ReleaseOptions &options)
{
    if (!line.isSet(u"count"_s))
        return {};
    const auto count = lockcore::parseInteger(line.value(u"count"_s).toStdString());
    if (!count || *count < 1 || *count > 1'000'000)
        return refused(Words::tr("--count: give a number of at least 1"));
    options.wish.count = count;
    return {};
}

Result<void> readReason(const CommandLine &line, ReleaseOptions &options)
{
    const auto reason = line.value(u"reason"_s);
    if (reason.size() > longestReason)
        return refused(Words::tr("--reason: at most %1 characters").arg(longestReason));
    options.reason = reason.toStdString();
    return {};
}

Result<void> readObservation(const CommandLine &line, ReleaseOptions &options)
{
    if (!line.isSet(u"observe"_s))
        return {};
    const auto time = lockcore::parseDuration(line.value(u"observe"_s).toStdString());
    if (!time)
        return refused("--observe", time.error());
    if (*time > longestObservation)
        return refused(Words::tr("--observe: at most an hour, usually 15s"));
    options.observe = *time;
    return {};
}

Result<ReleaseOptions> readValues(const CommandLine &line, ReleaseOptions options)
{
    for (const auto read : {readKeyAndServer, readOwner, readAction, readCount, readReason, readObservation}) {
        if (auto done = read(line, options); !done)
            return done.error();
    }
    const auto timeout = line.timeout();
    if (!timeout)
        return timeout.error();
    options.timeout = *timeout;
    if (const auto added = line.addPatterns(options.patterns); !added)
        return added.error();
    options.wish.evenIfRenewed = line.isSet(u"even-if-renewed"_s);
    options.yes = line.isSet(u"yes"_s);
    options.dryRun = line.isSet(u"dry-run"_s);
    options.watch = !line.isSet(u"no-watch"_s);
    options.json = line.isSet(u"json"_s);
    return options;
}

} // namespace

Result<ReleaseOptions> parseReleaseOptions(const QStringList &arguments)
{
    const auto line = CommandLine::parse(arguments, releaseOptions());
    if (!line)
        return line.error();
    ReleaseOptions options;
    if (isAboutItself(*line, options))
        return options;
    return readValues(*line, std::move(options));
}

} // namespace lockscope
