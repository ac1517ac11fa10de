// SPDX-License-Identifier: MIT
#include "app/command/help.h"
#include "app/command/help_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

QString labHelp()
{
    HelpText help(u"Usage: lockscope lab SCENARIO… [options] [-- COMMAND [ARGUMENT…]]\n"
                  "       lockscope lab --list\n"
                  "       lockscope lab --suite [COMMAND [ARGUMENT…]]\n"
                  "       lockscope lab --check PROTOCOL|COMMAND [ARGUMENT…]\n"
                  "       lockscope lab --sweep PROTOCOL|COMMAND [ARGUMENT…]\n"
                  "       lockscope lab --hunt TIME PROTOCOL|COMMAND [ARGUMENT…]\n"
                  "       lockscope lab --pitfalls [CODE]\n"
                  "       lockscope lab --challenges\n"
                  "       lockscope lab --challenge NAME [--answer N]\n"
                  "       lockscope lab --compare PROTOCOL,PROTOCOL… SCENARIO\n"
                  "       lockscope lab --compare-stores [STORE,STORE…]\n"
                  "       lockscope lab --lesson DIR\n"
                  "       lockscope lab --judge FILE\n"
                  "       lockscope lab --replay FOLDER [-- COMMAND [ARGUMENT…]]"_s);
    help
        .paragraph(Words::tr(
            "Lets real processes contend for a lock on a private server (Redis, memcached, etcd or ZooKeeper) while they are crashed, paused, cut off and slowed down, "
            "and says what was violated, with the proof. No server of yours is touched, unless you name one with --url."))
        .paragraph(Words::tr("SCENARIO is the name of a built-in scenario, or a file. Without COMMAND, Lockscope's own workers play "
                             "the scenario's protocol; with it, workers of your own, in any language, are put to the same test. "
                             "`lockscope worker --selftest` checks such a worker first."))
        .heading(Words::tr("Options:"))
        .option(u"--list"_s, Words::tr("the built-in scenarios; with --store: which of them cannot be played on it, and why"))
        .option(u"--suite"_s, Words::tr("play all of them, and print a table; what follows is the COMMAND"))
        .option(u"--check"_s,
                Words::tr("put one lock to everything (the worker's self-test, all scenarios, a sweep, a hunt of up to two minutes), and "
                          "print for each pitfall whether the lock kept it, with the proof if not; up to five minutes"))
        .option(u"--html FILE"_s, Words::tr("with --check: write the result as a page, too"))
        .option(u"--json FILE"_s, Words::tr("with --check: write it as JSON, too"))
        .option(u"--time TIME"_s, Words::tr("with --check: how long its hunt takes (without it: up to 2m)"))
        .option(u"--sweep"_s, Words::tr("kill, pause and deafen a worker before and after each command of its requests, and print what "
                                        "another one then finds, as a table"))
        .option(u"--hunt TIME"_s,
                Words::tr("random faults on random scenarios for this long, for example 5m; the first that violates what must hold "
                          "is made smaller and saved"))
        .option(u"--pitfalls [CODE]"_s, Words::tr("the ways in which locks go wrong; of one: what goes wrong, who answers for it, the "
                                                  "fix, and its stories"))
        .option(u"--challenges"_s, Words::tr("the challenges, in the order that teaches, and which of them you have solved"))
        .option(u"--challenge NAME"_s,
                Words::tr("ask this challenge; NAME is also its number. What you answer is played, and the judge decides"))
        .option(u"--answer N"_s, Words::tr("play this answer instead of asking"))
        .option(u"--compare PROTOCOLS"_s,
                Words::tr("play the scenario with each of 2 to 6 protocols, and print one row for each, aligned at the fault: who "
                          "holds the lock when, what was refused or violated, and the verdict"))
        .option(
            u"--compare-stores [STORES]"_s,
            Words::tr("let a holder crash, stand still and be cut off, restart the server, and set a clock wrong, on each of these stores "
                      "(redis,memcached,etcd,zookeeper; without a list: all): how long until the lock is free, and what was found"))
        .option(u"--lesson DIR"_s,
                Words::tr(
                    "write five pages for a class (a mistaken deletion, a token, a watchdog, a long pause, a fencing token), each a run to "
                    "step through with questions, and answers.html"))
        .option(u"--json"_s,
                Words::tr("of --suite, --compare, --compare-stores, a sweep, a hunt, --pitfalls, --challenges or --challenge: print JSON"))
        .option(u"--judge FILE"_s, Words::tr("judge the history of an earlier run again"))
        .option(u"--replay FOLDER"_s, Words::tr("play an earlier run again: the same scenario, seed and faults, in a folder of its "
                                                "own; never the same interleaving"))
        .option(u"--junit FILE"_s, Words::tr("write the results as JUnit's XML: violated is a failure, inconclusive and skipped "
                                             "are skipped, a fault of the Lab is an error"))
        .option(u"--baseline FILE"_s, Words::tr("with --suite: fail only if a verdict differs from the one in FILE"))
        .option(u"--write-baseline"_s, Words::tr("write what is found to that FILE instead"))
        .option(u"--seed N"_s, Words::tr("of everything random (1 to 2^53; otherwise a new one)"))
        .option(u"--cluster"_s, Words::tr("with scenarios or --suite: play on a cluster of three primaries and three replicas instead of "
                                          "one server. A scenario that is about a cluster plays on one anyway"))
        .option(
            u"--store STORE"_s,
            Words::tr(
                "with scenarios, --suite, --sweep, --hunt or --check, before it: play on a private server of this store: redis, memcached, "
                "etcd or zookeeper. Another store than Redis "
                "needs a COMMAND whose library speaks to it; what it cannot do is said"))
        .option(u"--server PROGRAM"_s, Words::tr("another program of the server: another redis-server, a valkey-server"))
        .option(u"--url URL"_s, Words::tr("play on this server instead of a private one: under a prefix that nobody else has, and "
                                          "only what concerns the workers, not the server. Who owned a key is not judged there"))
        .option(u"--password-file FILE"_s, Words::tr("the password of --url; or put it into LOCKSCOPE_PASSWORD"))
        .option(u"--runs DIR"_s, Words::tr("where each run leaves a folder with its scenario, history, verdicts, timeline and a "
                                           "report.html to show or to mail (by default $XDG_STATE_HOME/lockscope/runs)"));
    addCommonHelp(help);
    return help.heading(Words::tr("Examples:"))
        .verbatim(u"lockscope lab plain-del-after-expiry"_s)
        .verbatim(u"lockscope lab pause-without-fencing pause-with-fencing --seed 7"_s)
        .verbatim(u"lockscope lab --cluster compare-and-delete"_s)
        .verbatim(u"lockscope lab --suite python3 my_worker.py"_s)
        .verbatim(u"lockscope lab --store memcached token-after-expiry -- python3 my_worker.py"_s)
        .verbatim(u"lockscope lab --baseline lab.json --junit lab.xml --suite ./my_worker"_s)
        .verbatim(u"lockscope lab --html check.html --check python3 my_worker.py"_s)
        .verbatim(u"lockscope lab --sweep python3 my_worker.py"_s)
        .verbatim(u"lockscope lab --store zookeeper --sweep python3 my_worker.py"_s)
        .verbatim(u"lockscope lab --hunt 5m set-nx-del --seed 7"_s)
        .verbatim(u"lockscope lab --pitfalls R1"_s)
        .verbatim(u"lockscope lab --challenge 1"_s)
        .verbatim(u"lockscope lab --compare set-nx-del,token,fenced pause-without-fencing"_s)
        .verbatim(u"lockscope lab --compare-stores redis,memcached,etcd,zookeeper"_s)
        .heading(Words::tr("Exit codes:"))
        .exitCode(0, Words::tr("as the scenario expects; of a worker of yours: nothing that must hold is violated; with a baseline: "
                               "nothing has changed; a right answer to a challenge"))
        .exitCode(1, Words::tr("not as expected, or violated; a worker broke the rules; a wrong answer"))
        .exitCode(2, Words::tr("wrong usage, or a file that cannot be read or written"))
        .exitCode(3, Words::tr("inconclusive, or the scenario did not take place"))
        .exitCode(69, Words::tr("no server could be started"))
        .text();
}

} // namespace lockscope
