// SPDX-License-Identifier: MIT
#include "app/command/arguments.h"
#include "app/command/command_application.h"
#include "app/command/exit_codes.h"
#include "app/command/help.h"
#include "app/command/standard_output.h"
#include "app/explore/explore_command.h"
#include "app/lab/lab_command.h"
#include "app/lock/lock_command.h"
#include "app/monitor/list_command.h"
#include "app/monitor/watch_command.h"
#include "app/release/release_command.h"
#include "app/trace/trace_command.h"
#include "app/window_command.h"
#include "app/worker/worker_command.h"
#include "lockcore/redis/private_server.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <string_view>
#include <unistd.h>

namespace lockscope {

namespace {

using namespace Qt::Literals::StringLiterals;

int print(const QString &text) { return writeAll(STDOUT_FILENO, text.toUtf8()) == 0 ? exitYes : exitNotComplete; }

int unknownCommand(const QString &word)
{
    const auto sentence =
        Words::tr("lockscope: There is no command \"%1\".\nTry: lockscope --help\n").arg(shownText(argumentBytes(word), 60));
    writeAll(STDERR_FILENO, sentence.toUtf8());
    return exitUsage;
}

int runCommand(const QString &word, const QStringList &arguments)
{
    if (word == u"list"_s)
        return runList(arguments);
    if (word == u"watch"_s)
        return runWatch(arguments);
    if (word == u"release"_s)
        return runRelease(arguments);
    if (word == u"trace"_s)
        return runTrace(arguments);
    if (word == u"lab"_s)
        return runLab(arguments);
    if (word == u"explore"_s)
        return runExplore(arguments);
    if (word == u"worker"_s)
        return runWorker(arguments);
    if (word == u"--version"_s || word == u"-v"_s)
        return print(versionLine());
    if (word.isEmpty() || word == u"--help"_s || word == u"-h"_s || word == u"help"_s)
        return print(generalHelp());
    return unknownCommand(word);
}

} // namespace

} // namespace lockscope

int main(int argc, char **argv)
{
    using namespace lockscope;
    const std::string_view word = argc > 1 ? argv[1] : "";
    if (word == "supervise") // before Qt starts: the supervisor must survive the death of its parent
        return lockcore::superviseMain(argc, argv);
    if (word == "lock") // before Qt starts, because it forks
        return lockMain(argc, argv);
    if (isForWindow(word))
        return runWindow(argc, argv);
    const CommandApplication application(argv);
    const auto arguments = argumentTexts({argv, static_cast<std::size_t>(argc)});
    return runCommand(arguments.value(1), arguments.mid(2));
}
