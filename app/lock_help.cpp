// SPDX-License-Identifier: MIT
#include "app/help.h"
#include "locks/catalogue.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

struct LockHelpWords
{
    Q_DECLARE_TR_FUNCTIONS(LockHelpWords)
};

// The names of all that are sound, or of all that are not, as a paragraph.
QString protocolNames(bool sound)
{
    constexpr qsizetype widest = 90;
    QString text;
    QString line = u"   "_s;
    for (const auto &protocol : lockcore::protocols()) {
        if (protocol.sound != sound)
            continue;
        const auto name = QString::fromUtf8(protocol.name.data(), static_cast<qsizetype>(protocol.name.size()));
        if (line.size() + 1 + name.size() > widest) {
            text += line + u'\n';
            line = u"   "_s;
        }
        line += u' ' + name;
    }
    return text + line + u'\n';
}

QString lockOptionsPart()
{
    return LockHelpWords::tr(
        "The lock:\n"
        "  --lease DURATION      how long it holds (30s). Without --lease a protocol that has a watchdog\n"
        "                        renews it as long as the command runs; otherwise the command must be\n"
        "                        done within it\n"
        "  --wait DURATION       wait so long for it (5s); 0 for one try, 'forever' for no limit\n"
        "  --option NAME=VALUE   an option of the protocol; may be repeated\n"
        "  --server URL          a further server, for redlock; may be repeated\n"
        "  --keep-running        if the lock is lost say so, but leave the command alone\n\n");
}

} // namespace

QString lockHelp()
{
    return LockHelpWords::tr(
               "Usage: lockscope lock PROTOCOL KEY [URL] [options] -- COMMAND [ARGUMENT…]\n\n"
               "Runs a command while holding the lock KEY, as flock does with a file. At the\n"
               "end the lock is released. When the lock is lost, or its lease ends with nobody\n"
               "renewing it, or lockscope is killed, the command and all that it has started\n"
               "get SIGTERM and, after 5 s, SIGKILL. Signals that would end lockscope are passed\n"
               "on to the command.\n\n")
        + lockOptionsPart()
        + serverHelp() + u'\n'
        + LockHelpWords::tr("Protocols that keep others out while the work stays within the lease:\n") + protocolNames(true)
        + LockHelpWords::tr("Protocols with a flaw, to see it at work:\n") + protocolNames(false) + u'\n'
        + LockHelpWords::tr(
               "For the command:\n"
               "  LOCKSCOPE_FENCING_TOKEN  in its environment, where the protocol has one\n"
               "  LOCKSCOPE_PASSWORD       not in its environment\n"
               "  Ctrl+C, Ctrl+Z           reach it as they reach lockscope; while both are\n"
               "                           stopped nobody renews, and at the end of the lease\n"
               "                           the command is ended\n\n"
               "What lockscope cannot end works on without the lock: a process of another user\n"
               "(sudo), what the command leaves behind in the background when it ends, and what\n"
               "the command has started if both processes of lockscope are killed by SIGKILL at\n"
               "the same time. If the connection is lost before the release, lockscope tries\n"
               "again until the lease ends; a signal ends that.\n\n"
               "Examples:\n"
               "  lockscope lock redisson nightly -- ./report.sh\n"
               "  lockscope lock token nightly redis://prod-7 --lease 2m --wait 0 -- ./report.sh\n"
               "  lockscope lock redlock nightly redis://a --server redis://b --server redis://c -- ./report.sh\n\n"
               "Exit codes: the command's own, 128 + n if signal n ended it, and\n"
               "  64 wrong usage   69 no server, or it refused   75 not got in time   76 the lock was lost\n"
               "  126 the command cannot be run   127 there is no such command\n");
}

} // namespace lockscope
