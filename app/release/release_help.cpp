// SPDX-License-Identifier: MIT
#include "app/command/help.h"
#include "app/command/help_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

void addWhich(HelpText &help)
{
    help.heading(Words::tr("Which one:"))
        .option(u"--owner OWNER"_s, Words::tr("this holder, as `lockscope list --json` shows it; of a string that is not known "
                                              "to be a lock, its whole value"))
        .option(u"--owner-base64 TEXT"_s, Words::tr("the same for bytes that cannot be typed"))
        .option(u"--key-base64 TEXT"_s, Words::tr("likewise, instead of KEY"))
        .option(u"--all"_s, Words::tr("every holder that is there"))
        .option(u"--count N"_s, Words::tr("only if its hold count is N; of a semaphore that does not record its holders: give "
                                          "back N permits (1)"))
        .option(u"--even-if-renewed"_s, Words::tr("even if its deadline moves between the look and the release"))
        .option(u"--pattern GLOB"_s, Words::tr("keys of your own that are locks, as for `list`"))
        .option(u"--formats FILE"_s, Words::tr("your own lock formats, as for `list`"))
        .heading(Words::tr("Instead of releasing:"))
        .option(u"--give-lease DURATION"_s, Words::tr("give a lock without a deadline one; its holder stays"))
        .option(u"--drop-dead-head"_s, Words::tr("of a fair queue: drop its first waiter, named by --owner"));
}

void addHow(HelpText &help)
{
    help.heading(Words::tr("How:"))
        .option(u"--yes"_s, Words::tr("do not ask, but warn; needed where there is no terminal. A profile that is marked as "
                                      "production asks for the name of the key; one that is marked read-only refuses, asked or not"))
        .option(u"--dry-run"_s, Words::tr("show what would be run, compare and check the rights, change nothing"))
        .option(u"--observe DURATION"_s, Words::tr("first look at the lock for so long, like 15s, to learn whether its holder "
                                                   "renews it"))
        .option(u"--reason TEXT"_s, Words::tr("why, for the record of releases"))
        .option(u"--no-watch"_s, Words::tr("do not watch afterwards (two renewal periods, at most 20 s)"))
        .option(u"--json"_s, Words::tr("one JSON object with the plan and the result"));
    addCommonHelp(help);
}

} // namespace

QString releaseHelp()
{
    HelpText help(u"Usage: lockscope release KEY [URL] --owner OWNER|--all [options]"_s);
    help.paragraph(Words::tr(
        "Frees a lock by force, for a holder that is gone: if the holder lives, two will work at once. One atomic step compares the "
        "type, the owner, its hold count, the exact value and the deadline with what was seen, deletes, and wakes those who wait as the "
        "lock's library does. If anything has changed, nothing is done. Each attempt is recorded in "
        "$XDG_STATE_HOME/lockscope/releases.jsonl (~/.local/state/lockscope): before anything is sent, the intent and the "
        "value; then the outcome."));
    addWhich(help);
    addServerHelp(help);
    addHow(help);
    return help.heading(Words::tr("Examples:"))
        .verbatim(u"lockscope release lock:stock redis://prod-7 --all --yes"_s)
        .verbatim(u"lockscope release order:42 --dry-run \\"_s)
        .verbatim(u"    --owner 9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17"_s)
        .verbatim(u"lockscope release nightly --give-lease 5m \\"_s)
        .verbatim(u"    --owner 021422a0e5a311f18c5600163e5f7a01"_s)
        .heading(Words::tr("Exit codes:"))
        .exitCode(0, Words::tr("released, even if somebody acquired it at once"))
        .exitCode(1, Words::tr("no connection"))
        .exitCode(2, Words::tr("wrong usage"))
        .exitCode(3, Words::tr("refused because it changed, not agreed to, or the answer was lost"))
        .exitCode(4, Words::tr("not there"))
        .exitCode(5, Words::tr("not permitted, nothing changed"))
        .exitCode(6, Words::tr("released, but the waiters could not be notified"))
        .text();
}

} // namespace lockscope
