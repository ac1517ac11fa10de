// SPDX-License-Identifier: MIT
#include "app/command/options.h"

#include "app/command/arguments.h"
#include "app/command/command_line.h"
#include "lockcore/base/duration.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Result;

namespace {

CommandLine::Options declared(Command command)
{
    CommandLine::Options options{{u"json"_s, u"deep"_s}, {u"filter"_s, u"pattern"_s, u"formats"_s, u"timeout"_s}};
    if (command == Command::List)
        options.flags += {u"csv"_s, u"fail-if-any"_s, u"possible"_s};
    options.valued += command == Command::List ? QStringList{u"key"_s} : QStringList{u"attention-after"_s, u"by-prefix"_s};
    return options;
}

// The patterns of the command line are added to those of the profile.
Result<void> readServer(const CommandLine &line, Options &options)
{
    if (line.words().size() > 1)
        return refused(Words::tr("one server at a time: there are %1 URLs").arg(line.words().size()));
    auto target = line.server(line.word(0));
    if (!target)
        return target.error();
    options.endpoint = std::move(target->endpoint);
    options.patterns = std::move(target->patterns);
    options.deep = options.deep || target->deep;
    return {};
}

Result<lockcore::Milliseconds> readAttentionAfter(const CommandLine &line)
{
    if (!line.isSet(u"attention-after"_s))
        return lockcore::Milliseconds(lockcore::usualAttentionAfter);
    auto after = lockcore::parseDuration(argumentBytes(line.value(u"attention-after"_s)));
    if (!after)
        return refused("--attention-after", after.error());
    if (*after <= lockcore::Milliseconds::zero())
        return refused(Words::tr("--attention-after: give a positive duration, like 10m"));
    return after;
}

Result<std::optional<lockcore::Milliseconds>> readByPrefix(const CommandLine &line)
{
    if (!line.isSet(u"by-prefix"_s))
        return std::optional<lockcore::Milliseconds>();
    const auto interval = lockcore::parseDuration(argumentBytes(line.value(u"by-prefix"_s)));
    if (!interval)
        return refused("--by-prefix", interval.error());
    if (*interval < std::chrono::seconds(1))
        return refused(Words::tr("--by-prefix: give at least a second, like 10s"));
    return std::optional(*interval);
}

// One key is looked up as it is: what narrows or counts a list has no meaning for it.
Result<void> readKey(const CommandLine &line, Options &options)
{
    if (!line.isSet(u"key"_s))
        return {};
    for (const auto &other : {u"csv"_s, u"fail-if-any"_s, u"possible"_s, u"deep"_s, u"filter"_s}) {
        if (line.isSet(other))
            return refused(Words::tr("--key looks up one key: leave out --%1").arg(other));
    }
    if (line.values(u"key"_s).size() > 1)
        return refused(Words::tr("--key is given twice: one key at a time"));
    options.key = argumentBytes(line.value(u"key"_s));
    if (options.key.empty())
        return refused(Words::tr("--key: give the exact name of a key"));
    return {};
}

Result<Options> readValues(Command command, const CommandLine &line, Options options)
{
    if (const auto read = readServer(line, options); !read)
        return read.error();
    const auto timeout = line.timeout();
    if (!timeout)
        return timeout.error();
    options.timeout = *timeout;
    const auto attentionAfter = readAttentionAfter(line);
    if (!attentionAfter)
        return attentionAfter.error();
    options.attentionAfter = *attentionAfter;
    const auto byPrefix = readByPrefix(line);
    if (!byPrefix)
        return byPrefix.error();
    options.byPrefix = *byPrefix;
    if (const auto read = readKey(line, options); !read)
        return read.error();
    auto filter = line.filter();
    if (!filter)
        return filter.error();
    options.filter = std::move(filter).value();
    if (const auto term = options.filter.termThatNeedsATrace())
        return refused(Words::tr("--filter: %1 never matches here, because Redis does not record which client changed a lock; use it in "
                                 "`lockscope trace`, or in the window after a trace")
                           .arg(shownText(*term, 60)));
    if (const auto term = options.filter.termThatNeedsAWatch(); term && command == Command::List)
        return refused(Words::tr("--filter: %1 never matches in a list, because a single sweep cannot know it; use it in `lockscope "
                                 "watch` or in the window. For an alert, ask for what one sweep shows, such as state:immortal, "
                                 "state:no-lease or ttl>1h.")
                           .arg(shownText(*term, 60)));
    if (const auto added = line.addPatterns(options.patterns); !added)
        return added.error();
    return options;
}

} // namespace

Result<Options> parseOptions(Command command, const QStringList &arguments)
{
    const auto line = CommandLine::parse(arguments, declared(command));
    if (!line)
        return line.error();
    Options options;
    if (isAboutItself(*line, options))
        return options;
    options.json = line->isSet(u"json"_s);
    options.deep = line->isSet(u"deep"_s);
    options.csv = line->isSet(u"csv"_s);
    if (options.csv && options.json)
        return refused(Words::tr("--json and --csv exclude each other; choose one"));
    options.failIfAny = line->isSet(u"fail-if-any"_s);
    options.possible = line->isSet(u"possible"_s);
    return readValues(command, *line, std::move(options));
}

} // namespace lockscope
