// SPDX-License-Identifier: MIT
#include "app/worker/worker_options.h"

#include "app/command/arguments.h"
#include "ui/words/refused.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Result;

namespace {

// All words after --selftest [--store STORE] belong to the command, including its options.
Result<WorkerOptions> selftest(QStringList command)
{
    WorkerOptions options;
    if (command.value(0) == u"--store"_s) {
        const auto store = lockcore::fromWord<lockcore::Store>(argumentBytes(command.value(1)));
        if (!store)
            return refused(
                Words::tr("--store: there is no store \"%1\"; there are %2")
                    .arg(shownText(argumentBytes(command.value(1)), 60), QString::fromStdString(lockcore::listOfWords<lockcore::Store>())));
        options.store = *store;
        command.remove(0, 2);
    }
    if (command.value(0) == u"--"_s)
        command.removeFirst();
    if (command.isEmpty())
        return refused(Words::tr("--selftest: give the command that starts your worker"));
    for (const auto &word : command)
        options.tested.push_back(argumentBytes(word));
    return options;
}

Result<WorkerOptions> builtIn(const QStringList &words)
{
    WorkerOptions options;
    options.protocol = lockcore::findProtocol(argumentBytes(words[0]));
    if (!options.protocol)
        return refused(Words::tr("there is no protocol \"%1\"").arg(shownText(argumentBytes(words[0]), 60)));
    for (const auto &word : words.mid(1)) {
        const auto equals = word.indexOf(u'=');
        if (equals < 1)
            return refused(Words::tr("write NAME=VALUE, not \"%1\"").arg(shownText(argumentBytes(word), 60)));
        options.protocolOptions[argumentBytes(word.left(equals))] = argumentBytes(word.mid(equals + 1));
    }
    return options;
}

} // namespace

Result<WorkerOptions> parseWorkerOptions(const QStringList &arguments)
{
    WorkerOptions options;
    const auto first = arguments.value(0);
    if (first == u"--selftest"_s)
        return selftest(arguments.mid(1));
    options.help = arguments.contains(u"--help"_s) || arguments.contains(u"-h"_s);
    options.version = arguments.contains(u"--version"_s) || arguments.contains(u"-v"_s);
    if (options.help || options.version)
        return options;
    if (first.startsWith(u'-'))
        return refused(Words::tr("there is no option \"%1\"").arg(shownText(argumentBytes(first), 60)));
    if (first.isEmpty())
        return refused(Words::tr("give a protocol, or --selftest and a command"));
    return builtIn(arguments);
}

} // namespace lockscope
