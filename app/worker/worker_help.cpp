// SPDX-License-Identifier: MIT
#include "app/command/help.h"
#include "app/command/help_text.h"
#include "lockcore/locks/catalogue.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

QStringList protocolNames()
{
    QStringList names;
    for (const auto &protocol : lockcore::protocols())
        names += QString::fromUtf8(protocol.name.data(), static_cast<qsizetype>(protocol.name.size()));
    return names;
}

} // namespace

QString workerHelp()
{
    HelpText help(u"Usage: lockscope worker PROTOCOL [NAME=VALUE…]\n"
                  "       lockscope worker --selftest [--store STORE] COMMAND [ARGUMENT…]"_s);
    help.paragraph(Words::tr("A worker of the Lab: a process that acquires and releases locks because lines on its input tell it to, "
                             "and answers on its output. The first form is Lockscope's own worker; the Lab starts it."))
        .paragraph(Words::tr("The second form checks a worker of yours, in any language: it plays the Lab on a private server "
                             "and says, in one sentence each, which rules of the worker protocol it breaks, and whether killing "
                             "and stopping it works. docs/write-a-worker.md shows how to write one."))
        .heading(Words::tr("Protocols:"))
        .names(protocolNames())
        .heading(Words::tr("Options:"))
        .option(u"NAME=VALUE"_s, Words::tr("an option of the protocol, as for `lock --option`: lease=400ms"))
        .option(u"--store STORE"_s,
                Words::tr("after --selftest: the worker speaks to this store, redis (as usual), memcached, etcd or zookeeper"))
        .option(u"--selftest COMMAND"_s, Words::tr("check this worker; all that follows belongs to the command"));
    addCommonHelp(help);
    return help.heading(Words::tr("Examples:"))
        .verbatim(u"lockscope worker --selftest python3 my_worker.py"_s)
        .verbatim(u"lockscope worker --selftest lockscope worker token-watchdog lease=2s"_s)
        .heading(Words::tr("Exit codes:"))
        .exitCode(0, Words::tr("the worker finished, or the self-test found no mistake"))
        .exitCode(1, Words::tr("the self-test found mistakes, or there is no server"))
        .exitCode(69, Words::tr("the self-test could start no server"))
        .exitCode(2, Words::tr("wrong usage"))
        .text();
}

} // namespace lockscope
