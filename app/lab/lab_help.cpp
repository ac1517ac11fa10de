// SPDX-License-Identifier: MIT
#include "app/command/help.h"
#include "app/command/help_text.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

struct LabHelpWords
{
    Q_DECLARE_TR_FUNCTIONS(LabHelpWords)
};

} // namespace

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
                  "       lockscope lab --lesson DIR\n"
                  "       lockscope lab --judge FILE\n"
                  "       lockscope lab --replay FOLDER [-- COMMAND [ARGUMENT…]]"_s);
    help
        .paragraph(LabHelpWords::tr(
            "Lets real processes contend for a lock on a private Redis server while they are crashed, paused, cut off and slowed down, "
            "and says what was violated, with the proof. No server of yours is touched, unless you name one with --url."))
        .paragraph(LabHelpWords::tr("SCENARIO is the name of a built-in scenario, or a file. Without COMMAND, Lockscope's own workers play "
                                    "the scenario's protocol; with it, workers of your own, in any language, are put to the same test. "
                                    "`lockscope worker --selftest` checks such a worker first."))
        .heading(LabHelpWords::tr("Options:"))
        .option(u"--list"_s, LabHelpWords::tr("the built-in scenarios"))
        .option(u"--suite"_s, LabHelpWords::tr("play all of them, and print a table; what follows is the COMMAND"))
        .option(u"--check"_s,
                LabHelpWords::tr("put one lock to everything (the worker's self-test, all scenarios, a sweep, a hunt of two minutes), and "
                                 "print for each pitfall whether the lock kept it, with the proof if not; up to five minutes"))
        .option(u"--html FILE"_s, LabHelpWords::tr("with --check: write the result as a page, too"))
        .option(u"--json FILE"_s, LabHelpWords::tr("with --check: write it as JSON, too"))
        .option(u"--time TIME"_s, LabHelpWords::tr("with --check: how long its hunt takes (2m)"))
        .option(u"--sweep"_s,
                LabHelpWords::tr("kill, pause and deafen a worker before and after each command of its requests, and print what "
                                 "another one then finds, as a table"))
        .option(u"--hunt TIME"_s,
                LabHelpWords::tr("random faults on random scenarios for this long, for example 5m; the first that violates what must hold "
                                 "is made smaller and saved"))
        .option(u"--pitfalls [CODE]"_s,
                LabHelpWords::tr("the ways in which locks go wrong; of one: what goes wrong, who answers for it, the "
                                 "fix, and its stories"))
        .option(u"--challenges"_s, LabHelpWords::tr("the challenges, in the order that teaches, and which of them you have solved"))
        .option(u"--challenge NAME"_s,
                LabHelpWords::tr("ask this challenge; NAME is also its number. What you answer is played, and the judge decides"))
        .option(u"--answer N"_s, LabHelpWords::tr("play this answer instead of asking"))
        .option(u"--compare PROTOCOLS"_s,
                LabHelpWords::tr("play the scenario with each of 2 to 6 protocols, and print one row for each, aligned at the fault: who "
                                 "holds the lock when, what was refused or violated, and the verdict"))
        .option(u"--lesson DIR"_s,
                LabHelpWords::tr("write four pages for a class (a mistaken deletion, a token, a watchdog, a fencing token), each a run to "
                                 "step through with questions, and answers.html"))
        .option(u"--json"_s,
                LabHelpWords::tr("of --suite, --compare, a sweep, a hunt, --pitfalls, --challenges or --challenge: print JSON"))
        .option(u"--judge FILE"_s, LabHelpWords::tr("judge the history of an earlier run again"))
        .option(u"--replay FOLDER"_s, LabHelpWords::tr("play an earlier run again: the same scenario, seed and faults, in a folder of its "
                                                       "own; never the same interleaving"))
        .option(u"--junit FILE"_s, LabHelpWords::tr("write the results as JUnit's XML: violated is a failure, inconclusive and skipped "
                                                    "are skipped, a fault of the Lab is an error"))
        .option(u"--baseline FILE"_s, LabHelpWords::tr("with --suite: fail only if a verdict differs from the one in FILE"))
        .option(u"--write-baseline"_s, LabHelpWords::tr("write what is found to that FILE instead"))
        .option(u"--seed N"_s, LabHelpWords::tr("of everything random (1 to 2^53; otherwise a new one)"))
        .option(u"--server PROGRAM"_s, LabHelpWords::tr("another redis-server, or a valkey-server"))
        .option(u"--url URL"_s, LabHelpWords::tr("play on this server instead of a private one: under a prefix that nobody else has, and "
                                                 "only what concerns the workers, not the server. Who owned a key is not judged there"))
        .option(u"--password-file FILE"_s, LabHelpWords::tr("the password of --url; or put it into LOCKSCOPE_PASSWORD"))
        .option(u"--runs DIR"_s, LabHelpWords::tr("where each run leaves a folder with its scenario, history, verdicts, timeline and a "
                                                  "report.html to show or to mail (by default $XDG_STATE_HOME/lockscope/runs)"));
    addCommonHelp(help);
    return help.heading(LabHelpWords::tr("Examples:"))
        .verbatim(u"lockscope lab plain-del-after-expiry"_s)
        .verbatim(u"lockscope lab pause-without-fencing pause-with-fencing --seed 7"_s)
        .verbatim(u"lockscope lab --suite python3 my_worker.py"_s)
        .verbatim(u"lockscope lab --baseline lab.json --junit lab.xml --suite ./my_worker"_s)
        .verbatim(u"lockscope lab --html check.html --check python3 my_worker.py"_s)
        .verbatim(u"lockscope lab --sweep python3 my_worker.py"_s)
        .verbatim(u"lockscope lab --hunt 5m set-nx-del --seed 7"_s)
        .verbatim(u"lockscope lab --pitfalls R1"_s)
        .verbatim(u"lockscope lab --challenge 1"_s)
        .verbatim(u"lockscope lab --compare set-nx-del,token,fenced pause-without-fencing"_s)
        .heading(LabHelpWords::tr("Exit codes:"))
        .exitCode(0, LabHelpWords::tr("as the scenario expects; of a worker of yours: nothing that must hold is violated; with a baseline: "
                                      "nothing has changed; a right answer to a challenge"))
        .exitCode(1, LabHelpWords::tr("not as expected, or violated; a worker broke the rules; a wrong answer"))
        .exitCode(2, LabHelpWords::tr("wrong usage, or a file that cannot be read or written"))
        .exitCode(3, LabHelpWords::tr("inconclusive, or the scenario did not take place"))
        .exitCode(69, LabHelpWords::tr("no server could be started"))
        .text();
}

} // namespace lockscope
