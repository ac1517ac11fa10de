// SPDX-License-Identifier: MIT
#include "app/command/help.h"
#include "app/command/help_text.h"
#include "app/explore/explore_options.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

QString exploreHelp()
{
    QStringList protocols;
    for (const auto &protocol : lockcore::protocols())
        protocols += QString::fromUtf8(protocol.name);
    HelpText help(
        u"Usage: lockscope explore PROTOCOL [options]\n       lockscope explore --acquire A.LUA --release B.LUA [options]\n       lockscope explore --table [options]\n       lockscope explore --replay TRACE [options]"_s);
    help.paragraph(
            Words::tr("Runs a protocol's own code under every order of events within stated bounds, against a private redis-server whose "
                      "clock it holds. It says what holds within these bounds, or shows the shortest sequence of events that breaks it."))
        .heading(Words::tr("Protocols:"))
        .names(protocols)
        .heading(Words::tr("A lock of your own:"))
        .option(u"--acquire FILE"_s, Words::tr("its Lua script: KEYS[1] is the lock, ARGV[1] the owner, ARGV[2] the lease in milliseconds"))
        .option(u"--release FILE"_s, Words::tr("ARGV[1] is the owner"))
        .option(u"--renew FILE"_s, Words::tr("arguments as of --acquire; a watchdog runs it every third of the lease"))
        .option(u"--acquire-args ORDER"_s, Words::tr("owner,lease or lease,owner"))
        .option(u"--acquired-when REPLY"_s, Words::tr("1 unless given; nil, 0, OK …; likewise --released-when, --renewed-when"))
        .option(u"--still-held-when REPLY"_s,
                Words::tr("of a lock that counts its holds: the release's reply while some are left; then re-entry is examined, too"))
        .option(u"--preset NAME"_s, Words::tr("article: lease,owner and 1; redisson: lease,owner and nil"))
        .heading(Words::tr("Bounds:"))
        .option(u"--workers N"_s, Words::tr("1 to 3 (2)"))
        .option(u"--rounds N"_s, Words::tr("how often each takes the lock, 1 to 4 (2; 1 of several servers or with a wall clock)"))
        .option(u"--lease DURATION"_s, Words::tr("20ms unless given: short, because each millisecond is examined"))
        .option(u"--work DURATION"_s, Words::tr("in the critical section (10ms); 10ms,30ms: either, in each round"))
        .option(u"--poll DURATION"_s, Words::tr("between two tries, if nothing is heard (6ms)"))
        .option(u"--command-timeout DURATION"_s, Words::tr("with late-loss: how late a loss is noticed, at most (15ms)"))
        .option(u"--skew DURATION"_s, Words::tr("the clock of worker B is so much ahead; -5ms: behind (0)"))
        .option(u"--tick DURATION"_s,
                Words::tr("what may happen at any time, happens at multiples of it (1ms); 1s for scripts that count in seconds"))
        .option(u"--memory SIZE"_s, Words::tr("of the whole program; a search that needs more ends, not complete (4GB)"))
        .option(u"--yes"_s, Words::tr("searches also what may take long, without a question"))
        .option(u"--driver KIND"_s, Words::tr("naive, or careful: does not begin work that may outlast the validity"))
        .option(u"--faults LIST"_s,
                Words::tr("up to so many of each: none, crash=1, lost-reply=1, lost-request=1, late-request=1, pause=15ms, "
                          "exception=1, server-forgets=1, force-release=1, late-loss. Without it: none, or any one of the "
                          "first four; and then what else breaks the lock"))
        .heading(Words::tr("A counterexample once more:"))
        .option(u"--replay TRACE"_s, Words::tr("plays the trace, which is printed with each counterexample, on a fresh server"))
        .option(u"--real-time"_s, Words::tr("the same on a server whose clock nobody holds; leases are fifty times as long, and awaited"))
        .option(u"--scenario FILE"_s, Words::tr("writes it as a scenario for the Lab, where the Lab has the same faults"))
        .heading(Words::tr("Output:"))
        .option(u"--table"_s, Words::tr("all protocols, and what breaks each"))
        .option(u"--json"_s, Words::tr("one JSON object"))
        .option(u"--redis PATH"_s, Words::tr("another redis-server or valkey-server as the judge"));
    addCommonHelp(help);
    return help.heading(Words::tr("Examples:"))
        .verbatim(u"lockscope explore set-nx-del"_s)
        .verbatim(u"lockscope explore token --faults pause=11ms"_s)
        .verbatim(u"lockscope explore redlock --driver careful --faults lost-reply=1,late-loss"_s)
        .heading(Words::tr("Exit codes:"))
        .exitCode(0, Words::tr("nothing is violated within the bounds"))
        .exitCode(1, Words::tr("something is violated"))
        .exitCode(2, Words::tr("wrong usage, or this protocol cannot be examined"))
        .exitCode(3, Words::tr("not complete: cut off, interrupted, or something was not put to the test"))
        .text();
}

} // namespace lockscope
