// SPDX-License-Identifier: MIT
#include "app/lock/lock_options.h"

#include "app/command/arguments.h"
#include "app/command/command_line.h"
#include "lockcore/base/duration.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>
#include <span>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Result;

namespace {

constexpr lockcore::Milliseconds usualLease = std::chrono::seconds(30);
constexpr lockcore::Milliseconds usualWait = std::chrono::seconds(5);

CommandLine::Options declared()
{
    return {{u"keep-running"_s}, {u"key-base64"_s, u"lease"_s, u"wait"_s, u"server"_s, u"option"_s, u"timeout"_s}};
}

// `words` are the remaining arguments; PROTOCOL and KEY are removed from them.
Result<void> readProtocolAndKey(const CommandLine &line, QStringList &words, LockOptions &options)
{
    const bool keyApart = line.isSet(u"key-base64"_s);
    if (words.size() < (keyApart ? 1 : 2))
        return refused(Words::tr("give a protocol and a key; use --key-base64 for a key that begins with -"));
    const auto protocol = argumentBytes(words.takeFirst());
    options.protocol = lockcore::findProtocol(protocol);
    if (!options.protocol)
        return refused(Words::tr("there is no protocol \"%1\"").arg(shownText(protocol, 60)));
    if (options.protocol->onlyInLab)
        return refused(Words::tr("the protocol %1 deletes keys that are not its own: only the Lab plays it, on servers of its own")
                           .arg(shownText(protocol, 60)));
    if (keyApart) {
        auto key = line.fromBase64(u"key-base64"_s);
        if (!key)
            return key.error();
        options.key = std::move(key).value();
    } else {
        options.key = argumentBytes(words.takeFirst());
        if (words.isEmpty() && options.key.find("://") != std::string::npos && lockcore::Endpoint::parse(options.key))
            return refused(
                Words::tr("there is a URL and no key: write the key before it (use --key-base64 for a key that looks like a URL)"));
    }
    if (options.key.empty())
        return refused(Words::tr("the key is empty"));
    return {};
}

// --map is for those that name others; if none does, it means nothing.
Result<void> mapEach(const CommandLine &line, std::span<lockcore::Endpoint> endpoints)
{
    const auto namesOthers = [](const lockcore::Endpoint &endpoint) { return endpoint.group || endpoint.cluster; };
    const bool any = std::ranges::any_of(endpoints, namesOthers);
    for (auto &endpoint : endpoints) {
        if (any && !namesOthers(endpoint))
            continue;
        auto target = line.mapped(targetAt(endpoint));
        if (!target)
            return target.error();
        endpoint = std::move(target->endpoint);
    }
    return {};
}

Result<void> readServers(const CommandLine &line, const QStringList &words, LockOptions &options)
{
    const auto further = line.values(u"server"_s);
    if (words.size() > 1)
        return refused(Words::tr("too many words before --: a protocol, a key, one URL; more servers with --server"));
    const auto url = words.isEmpty() ? std::nullopt : std::optional(words.front());
    if (url || further.isEmpty() || line.isSet(u"profile"_s)) {
        auto target = line.server(url, Access::Write);
        if (!target)
            return target.error();
        if (target->readOnly)
            return refused(Words::tr("the profile \"%1\" is marked read-only: no lock is acquired there").arg(line.value(u"profile"_s)));
        options.endpoints.push_back(std::move(target->endpoint));
    }
    for (const auto &each : further) {
        auto endpoint = endpointFor(each, line.passwordFiles());
        if (!endpoint)
            return endpoint.error();
        options.endpoints.push_back(std::move(endpoint).value());
    }
    if (auto mapped = mapEach(line, std::span(options.endpoints).last(static_cast<std::size_t>(further.size()))); !mapped)
        return mapped.error();
    const auto isCluster = [](const lockcore::Endpoint &endpoint) { return endpoint.cluster.has_value(); };
    if (options.protocol->manyServers && std::ranges::any_of(options.endpoints, isCluster))
        return refused(Words::tr("%1 wants servers that are independent of each other, and the nodes of a cluster are not: all keys with "
                                 "this name live on one of them. Choose another protocol, or name single servers with --server")
                           .arg(QLatin1StringView(options.protocol->name)));
    if (options.endpoints.size() > 1 && !options.protocol->manyServers)
        return refused(Words::tr("this protocol uses one server, but there are %1").arg(options.endpoints.size()));
    return {};
}

Result<void> readLease(const CommandLine &line, LockOptions &options)
{
    if (!line.isSet(u"lease"_s)) {
        if (!options.protocol->watchdog)
            options.lease = usualLease;
        return {};
    }
    const auto lease = lockcore::parseDuration(line.value(u"lease"_s).toStdString());
    if (!lease)
        return refused("--lease", lease.error());
    if (*lease <= lockcore::Milliseconds::zero() || *lease > lockcore::Lock::longestLease)
        return refused(Words::tr("--lease: give a positive duration of at most a year, like 30s"));
    options.lease = *lease;
    return {};
}

Result<void> readWait(const CommandLine &line, LockOptions &options)
{
    const auto text = line.value(u"wait"_s);
    options.wait = lockcore::Wait::notified(options.protocol->usualInterval);
    if (text == u"forever"_s)
        return {};
    if (text == u"0"_s) {
        options.wait = lockcore::Wait::atOnce();
        return {};
    }
    const auto wait = line.isSet(u"wait"_s) ? lockcore::parseDuration(text.toStdString()) : usualWait;
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
            return refused(Words::tr("--option: write NAME=VALUE, not \"%1\"").arg(shownText(argumentBytes(text), 60)));
        options.protocolOptions[argumentBytes(text.left(equals))] = argumentBytes(text.mid(equals + 1));
    }
    return {};
}

Result<LockOptions> readValues(const CommandLine &line, LockOptions options)
{
    auto words = line.words();
    if (auto read = readProtocolAndKey(line, words, options); !read)
        return read.error();
    if (auto read = readServers(line, words, options); !read)
        return read.error();
    if (auto read = readLease(line, options); !read)
        return read.error();
    if (auto read = readWait(line, options); !read)
        return read.error();
    if (auto read = readProtocolOptions(line.values(u"option"_s), options); !read)
        return read.error();
    const auto timeout = line.timeout();
    if (!timeout)
        return timeout.error();
    options.timeout = *timeout;
    options.keepRunning = line.isSet(u"keep-running"_s);
    return options;
}

} // namespace

Result<LockOptions> parseLockOptions(const QStringList &arguments)
{
    const auto end = arguments.indexOf(u"--"_s); // everything after `--` belongs to the command
    const auto line = CommandLine::parse(arguments.mid(0, end), declared());
    if (!line)
        return line.error();
    LockOptions options;
    if (isAboutItself(*line, options))
        return options;
    if (end >= 0)
        options.command = arguments.mid(end + 1);
    if (options.command.isEmpty())
        return refused(Words::tr("there is no command: write it after --"));
    return readValues(*line, std::move(options));
}

} // namespace lockscope
