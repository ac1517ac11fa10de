// SPDX-License-Identifier: MIT
#include "app/command/help.h"
#include "app/command/help_text.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

struct ReleaseHelpWords
{
    Q_DECLARE_TR_FUNCTIONS(ReleaseHelpWords)
};

void addWhich(HelpText &help)
{
    help.heading(ReleaseHelpWords::tr("Which one:"))
        .option(u"--owner OWNER"_s, ReleaseHelpWords::tr("this holder, as `lockscope list --json` shows it; of a string that is not known "
                                                         "to be a lock, its whole value"))
        .option(u"--owner-base64 TEXT"_s, ReleaseHelpWords::tr("the same for bytes that cannot be typed"))
        .option(u"--key-base64 TEXT"_s, ReleaseHelpWords::tr("likewise, instead of KEY"))
        .option(u"--all"_s, ReleaseHelpWords::tr("every holder that is there"))
        .option(u"--count N"_s, ReleaseHelpWords::tr("only if its hold count is N; of a semaphore that does not record its holders: give "
                                                     "back N permits (1)"))
        .option(u"--even-if-renewed"_s, ReleaseHelpWords::tr("even if its deadline moves between the look and the release"))
        .option(u"--pattern GLOB"_s, ReleaseHelpWords::tr("keys of your own that are locks, as for `list`"))
        .option(u"--formats FILE"_s, ReleaseHelpWords::tr("your own lock formats, as for `list`"))
        .heading(ReleaseHelpWords::tr("Instead of releasing:"))
        .option(u"--give-lease DURATION"_s, ReleaseHelpWords::tr("give a lock without a deadline one; its holder stays"))
        .option(u"--drop-dead-head"_s, ReleaseHelpWords::tr("of a fair queue: drop its first waiter, named by --owner"));
}

void addHow(HelpText &help)
{
    help.heading(ReleaseHelpWords::tr("How:"))
        .option(u"--yes"_s,
                ReleaseHelpWords::tr("do not ask, but warn; needed where there is no terminal. A profile that is marked as "
                                     "production asks for the name of the key; one that is marked read-only refuses, asked or not"))
        .option(u"--dry-run"_s, ReleaseHelpWords::tr("show what would be run, compare and check the rights, change nothing"))
        .option(u"--observe DURATION"_s, ReleaseHelpWords::tr("first look at the lock for so long, like 15s, to learn whether its holder "
                                                              "renews it"))
        .option(u"--reason TEXT"_s, ReleaseHelpWords::tr("why, for the record of releases"))
        .option(u"--no-watch"_s, ReleaseHelpWords::tr("do not watch afterwards (two renewal periods, at most 20 s)"))
        .option(u"--json"_s, ReleaseHelpWords::tr("one JSON object with the plan and the result"));
    addCommonHelp(help);
}

} // namespace

QString releaseHelp()
{
    HelpText help(u"Usage: lockscope release KEY [URL] --owner OWNER|--all [options]"_s);
    help.paragraph(ReleaseHelpWords::tr(
        "Frees a lock by force, for a holder that is gone: if the holder lives, two will work at once. One atomic step compares the "
        "type, the owner, its hold count, the exact value and the deadline with what was seen, deletes, and wakes those who wait as the "
        "lock's library does. If anything has changed, nothing is done. Each attempt is recorded in "
        "$XDG_STATE_HOME/lockscope/releases.jsonl (~/.local/state/lockscope): before anything is sent, the intent and the "
        "value; then the outcome."));
    addWhich(help);
    addServerHelp(help);
    addHow(help);
    return help.heading(ReleaseHelpWords::tr("Examples:"))
        .verbatim(u"lockscope release lock:stock redis://prod-7 --all --yes"_s)
        .verbatim(u"lockscope release order:42 --dry-run \\"_s)
        .verbatim(u"    --owner 9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17"_s)
        .verbatim(u"lockscope release nightly --give-lease 5m \\"_s)
        .verbatim(u"    --owner 021422a0e5a311f18c5600163e5f7a01"_s)
        .heading(ReleaseHelpWords::tr("Exit codes:"))
        .exitCode(0, ReleaseHelpWords::tr("released, even if somebody acquired it at once"))
        .exitCode(1, ReleaseHelpWords::tr("no connection"))
        .exitCode(2, ReleaseHelpWords::tr("wrong usage"))
        .exitCode(3, ReleaseHelpWords::tr("refused because it changed, not agreed to, or the answer was lost"))
        .exitCode(4, ReleaseHelpWords::tr("not there"))
        .exitCode(5, ReleaseHelpWords::tr("not permitted, nothing changed"))
        .exitCode(6, ReleaseHelpWords::tr("released, but the waiters could not be notified"))
        .text();
}

} // namespace lockscope
