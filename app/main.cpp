// SPDX-License-Identifier: MIT
#include "app/demo_worker.h"
#include "app/exit_codes.h"
#include "app/help.h"
#include "app/list_command.h"
#include "app/lock_command.h"
#include "app/release_command.h"
#include "app/standard_output.h"
#include "app/watch_command.h"
#include "app/window_command.h"
#include "redis/private_server.h"
#include "words/shown_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <string_view>
#include <unistd.h>

namespace lockscope {

namespace {

using namespace Qt::Literals::StringLiterals;

struct MainWords
{
    Q_DECLARE_TR_FUNCTIONS(MainWords)
};

int print(const QString &text)
{
    return writeAll(STDOUT_FILENO, text.toUtf8()) == 0 ? exitYes : exitNotComplete;
}

int unknownCommand(const QString &word)
{
    const auto sentence = MainWords::tr("lockscope: There is no command \"%1\"; there are list, watch, lock and release.\nTry: lockscope --help\n")
                              .arg(shownText(word.toStdString(), 60));
    writeAll(STDERR_FILENO, sentence.toUtf8());
    return exitUsage;
}

int runCommand(const QString &word, const QStringList &arguments)
{
    if (word == u"list"_s)
        return runList(arguments);
    if (word == u"watch"_s)
        return runWatch(arguments);
    if (word == u"lock"_s)
        return runLock(arguments);
    if (word == u"release"_s)
        return runRelease(arguments);
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
    const std::string_view word = argc > 1 ? argv[1] : "";
    if (word == "supervise") // before Qt: it must survive what its parent does not
        return lockcore::superviseMain(argc, argv);
    if (word == "demo-worker")
        return lockscope::demoWorkerMain(argc - 1, argv + 1);
    if (lockscope::isForWindow(word))
        return lockscope::runWindow(argc, argv);
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QString::fromLatin1("lockscope"));
    QCoreApplication::setApplicationVersion(QString::fromLatin1(LOCKSCOPE_VERSION));
    QLocale::setDefault(QLocale::system());
    const auto arguments = QCoreApplication::arguments();
    return lockscope::runCommand(arguments.value(1), arguments.mid(2));
}
