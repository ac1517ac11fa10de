// SPDX-License-Identifier: MIT
#include "app/command/help.h"
#include "app/command/help_text.h"
#include "lockcore/locks/catalogue.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

QStringList protocolNames(bool sound)
{
    QStringList names;
    for (const auto &protocol : lockcore::protocols()) {
        if (protocol.sound == sound && !protocol.onlyInLab)
            names += QString::fromUtf8(protocol.name.data(), static_cast<qsizetype>(protocol.name.size()));
    }
    return names;
}

void addLock(HelpText &help)
{
    help.heading(Words::tr("The lock:"))
        .option(u"--key-base64 TEXT"_s, Words::tr("instead of KEY: for one that begins with - or cannot be typed"))
        .option(u"--lease DURATION"_s,
                Words::tr("after this time the lock ends if nothing renews it (30s). Without --lease a protocol that has a "
                          "watchdog renews it as long as the command runs; otherwise the command must be done within it"))
        .option(u"--wait DURATION"_s, Words::tr("wait at most this long (5s); 0 for one try, 'forever' for no limit"))
        .option(u"--option NAME=VALUE"_s, Words::tr("an option of the protocol; may be repeated"))
        .option(u"--server URL"_s, Words::tr("a further server, for redlock; may be repeated"))
        .option(u"--keep-running"_s, Words::tr("leave the command alone: if the lock is lost, say so; it also outlives lockscope"));
}

void addExamples(HelpText &help)
{
    help.heading(Words::tr("Examples:"))
        .verbatim(u"lockscope lock redisson nightly -- ./report.sh"_s)
        .verbatim(u"lockscope lock token nightly redis://prod-7 --wait 0 -- ./report.sh"_s)
        .verbatim(u"lockscope lock redlock nightly redis://a --server redis://b \\"_s)
        .verbatim(u"    --server redis://c -- ./report.sh"_s);
}

} // namespace

QString lockHelp()
{
    HelpText help(u"Usage: lockscope lock PROTOCOL KEY [URL] [options] -- COMMAND [ARGUMENT…]"_s);
    help.paragraph(
        Words::tr("Runs a command while holding the lock KEY, as flock does with a file. At the end the lock is released. If the lock "
                  "is lost, or its lease ends and nothing renews it, or lockscope is killed, the command and everything it "
                  "started get SIGTERM and, after 5 s, SIGKILL. Signals that would end lockscope are passed on to the command, but "
                  "not one that the whole process group received. While lockscope waits for the lock or releases it, a signal "
                  "lets it finish and then ends it; another, more than 2 s later, ends it at once."));
    addLock(help);
    addServerHelp(help);
    help.heading(Words::tr("Protocols that keep others out while the work stays within the lease:"))
        .names(protocolNames(true))
        .heading(Words::tr("Protocols with a flaw, to see it at work:"))
        .names(protocolNames(false))
        .heading(Words::tr("For the command:"))
        .option(u"LOCKSCOPE_FENCING_TOKEN"_s, Words::tr("in its environment, if the protocol has one"))
        .option(u"LOCKSCOPE_PASSWORD"_s, Words::tr("not in its environment"))
        .option(u"LOCKSCOPE_URL"_s, Words::tr("in its environment without its password"))
        .option(u"Ctrl+C, Ctrl+Z"_s,
                Words::tr("reach it as they reach lockscope. While both are stopped nothing renews the lease; when it ends, the "
                          "command is ended"));
    help.paragraph(Words::tr("What lockscope cannot end continues to work without the lock: a process of another user (sudo), what the "
                             "command leaves in the background when it ends, and, if both processes of lockscope (`ps` calls the second "
                             "lock-runner) are killed by SIGKILL at the same time, what the command started; if both are stopped by "
                             "SIGSTOP, the command itself. If the connection is lost while lockscope waits for the lock, it continues to "
                             "wait when the connection is back; if the connection is lost before the release, it tries again until the "
                             "lease ends, or a signal comes."));
    addExamples(help);
    return help.heading(Words::tr("Exit codes: the command's own, 128 + n if signal n ended it, and"))
        .exitCode(64, Words::tr("wrong usage"))
        .exitCode(69, Words::tr("no server, or it refused"))
        .exitCode(75, Words::tr("not acquired in time"))
        .exitCode(76, Words::tr("the lock was lost"))
        .exitCode(126, Words::tr("the command cannot be run"))
        .exitCode(127, Words::tr("there is no such command"))
        .text();
}

} // namespace lockscope
