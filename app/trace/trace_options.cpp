// SPDX-License-Identifier: MIT
#include "app/trace/trace_options.h"

#include "app/command/arguments.h"
#include "app/command/command_line.h"
#include "lockcore/base/duration.h"
#include "ui/words/lock_words.h"
#include "ui/words/refused.h"
#include "ui/words/tr.h"
#include "ui/words/trace_words.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Result;

namespace {

CommandLine::Options traceOptions()
{
    return {{u"json"_s, u"yes"_s, u"fail-if-any"_s}, {u"for"_s, u"filter"_s, u"max-load"_s, u"pattern"_s, u"formats"_s, u"timeout"_s}};
}

// A URL has "://"; every other word is a key.
Result<void> readServerAndKeys(const CommandLine &line, TraceCommandOptions &options)
{
    std::optional<QString> url;
    for (const auto &word : line.words()) {
        if (!word.contains(u"://"_s)) {
            options.keys.push_back(argumentBytes(word));
        } else if (url) {
            return refused(Words::tr("one server at a time: there are several URLs"));
        } else {
            url = word;
        }
    }
    auto target = line.server(url);
    if (!target)
        return target.error();
    if (target->endpoint.cluster && options.keys.empty())
        return refused(traceOfACluster());
    options.endpoint = std::move(target->endpoint);
    options.patterns = std::move(target->patterns);
    options.profile = line.value(u"profile"_s);
    options.production = target->production;
    options.noTraces = target->noTraces;
    return {};
}

Result<void> readTime(const CommandLine &line, TraceCommandOptions &options)
{
    if (!line.isSet(u"for"_s))
        return {};
    const auto time = lockcore::parseDuration(argumentBytes(line.value(u"for"_s)));
    if (!time)
        return refused("--for", time.error());
    if (*time < std::chrono::seconds(1) || *time > lockcore::TraceOptions::mostTime)
        return refused(Words::tr("--for: give a duration from 1s to 5m"));
    options.time = *time;
    return {};
}

Result<void> readMaxLoad(const CommandLine &line, TraceCommandOptions &options)
{
    if (!line.isSet(u"max-load"_s))
        return {};
    auto text = line.value(u"max-load"_s);
    if (text.endsWith(u'%'))
        text.chop(1);
    const auto percent = lockcore::parseInteger(argumentBytes(text));
    if (!percent || *percent < 1 || *percent > 100)
        return refused(Words::tr("--max-load: give a share of a core from 1% to 100%"));
    options.maxLoad = static_cast<double>(*percent) / 100;
    return {};
}

} // namespace

Result<TraceCommandOptions> parseTraceOptions(const QStringList &arguments)
{
    const auto line = CommandLine::parse(arguments, traceOptions());
    if (!line)
        return line.error();
    TraceCommandOptions options;
    if (isAboutItself(*line, options))
        return options;
    for (const auto read : {readServerAndKeys, readTime, readMaxLoad}) {
        if (const auto done = read(*line, options); !done)
            return done.error();
    }
    auto filter = line->filter();
    if (!filter)
        return filter.error();
    options.filter = std::move(filter).value();
    const auto timeout = line->timeout();
    if (!timeout)
        return timeout.error();
    options.timeout = *timeout;
    if (const auto added = line->addPatterns(options.patterns); !added)
        return added.error();
    options.json = line->isSet(u"json"_s);
    options.yes = line->isSet(u"yes"_s);
    options.failIfAny = line->isSet(u"fail-if-any"_s);
    return options;
}

} // namespace lockscope
